// The value of an included file: read once, and resolved once for each set of values that it is given.

import { parse } from "csv-parse/sync";
import { type Json, type JsonObject, writeJson } from "../model/index.ts";
import { diagnosticOf, errorInFile, mayQuote, WORKBOOK_FILE, warningOf, withoutQuotes } from "./diagnose.ts";
import { type Opened, openIncluded } from "./parameters.ts";
import { earn, type Given, type Included, refuse, sizeOf, spend, type TableLine, type Walk } from "./walk.ts";
import { formatOf, parseText } from "./yaml/parse.ts";

// Rows from a table: the first line has the names, and every value is a text. Read by `csv-parse`, which is loaded when it is needed.

interface CsvRow {
  values: JsonObject;
  /** 1-based, where the row begins. */
  line: number;
}

/** What is wrong with a table. It quotes nothing of it: `$include` may name a file that is none. */
interface CsvProblem {
  message: string;
  line: number;
}

/** Messages by the package's codes. */
const REASONS: Record<string, string> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: "This row has more or fewer values than the first line has names.",
  CSV_QUOTE_NOT_CLOSED: "A quoted value that begins here has no end.",
  INVALID_OPENING_QUOTE: "A quote is inside of a value. Quote the whole value, and write the quote twice.",
  CSV_INVALID_CLOSING_QUOTE: "Something follows the end of a quoted value.",
};

/** The rows of a table, separated by commas, or by semicolons if the first line has no comma. An empty value is none. */
function readCsv(text: string): CsvRow[] | CsvProblem {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = head.includes(";") && !head.includes(",") ? ";" : ",";
  let names: string[] = [];
  try {
    const columns = (written: string[]): string[] => {
      names = written.map((name) => name.trim());
      return names;
    };
    const records = parse(text, {
      columns,
      delimiter,
      info: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as {
      record: Record<string, string>;
      info: { lines: number };
    }[];
    const problem = wrongName(names);
    if (problem) return { message: problem, line: 1 };
    let next = 2;
    return records.map(({ record, info }) => {
      const line = next;
      next = info.lines + 1;
      return { values: valuesOf(record), line };
    });
  } catch (error) {
    // Its class is no class of ours in the bundle, which loads the package when it is called.
    const { code, lines } = error as { code?: string; lines?: number };
    if (code === undefined) throw error;
    return { message: REASONS[code] ?? `This is no table of values (${code}).`, line: lines ?? 1 };
  }
}

function wrongName(names: readonly string[]): string | undefined {
  if (names.some((name) => name === "" || name === "__proto__"))
    return "A name in the first line is empty or reserved.";
  return new Set(names).size < names.length ? "A name is in the first line twice." : undefined;
}

/** Nothing is special in a table. */
function valuesOf(record: Record<string, string>): JsonObject {
  const filled = Object.entries(record).filter(([, value]) => value !== "");
  return Object.fromEntries(filled.map(([name, value]) => [name, value.replaceAll("${", () => "$${")]));
}

/** UTF-16 units of the included files whose values are kept: themes and the like are small, and the rest may be read again. */
const KEPT_TEXT = 20_000_000;
/** What reading a small file again costs, as units of text. */
export const COST_OF_READING = 10_000;

/** What is included: the file, and the values that it is given. */
interface Inclusion {
  name: string;
  real: string;
  given: JsonObject;
}

export type ResolveValue = (walk: Walk, value: Json) => Json;

/** The included file, resolved with the values. Its findings are its own; what is wrong with the values is not among them. */
export function readIncluded(walk: Walk, inclusion: Inclusion, resolveValue: ResolveValue): Included {
  const { resolver } = walk;
  const { name, real, given: written } = inclusion;
  resolver.fragments.add(real);
  const key = Object.keys(written).length === 0 ? real : `${real}\n${writeJson(written)}`;
  const known = resolver.included.get(key);
  if (known) {
    resolver.uses?.repeat(known.uses);
    resolver.dependsOnTarget ||= known.dependsOnTarget;
    return known;
  }
  const inner: Walk = {
    ...walk,
    file: name,
    doc: 0,
    path: [],
    given: undefined,
    row: undefined,
    chain: [...walk.chain, real],
    diagnostics: [],
    failed: [],
  };
  // Of the file alone: it is resolved once, and used by many.
  const { dependsOnTarget } = resolver;
  resolver.dependsOnTarget = false;
  const read = () => readInclusion(inner, walk, { inclusion, resolveValue });
  const { result, uses } = resolver.uses?.watch(read) ?? { result: read(), uses: [] };
  const included: Included = {
    value: result?.value ?? null,
    diagnostics: inner.diagnostics,
    ok: result !== undefined && inner.failed.length === 0,
    uses,
    dependsOnTarget: resolver.dependsOnTarget,
    given: result?.given ?? { values: new Map(), used: new Set(), missing: new Map() },
    declared: result?.declared,
  };
  resolver.dependsOnTarget ||= dependsOnTarget;
  // It may have failed because of this chain (a cycle), so a failure is not kept.
  if (included.ok && resolver.read <= KEPT_TEXT) resolver.included.set(key, included);
  return included;
}

function readInclusion(
  inner: Walk,
  outer: Walk,
  { inclusion, resolveValue }: { inclusion: Inclusion; resolveValue: ResolveValue },
): (Pick<Included, "declared"> & { value: Json; given: Given }) | undefined {
  const documents = readDocuments(inner, outer, inclusion);
  if (!documents) return undefined;
  const opened: Opened = openIncluded(inner, documents, resolveValue);
  if (opened.several > 1) {
    const message = `\`${inner.file}\` holds ${opened.several} documents, but one value is needed.`;
    refuse(outer, "$include", message);
    return undefined;
  }
  const { declared, doc } = opened;
  const values = new Map<string, Json>();
  for (const [name, { byDefault }] of declared ?? [])
    if (byDefault !== undefined) values.set(name, byDefault);
  for (const [name, value] of Object.entries(inclusion.given)) values.set(name, value);
  const given: Given = { values, used: new Set(), missing: new Map() };
  const value = resolveValue({ ...inner, doc, path: [], given }, opened.value);
  return { value, given, declared };
}

/** The documents of the file, which the caller may change. */
function readDocuments(inner: Walk, outer: Walk, { real, given }: Inclusion): readonly Json[] | undefined {
  const { resolver } = inner;
  const isTemplate = Object.keys(given).length > 0;
  const template = isTemplate ? resolver.templates.get(real) : undefined;
  if (template) {
    // Counted at each depth: files that pass on ever more values would multiply before anything is put in place.
    const { nodes } = sizeOf(template as Json[]);
    return spend(outer, "$include", { nodes }) ? structuredClone(template) : undefined;
  }
  const documents = parseDocuments(inner, outer);
  if (!documents || !isTemplate || resolver.read > KEPT_TEXT) return documents;
  resolver.templates.set(real, documents);
  return structuredClone(documents);
}

function parseDocuments(inner: Walk, outer: Walk): Json[] | undefined {
  const isTable = isOfRows(outer) && /\.csv$/i.test(inner.file);
  if (!isTable && !WORKBOOK_FILE.test(inner.file)) {
    const message = `\`${inner.file}\` is neither YAML nor JSON by its name. For the text of a file, use \`$file\`.`;
    refuse(outer, "$include", message);
    return undefined;
  }
  const text = inner.resolver.files.read(inner.file);
  if (typeof text !== "string") {
    refuse(outer, "$include", `\`${inner.file}\` is not usable. ${text.message}`);
    return undefined;
  }
  earn(inner.resolver, inner.file, text.length);
  // Those that are not kept are read again for each place.
  if (!spend(outer, "$include", { text: text.length + COST_OF_READING })) return undefined;
  inner.resolver.read += text.length;
  if (isTable) return parseTable(inner, text);
  const parsed = parseText(text, formatOf(inner.file));
  if (parsed.problems.length === 0) {
    for (const problem of parsed.misread) inner.diagnostics.push(warningOf(inner.file, text, problem));
    return parsed.documents;
  }
  const { matched, unquoted } = inner.resolver;
  const isQuoted = matched.has(inner.file) || mayQuote(text);
  if (!isQuoted) unquoted.add(inner.file);
  const problems = isQuoted ? parsed.problems : parsed.problems.map(withoutQuotes);
  for (const problem of problems) inner.diagnostics.push(diagnosticOf(inner.file, text, problem));
  return undefined;
}

/** Whether the place is the `each` of a template, which alone takes tables. */
function isOfRows({ chain, path, row }: Walk): boolean {
  return chain.length === 1 && path.length === 3 && path[2] === "each" && row === undefined;
}

function parseTable(inner: Walk, text: string): Json[] | undefined {
  const rows = readCsv(text);
  if (Array.isArray(rows)) {
    const file = inner.file;
    for (const { values, line } of rows) tableLines.set(values, { file, line });
    return [rows.map(({ values }) => values)];
  }
  // Nobody knows what a table is that is none.
  inner.resolver.unquoted.add(inner.file);
  inner.diagnostics.push(errorInFile(inner.file, { rule: "include-invalid", ...rows }));
  return undefined;
}

/** Where rows of tables are: no tree has their places. */
const tableLines = new WeakMap<JsonObject, TableLine>();

/** The place of a row of a table; undefined for any other. */
export function placeInTable(row: JsonObject): TableLine | undefined {
  return tableLines.get(row);
}

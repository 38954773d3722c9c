// One document of a file: resolved, checked, its workbooks built and handed over, its reports kept.

import {
  type Diagnostic,
  inRow,
  isObject,
  type Json,
  type JsonObject,
  normalizeSlug,
  type Path,
  type ResolvedWorkbook,
  type Span,
  writeJson,
} from "../model/index.ts";
import { buildWorkbook, type Placement } from "./build-workbook.ts";
import { addAll, errorAt } from "./diagnose.ts";
import type { LayoutIndex } from "./layout-sections.ts";
import { type LayoutSection, mergeSections } from "./layouts.ts";
import {
  describeRow,
  type Locating,
  layersInWorkbook,
  locateInWorkbook,
  type RowPlace,
  rowPlaceOf,
  withRow,
} from "./locate.ts";
import type { Template } from "./read-rows.ts";
import { addReport, limitAt, type Reports } from "./reports.ts";
import { resolveDocument } from "./resolve.ts";
import { expandTemplates, takeTemplates } from "./rows.ts";
import { type SchemaProblem, validateFile } from "./schema.ts";
import { findingAt, locateSpot, type Placing, type Spot } from "./spot.ts";
import type { Resolver, RowOrigin } from "./walk.ts";

/** What the caller keeps of a workbook. */
export interface Note {
  /** As JSON can hold it. */
  facts: unknown;
  bytes: Buffer;
}

/** What is noted of one file while it is loaded, so that a later load can do without it. */
export interface FileRecord {
  /** What the caller keeps of the workbook that it has just visited; undefined if that is not known. */
  note(workbook: ResolvedWorkbook): Note | undefined;
  workbooks: {
    slug: string;
    writtenSlug: string;
    doc: number;
    placement: Placement;
    note: Note | undefined;
  }[];
  /** `entry` as JSON text: large numbers are no JSON value. */
  reports: {
    key: string;
    doc: number;
    entry: string;
    keySpan: Span | undefined;
    row: RowPlace | undefined;
  }[];
  /** Whether it declares workbooks for other targets only, of which nothing is noted, or names templates of other files: it is loaded again next time. */
  hasOthers?: boolean;
}

/** The state of one load. */
export interface Loading {
  resolver: Resolver;
  layouts: LayoutIndex;
  /** Where each slug is first defined. `isElsewhere`: for other targets only. */
  slugs: Map<string, { spot: Spot; chosen: boolean; isElsewhere?: boolean }>;
  reports: Reports;
  /** `section\ntemplate` of all, and of those that rows of chosen files name in an `override` → where. */
  templates: { known: Set<string>; overridden: Map<string, Spot> };
  diagnostics: Diagnostic[];
  visit(workbook: ResolvedWorkbook, layouts: readonly LayoutSection[]): void;
  /** A file could not be read or parsed, so what it defines is not known. */
  incomplete: boolean;
  /** Files without any section, with their findings if no file includes them. */
  fragments: { file: string; found: Diagnostic[] }[];
  /** Of the file that is being loaded; undefined if nothing of it is kept. */
  record: FileRecord | undefined;
}

type Origins = ReadonlyMap<string, RowOrigin>;

interface LoadedDocument {
  file: string;
  /** Its index in the file. */
  doc: number;
  value: Json;
  /** Whether it may hold directives or variables. */
  special: boolean;
  /** Whether its workbooks are checked and visited: of all others only slugs, layouts and reports are used. */
  chosen: boolean;
  /** The span of a key of a section; undefined where only the file's tree says it. */
  findKey: (section: "workbooks" | "reports", key: string) => Span | undefined;
}

/** Loads one document and adds what is wrong with it to `found`. */
export function loadDocument(loading: Loading, document: LoadedDocument, found: Diagnostic[]): void {
  const { resolver } = loading;
  const { file, doc, special, chosen } = document;
  let { value } = document;
  // They are there for their anchors: what an alias names is read where the alias is.
  if (isObject(value)) for (const key of Object.keys(value)) if (key.startsWith("x-")) delete value[key];
  let failed: Path[] = [];
  let origins: Origins = new Map();
  if (special) {
    const templates = takeTemplates(value);
    const resolved = resolveDocument(resolver, document);
    ({ value, failed } = resolved);
    addAll(found, resolved.diagnostics);
    if (templates.length > 0) {
      const layoutsOf = (slug: string) => mergeSections(loading.layouts.bySlug.get(slug) ?? [], []);
      const expanded = expandTemplates(resolver, { file, doc }, { value, templates }, layoutsOf);
      ({ origins } = expanded);
      noteTemplates(loading, templates, chosen ? expanded.overridden : new Map());
      failed = [...failed, ...expanded.failed];
      addAll(found, expanded.diagnostics);
    }
  }
  if (failed.some((path) => path.length < 2)) {
    loading.incomplete = true;
    return;
  }
  const flaws = flawsOf(failed);
  if (chosen) addAll(found, checkDocument(resolver, { file, doc, value, failed, origins }, flaws));
  if (!isObject(value)) return;
  if (isObject(value.workbooks))
    loadWorkbooks(loading, { ...document, workbooks: value.workbooks, flaws, origins }, found);
  if (!isObject(value.reports)) return;
  for (const [key, entry] of Object.entries(value.reports)) {
    if (!isObject(entry) || flaws.broken.has(`reports\n${key}`)) continue;
    const origin = origins.get(`reports\n${key}`);
    const spot = spotOf({ file, doc }, ["reports", key], origin);
    const keySpan = origin ? undefined : document.findKey("reports", key);
    const row = origin && rowPlaceOf(origin);
    loading.record?.reports.push({ key, doc, entry: writeJson(entry), keySpan, row });
    addAll(found, addReport(loading, { key, spot, entry, keySpan, row }));
  }
}

function noteTemplates(
  { templates: { known, overridden }, record }: Loading,
  templates: readonly Template[],
  named: ReadonlyMap<string, Spot>,
): void {
  const own = new Set(templates.map(({ section, key }) => `${section}\n${key}`));
  for (const name of own) known.add(name);
  for (const [name, spot] of named) {
    if (own.has(name)) continue;
    overridden.set(name, spot);
    // Whether another file has that template is asked anew each time.
    if (record) record.hasOthers = true;
  }
}

function loadWorkbooks(
  { resolver, slugs, layouts, diagnostics, visit, record }: Loading,
  {
    file,
    doc,
    chosen,
    workbooks,
    flaws,
    findKey,
    origins,
  }: LoadedDocument & { workbooks: JsonObject; flaws: Flaws; origins: Origins },
  found: Diagnostic[],
): void {
  for (const [writtenSlug, entry] of Object.entries(workbooks)) {
    const slug = normalizeSlug(writtenSlug);
    const origin = origins.get(`workbooks\n${writtenSlug}`);
    const spot = spotOf({ file, doc }, ["workbooks", writtenSlug], origin);
    const first = slugs.get(slug);
    if (first) {
      if (chosen || first.chosen)
        diagnostics.push(duplicateSlug(resolver, spot, { slug, first: first.spot }));
      continue;
    }
    const own: Diagnostic[] = [];
    const row = origin && describeRow(resolver, rowPlaceOf(origin));
    const limit = isObject(entry) ? limitAt(resolver, spot, entry, slug) : undefined;
    if (chosen) addAll(found, withRow(limit?.findings ?? [], row));
    slugs.set(slug, { spot, chosen, isElsewhere: limit?.isHere === false });
    if (limit?.isHere === false) {
      if (record) record.hasOthers = true;
      continue;
    }
    if (!chosen || !isObject(entry) || flaws.broken.has(`workbooks\n${writtenSlug}`)) continue;
    const sections = layouts.bySlug.get(slug);
    const keySpan = origin ? undefined : findKey("workbooks", writtenSlug);
    const flawed = flaws.overrides.get(writtenSlug);
    const definition = { slug, writtenSlug, spot, entry, sections, flawed, keySpan, origin };
    const { workbook, placement } = buildWorkbook(resolver, definition, own);
    addAll(found, withRow(own, row));
    visit(workbook, sections ?? []);
    record?.workbooks.push({ slug, writtenSlug, doc, placement, note: record.note(workbook) });
  }
}

/** Where an entry is written: of what a row makes, the template's place. */
function spotOf(
  at: Omit<Spot, "path">,
  [section, key]: [string, string],
  origin: RowOrigin | undefined,
): Spot {
  return { ...at, path: [section, origin?.template ?? key], ...(origin && { row: origin.row.spot }) };
}

function duplicateSlug(
  resolver: Resolver,
  spot: Spot,
  { slug, first }: { slug: string; first: Spot },
): Diagnostic {
  const { file, line, column } = locateSpot(resolver, first, "key");
  const message = `The slug \`${slug}\` is defined a second time; first at ${file}:${line}:${column}.`;
  const help = "Slugs are compared trimmed and lower-cased. Rename one of the two, or remove it.";
  return findingAt(resolver, spot, { rule: "duplicate-slug", message, part: "key", slug, help });
}

// Checks one resolved document by schema, and notes which parts of it can still be used.

interface Flaws {
  /** `workbooks\n<slug as written>`: its shape is wrong, so it is not visited. */
  broken: Set<string>;
  /** Slug as written to the targets whose overrides are flawed. */
  overrides: Map<string, Set<string>>;
}

/** The flaws that failed directives leave behind. */
function flawsOf(failed: readonly Path[]): Flaws {
  return { broken: new Set(failed.map((path) => path.slice(0, 2).join("\n"))), overrides: new Map() };
}

/** Checks a document by schema and adds to its flaws. Under a directive that failed there is no value to check. */
function checkDocument(
  resolver: Resolver,
  {
    file,
    doc,
    value,
    failed,
    origins,
  }: {
    file: string;
    doc: number;
    value: Json;
    failed: readonly Path[];
    origins: ReadonlyMap<string, RowOrigin>;
  },
  flaws: Flaws,
): Diagnostic[] {
  const holes = new Set(failed.map((path) => JSON.stringify(path)));
  const isBelowHole = (path: Path) =>
    holes.size > 0 &&
    Array.from({ length: path.length + 1 }, (_, length) => path.slice(0, length)).some((above) =>
      holes.has(JSON.stringify(above)),
    );
  const problems = validateFile(value).filter(({ path }) => !isBelowHole(path));
  for (const problem of problems) noteFlaw(flaws, problem);
  const found: Diagnostic[] = [];
  for (const { path, ...problem } of problems) {
    const [section, key, ...rest] = path;
    const origin = origins.get(`${section}\n${key}`);
    if (!origin) {
      found.push(findingAt(resolver, { file, doc, path }, { ...problem, ...subjectAt(path) }));
      continue;
    }
    const locating = locatingOf(resolver, { file, doc, path: [section!, origin.template] }, origin);
    const one = errorAt(locateInWorkbook(locating, rest, problem.part), { ...problem, ...subjectAt(path) });
    const row = describeRow(resolver, rowPlaceOf(origin), (at) => layersInWorkbook(locating, at));
    found.push(inRow(one, row, { path: rest, part: problem.part }));
  }
  return found;
}

/** How the values are placed that a row makes of the template at a spot. */
function locatingOf(placing: Placing, spot: Spot, { row, ids }: RowOrigin): Locating {
  return {
    placing,
    spot: { ...spot, row: row.spot },
    ids: ids?.after ?? [],
    baseIds: undefined,
    rowIds: ids?.before,
    sections: undefined,
    target: undefined,
    keySpan: undefined,
  };
}

function noteFlaw({ broken, overrides }: Flaws, { rule, path }: SchemaProblem): void {
  const [top, key, below, name] = path;
  if (rule === "wrong-type" || rule === "missing-field") broken.add(`${top}\n${key}`);
  const inOverrides = top === "workbooks" && below === "overrides";
  if (!inOverrides || typeof key !== "string" || typeof name !== "string") return;
  overrides.set(key, (overrides.get(key) ?? new Set()).add(name));
}

/** The workbook or report that a place belongs to. */
function subjectAt([top, key]: Path): { slug?: string; report?: string } {
  if (typeof key !== "string") return {};
  if (top === "workbooks" || top === "layouts") return { slug: normalizeSlug(key) };
  return top === "reports" ? { report: key } : {};
}

// Workbooks, reports and layouts whose key holds `${row.…}`: declared once for each row of their `each` (contract 15).
import {
  type Diagnostic,
  isObject,
  type Json,
  type JsonObject,
  normalizeSlug,
  ownValue,
  type Path,
} from "../model/index.ts";
import { placeWidgets } from "./build-workbook.ts";
import { addAll, errorAt, type Finding } from "./findings/diagnose.ts";
import { groupByRows, type RowFinding } from "./findings/group-rows.ts";
import { applyOverride, type OverrideProblem } from "./merging/overrides.ts";
import { placeInTable } from "./read-included.ts";
import { resolveDocument } from "./resolve.ts";
import { findingAt, locateSpot, type Spot } from "./spot.ts";
import { expandText } from "./texts/variables.ts";
import { mayCopy, type Resolver, type Row, type RowOrigin } from "./walk.ts";

/** Rows of one template: more of them are no list that somebody wrote. */
const MOST_ROWS = 5_000;
const TOO_MUCH = {
  rule: "include-invalid",
  message: "The rows of all templates make too much: over 20 million values, or 500 MB of text.",
};
const MARK = "${row.";
const SECTIONS = ["workbooks", "reports", "layouts"] as const;

interface Template {
  section: string;
  key: string;
  entry: Json;
}

export interface Expanded {
  /** `section\nkey` → where it comes from. */
  origins: ReadonlyMap<string, RowOrigin>;
  diagnostics: Diagnostic[];
  failed: Path[];
}

/** Takes the templates out of a document that is not resolved yet. */
export function takeTemplates(value: Json): Template[] {
  const templates: Template[] = [];
  for (const section of SECTIONS) {
    const entries = isObject(value) ? value[section] : undefined;
    if (!isObject(entries)) continue;
    for (const key of Object.keys(entries)) {
      const entry = entries[key]!;
      if (!key.includes(MARK) && !(isObject(entry) && Object.hasOwn(entry, "each"))) continue;
      templates.push({ section, key, entry });
      delete entries[key];
    }
  }
  return templates;
}

/** Puts what the rows make of the templates into the document, which is resolved by now. */
export function expandTemplates(
  resolver: Resolver,
  at: Pick<Spot, "file"> & { doc: number },
  { value, templates }: { value: Json; templates: readonly Template[] },
): Expanded {
  const origins = new Map<string, RowOrigin>();
  const expanded: Expanded = { origins, diagnostics: [], failed: [] };
  const known = new Map<string, Map<string, string>>();
  for (const template of templates) {
    const found: RowFinding[] = [];
    const spot: Spot = { ...at, path: [template.section, template.key] };
    const rows = readRows(resolver, spot, template, expanded);
    for (const row of rows) {
      const key = keyOf(resolver, { template, row, spot }, found);
      if (key === undefined) continue;
      const sections = value as JsonObject;
      const entries = isObject(sections[template.section]) ? (sections[template.section] as JsonObject) : {};
      sections[template.section] = entries;
      const id = template.section === "workbooks" ? normalizeSlug(key) : key;
      const ids = known.get(template.section) ?? idsOf(template.section, entries);
      known.set(template.section, ids);
      const taken = ids.get(id);
      if (taken !== undefined) {
        const first = origins.get(`${template.section}\n${taken}`);
        const other = first?.row.place() ?? placeOf(resolver, { ...at, path: [template.section, taken] });
        const rule = template.section === "reports" ? "duplicate-report" : "duplicate-slug";
        const message = `\`${template.key}\` gives \`${key}\` a second time; first at ${other}.`;
        found.push({ row, one: errorAt(locateSpot(resolver, spot, "key"), { rule, message }) });
        continue;
      }
      ids.set(id, key);
      if (!mayCopy(resolver, template.entry)) {
        expanded.diagnostics.push(findingAt(resolver, spot, { ...TOO_MUCH, part: "key" }));
        expanded.failed.push([]);
        return expanded;
      }
      entries[key] = instantiate(resolver, { template, row, spot, key }, { found, failed: expanded.failed });
      origins.set(`${template.section}\n${key}`, { template: template.key, row });
    }
    addAll(expanded.diagnostics, groupByRows(template.key, found));
  }
  return expanded;
}

/** The entries of a section by what must be theirs alone. */
function idsOf(section: string, entries: JsonObject): Map<string, string> {
  return new Map(
    Object.keys(entries).map((key) => [section === "workbooks" ? normalizeSlug(key) : key, key]),
  );
}

function instantiate(
  resolver: Resolver,
  { template, row, spot, key }: { template: Template; row: Row; spot: Spot; key: string },
  { found, failed }: { found: RowFinding[]; failed: Path[] },
): Json {
  const { each: _, ...entry } = structuredClone(template.entry as JsonObject);
  const at = { file: spot.file, doc: spot.doc as number, path: spot.path, value: entry, row };
  const resolved = resolveDocument(resolver, at);
  for (const one of resolved.diagnostics) found.push({ row, one });
  for (const path of resolved.failed) failed.push([template.section, key, ...path.slice(2)]);
  const { override, targets } = row.values; // `targets` of CSV is a text, one name.
  if (targets != null && template.section !== "layouts" && isObject(resolved.value))
    resolved.value.targets = typeof targets === "string" ? [targets] : targets;
  if (template.section !== "workbooks" || override == null || !isObject(resolved.value))
    return resolved.value;
  if (!isObject(override)) {
    const message = "The `override` of a row is a map, as one of `overrides`.";
    found.push({
      row,
      one: errorAt(locateSpot(resolver, below(row.spot, "override")), { rule: "wrong-type", message }),
    });
    return resolved.value;
  }
  const problems: OverrideProblem[] = [];
  const merged = applyOverride(placeWidgets(resolved.value, new Map()), override, problems);
  for (const { rule, message, widget } of problems) {
    const place = below(row.spot, "override", "dashboard", "widgets", widget);
    found.push({ row, one: findingAt(resolver, place, { rule, message, part: "key" }) });
  }
  return merged;
}

/** The rows of a template; none, with a finding, if they cannot be used. */
function readRows(resolver: Resolver, spot: Spot, { key, entry }: Template, expanded: Expanded): Row[] {
  const say = (at: Spot, finding: Finding & { part?: "key" | "value" }) => {
    expanded.diagnostics.push(findingAt(resolver, at, finding));
    // What the file declares is not known.
    expanded.failed.push([]);
    return [];
  };
  const help = "`each: [{ key: north }, { key: south }]`, or `each: { $include: ./regions.yaml }`.";
  if (!key.includes(MARK)) {
    const message = `\`each\` needs \`\${row.key}\` in the key \`${key}\`: else all rows would be one.`;
    return say(below(spot, "each"), {
      rule: "unknown-field",
      message,
      part: "key",
      help: `Call it \`${key}-\${row.key}\`.`,
    });
  }
  if (!isObject(entry) || entry.each == null) {
    const message = `\`${key}\` needs \`each\`, its rows.`;
    return say(spot, { rule: "missing-field", message, part: "key", help });
  }
  const at = { file: spot.file, doc: spot.doc as number, path: [...spot.path, "each"] };
  const { value, diagnostics, failed } = resolveDocument(resolver, {
    ...at,
    value: structuredClone(entry.each),
  });
  addAll(expanded.diagnostics, diagnostics);
  if (failed.length > 0) {
    expanded.failed.push([]);
    return [];
  }
  if (!Array.isArray(value))
    return say(below(spot, "each"), { rule: "wrong-type", message: "`each` is a list of rows.", help });
  if (value.length > MOST_ROWS) {
    const message = `\`each\` has ${value.length} rows; at most ${MOST_ROWS} are read.`;
    return say(below(spot, "each"), {
      rule: "wrong-type",
      message,
      help: "Is it the right file? Else split it.",
    });
  }
  const known = new Map<string, Row>();
  const rows: Row[] = [];
  for (const [index, values] of value.entries()) {
    const place = below(spot, "each", index);
    const own = isObject(values) ? ownValue(values, "key") : undefined;
    if (!isObject(values) || own == null || typeof own === "object") {
      const message = `Row ${index + 1} of \`${key}\` needs a \`key\`, a text.`;
      say(place, { rule: "missing-field", message });
      continue;
    }
    const name = String(own);
    const first = known.get(name);
    if (first) {
      const twice = placeInTable(values);
      const message = `The row \`${name}\` of \`${key}\` is there twice${twice ? `, at ${twice}` : ""}; first at ${first.place()}.`;
      say(below(place, "key"), { rule: "duplicate-key", message });
      continue;
    }
    const row: Row = {
      name,
      values,
      spot: place,
      place: () => placeInTable(values) ?? placeOf(resolver, place),
    };
    known.set(name, row);
    rows.push(row);
  }
  return rows;
}

function keyOf(
  resolver: Resolver,
  { template, row, spot }: { template: Template; row: Row; spot: Spot },
  found: RowFinding[],
): string | undefined {
  const problems: Finding[] = [];
  const key = expandText(
    template.key,
    {
      ...resolver.variables,
      local: ({ name }) => {
        const value = ownValue(row.values, name);
        if (value != null && typeof value !== "object") return { value };
        problems.push({
          rule: "missing-parameter",
          message: `The key needs a text in \`${name}\` of each row.`,
        });
        return undefined;
      },
    },
    [],
  );
  if (problems.length === 0) return key;
  const at = locateSpot(resolver, spot, "key");
  for (const problem of problems) found.push({ row, one: errorAt(at, problem) });
  return undefined;
}

function below(spot: Spot, ...path: (string | number)[]): Spot {
  return { ...spot, path: [...spot.path, ...path] };
}

function placeOf(resolver: Resolver, spot: Spot): string {
  const { file, line, column } = locateSpot(resolver, spot);
  return `${file}:${line}:${column}`;
}

// Workbooks, reports and layouts whose key holds `${row.…}`: declared once for each row of their `each` (contract 15).
import {
  type Diagnostic,
  isObject,
  type Json,
  type JsonObject,
  normalizeSlug,
  ownValue,
  type Path,
  widgetsOf,
} from "../model/index.ts";
import { addAll, errorAt, type Finding } from "./findings/diagnose.ts";
import { groupByRows, type RowFinding } from "./findings/group-rows.ts";
import { placeWidget } from "./layouts.ts";
import { applyOverride, type OverrideProblem } from "./merging/overrides.ts";
import { resolveDocument } from "./resolve.ts";
import { findingAt, locateSpot, type Spot } from "./spot.ts";
import { expandText } from "./texts/variables.ts";
import type { Resolver, Row } from "./walk.ts";

/** Rows of one template: more of them are no list that somebody wrote. */
const MOST_ROWS = 5_000;
const MARK = "${row.";
const SECTIONS = ["workbooks", "reports", "layouts"] as const;

/** What a row makes of a template. */
export interface RowOrigin {
  /** The key as written. */
  template: string;
  row: Row;
}

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

/** Whether a text may hold templates: what is made of its file is then not kept. */
export function mayHoldRows(text: string): boolean {
  return text.includes(MARK);
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
      const taken = Object.keys(entries).find(
        (one) => (template.section === "workbooks" ? normalizeSlug(one) : one) === id,
      );
      if (taken !== undefined) {
        const first = origins.get(`${template.section}\n${taken}`);
        const other = placeOf(resolver, first?.row.spot ?? { ...at, path: [template.section, taken] });
        const rule = template.section === "reports" ? "duplicate-report" : "duplicate-slug";
        const message = `\`${template.key}\` gives \`${key}\` a second time; first at ${other}.`;
        found.push({ row, one: errorAt(locateSpot(resolver, spot, "key"), { rule, message }) });
        continue;
      }
      entries[key] = instantiate(resolver, { template, row, spot, key }, { found, failed: expanded.failed });
      origins.set(`${template.section}\n${key}`, { template: template.key, row });
    }
    addAll(expanded.diagnostics, groupByRows(template.key, found));
  }
  return expanded;
}

function instantiate(
  resolver: Resolver,
  { template, row, spot, key }: { template: Template; row: Row; spot: Spot; key: string },
  { found, failed }: { found: RowFinding[]; failed: Path[] },
): Json {
  const { each: _, ...entry } = structuredClone(template.entry as JsonObject);
  const at = { file: spot.file, doc: spot.doc as number, path: spot.path, value: entry, row };
  const resolved = resolveDocument(resolver, at);
  addAll(
    found,
    resolved.diagnostics.map((one) => ({ row, one })),
  );
  for (const path of resolved.failed) failed.push([template.section, key, ...path.slice(2)]);
  const { override } = row.values;
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
  const merged = applyOverride(withPlaces(resolved.value), override, problems);
  for (const { rule, message, widget } of problems) {
    const place = below(row.spot, "override", "dashboard", "widgets", widget);
    found.push({ row, one: findingAt(resolver, place, { rule, message, part: "key" }) });
  }
  return merged;
}

function withPlaces(entry: JsonObject): JsonObject {
  const { dashboard } = entry;
  if (!isObject(dashboard) || !Array.isArray(dashboard.widgets)) return entry;
  const widgets = widgetsOf(dashboard).map((one) => (isObject(one) ? placeWidget(one, undefined) : one));
  return { ...entry, dashboard: { ...dashboard, widgets } };
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
  const known = new Map<string, Spot>();
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
      const message = `The row \`${name}\` of \`${key}\` is there twice; first at ${placeOf(resolver, first)}.`;
      say(below(place, "key"), { rule: "duplicate-key", message });
      continue;
    }
    known.set(name, place);
    rows.push({ name, values, spot: place, place: () => placeOf(resolver, place) });
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

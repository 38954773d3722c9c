// Workbooks, reports and layouts whose key holds `${row.…}`: declared once for each row of their `each` (contract 15).
import {
  type Diagnostic,
  inRow,
  isObject,
  type Json,
  type JsonObject,
  normalizeSlug,
  type Path,
  type Span,
} from "../model/index.ts";
import { idsOf, placeWidgets } from "./build-workbook.ts";
import { errorAt, type Finding } from "./diagnose.ts";
import type { Files } from "./files.ts";
import type { PlacedLayouts } from "./layouts.ts";
import { readLimit } from "./limits.ts";
import { describeRow, rowPlaceOf } from "./locate.ts";
import { applyOverride, mergePatch, type OverrideProblem, patchesOf, TEMPLATE_MARK } from "./overrides.ts";
import { below, keyOf, placeOf, type Reading, readRows, type Template } from "./read-rows.ts";
import { createResolver, resolveDocument } from "./resolve.ts";
import { findingAt, locateSpot, type Spot } from "./spot.ts";
import type { Variables } from "./variables.ts";
import { pay, type Resolver, type Row, type RowFinding, type RowOrigin, sizeOf } from "./walk.ts";
import { formatOf, parseText } from "./yaml/parse.ts";

const SECTIONS = ["workbooks", "reports", "layouts"] as const;

export interface Expanded extends Reading {
  /** `section\nkey` → where it comes from. */
  origins: ReadonlyMap<string, RowOrigin>;
  /** `section\ntemplate` that the `override` of a row is for → where it says so. */
  overridden: ReadonlyMap<string, Spot>;
}

/** Takes the templates out of a document that is not resolved yet. */
export function takeTemplates(value: Json): Template[] {
  const templates: Template[] = [];
  for (const section of SECTIONS) {
    const entries = isObject(value) ? value[section] : undefined;
    if (!isObject(entries)) continue;
    for (const key of Object.keys(entries)) {
      const entry = entries[key]!;
      if (!key.includes(TEMPLATE_MARK) && !(isObject(entry) && Object.hasOwn(entry, "each"))) continue;
      templates.push({ section, key, entry });
      delete entries[key];
    }
  }
  return templates;
}

/** Puts what the rows make of the templates into the document, which is resolved by now. `layoutsOf`: of a workbook, by its normal slug. */
export function expandTemplates(
  resolver: Resolver,
  at: Pick<Spot, "file"> & { doc: number },
  { value, templates }: { value: Json; templates: readonly Template[] },
  layoutsOf: (slug: string) => PlacedLayouts = () => new Map(),
): Expanded {
  const origins = new Map<string, RowOrigin>();
  const overridden = new Map<string, Spot>();
  const expanded: Expanded = { origins, overridden, diagnostics: [], failed: [] };
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
      const ids = known.get(template.section) ?? namesIn(template.section, entries);
      known.set(template.section, ids);
      const taken = ids.get(id);
      if (taken !== undefined) {
        const first = origins.get(`${template.section}\n${taken}`);
        const other =
          first?.row.place() ?? placeOf(resolver, { ...at, path: [template.section, taken] }, "key");
        const rule = template.section === "reports" ? "duplicate-report" : "duplicate-slug";
        const message = `\`${template.key}\` gives \`${key}\` a second time; first at ${other}.`;
        found.push({ row, one: errorAt(locateSpot(resolver, spot, "key"), { rule, message }) });
        continue;
      }
      ids.set(id, key);
      const isRoom = pay(resolver, { ...sizeOf(template.entry), steps: 1 }, (finding) =>
        expanded.diagnostics.push(findingAt(resolver, spot, { ...finding, part: "key" })),
      );
      if (!isRoom) {
        expanded.failed.push([]);
        return expanded;
      }
      const say = { found, failed: expanded.failed };
      const layouts = () => layoutsOf(id);
      const { value: entry, own } = instantiate(resolver, { template, row, spot, key, layouts }, say);
      entries[key] = entry;
      const isOver = own && template.section === "workbooks";
      const over = isOver ? { ids: { before: idsOf(own), after: idsOf(entry) }, own } : {};
      const origin: RowOrigin = { template: template.key, row, all: rows.length, ...over };
      origins.set(`${template.section}\n${key}`, origin);
      for (const [name, path] of templatesNamedBy(row.values))
        if (!overridden.has(name)) overridden.set(name, below(row.spot, ...path));
    }
    for (const { row, one } of found) {
      const place = rowPlaceOf({ template: template.key, row, all: rows.length });
      expanded.diagnostics.push(inRow(one, describeRow(resolver, place)));
    }
  }
  return expanded;
}

/** The entries of a section by what must be theirs alone. */
function namesIn(section: string, entries: JsonObject): Map<string, string> {
  return new Map(
    Object.keys(entries).map((key) => [section === "workbooks" ? normalizeSlug(key) : key, key]),
  );
}

/** The templates that a row's `override` is for by name, as `section\ntemplate`, each with its path in the row. */
function* templatesNamedBy({ override }: JsonObject): Generator<[string, string[]]> {
  if (!isObject(override)) return;
  for (const key of Object.keys(override))
    if (key.includes(TEMPLATE_MARK)) yield [`workbooks\n${key}`, ["override", key]];
  const { reports } = override;
  if (isObject(reports))
    for (const key of Object.keys(reports)) yield [`reports\n${key}`, ["override", "reports", key]];
}

/** What a row makes of a template; `own`: the same before its `override`, if that says anything of it. */
function instantiate(
  resolver: Resolver,
  {
    template,
    row,
    spot,
    key,
    layouts,
  }: { template: Template; row: Row; spot: Spot; key: string; layouts: () => PlacedLayouts },
  { found, failed }: { found: RowFinding[]; failed: Path[] },
): { value: Json; own?: JsonObject } {
  const resolved = fillIn(resolver, { template, row, spot });
  for (const one of resolved.diagnostics) found.push({ row, one });
  for (const path of resolved.failed) failed.push([template.section, key, ...path.slice(2)]);
  if (template.section !== "layouts" && isObject(resolved.value) && row.values.targets != null)
    resolved.value = limitRow(resolver, resolved.value, row, found);
  const { override } = row.values;
  if (override == null || !isObject(resolved.value)) return { value: resolved.value };
  const say = (path: readonly string[], finding: Finding & { part?: "key" }) =>
    found.push({ row, one: findingAt(resolver, below(row.spot, "override", ...path), finding) });
  const own = resolved.value;
  const isWorkbook = template.section === "workbooks";
  let merged: JsonObject | undefined;
  for (const { path, patch } of patchesOf(override, template)) {
    if (!isObject(patch)) {
      const message = "The `override` of a row is a map, as one of `overrides`.";
      say(path, { rule: "wrong-type", message });
      continue;
    }
    const problems: OverrideProblem[] = [];
    merged = isWorkbook
      ? applyOverride(merged ?? placeWidgets(own, layouts()), patch, problems)
      : (mergePatch(merged ?? own, patch) as JsonObject);
    for (const { rule, message, widget } of problems)
      say([...path, "dashboard", "widgets", widget], { rule, message, part: "key" });
  }
  return merged ? { value: merged, own } : { value: own };
}

/** What a row declares for its own `targets` alone, and of those only for the targets of the template, if that has any. */
function limitRow(resolver: Resolver, entry: JsonObject, row: Row, found: RowFinding[]): JsonObject {
  const { project, target } = resolver.variables;
  const { targets } = row.values;
  const say = (finding: Finding, ...path: number[]) => {
    const one = findingAt(resolver, below(row.spot, "targets", ...path), finding);
    found.push({ row, one });
    return entry;
  };
  // A table has no lists.
  const list = typeof targets === "string" ? [targets] : targets;
  if (!Array.isArray(list) || list.length === 0 || list.some((name) => typeof name !== "string"))
    return say({ rule: "wrong-type", message: "`targets` of a row is a list of targets and groups." });
  const own = readLimit(list, project, target)!;
  for (const { index, ...problem } of own.problems)
    say(problem, ...(typeof targets === "string" ? [] : [index]));
  if (own.problems.length > 0) return entry;
  const others = readLimit(entry.targets, project, target);
  if (!others || others.problems.length > 0) return { ...entry, targets: list };
  const both = [...own.names].filter((name) => others.names.has(name));
  if (both.length > 0) return { ...entry, targets: both };
  const message = "No target is left: `targets` of the row and of its template have none in common.";
  return say({ rule: "unknown-target", message });
}

/** The template with a row's values, before the row's `override`. */
function fillIn(
  resolver: Resolver,
  { template, row, spot }: { template: Template; row: Row; spot: Spot },
): { value: Json; diagnostics: Diagnostic[]; failed: Path[] } {
  const { each: _, ...entry } = structuredClone(template.entry as JsonObject);
  return resolveDocument(resolver, {
    file: spot.file,
    doc: spot.doc as number,
    path: spot.path,
    value: entry,
    row,
  });
}

/** What a row makes of a template. */
export interface Unfolded {
  /** The key of the entry that it declares. */
  key: string;
  row: Row;
  /** The entry before the row's `override`. */
  entry: JsonObject;
}

/** A template of a document that is not resolved, and what each of its rows makes of it; undefined if the document has no such template. Findings are left out: the file was loaded. */
export function unfoldTemplate(
  resolver: Resolver,
  { file, doc, value }: { file: string; doc: number; value: Json },
  [section, key]: readonly [section: string, key: string],
): { spot: Spot; rows: Unfolded[] } | undefined {
  const template = takeTemplates(structuredClone(value)).find(
    (one) => one.section === section && one.key === key,
  );
  if (!template) return undefined;
  const spot: Spot = { file, doc, path: [section, key] };
  const rows = readRows(resolver, spot, template, { diagnostics: [], failed: [] });
  const unfolded = rows.flatMap((row): Unfolded[] => {
    const own = keyOf(resolver, { template, row, spot }, []);
    const { value: entry } = fillIn(resolver, { template, row, spot });
    return own !== undefined && isObject(entry) ? [{ key: own, row, entry }] : [];
  });
  return { spot, rows: unfolded };
}

/** A row of a template as it is written: for who asks what it says, and where. */
export interface WrittenRow {
  values: JsonObject;
  /** What all rows of the template declare, at whatever target. */
  slugs: string[];
  /** A row of a table has no `override`, and its values have no places of their own. */
  isInTable: boolean;
  /** Where a value of it is, or what is nearest to it. */
  locate(path: Path): Span;
}

/** A row of the template of a workbook, by its `key`; undefined if the file has no such row. Findings are left out: the file was loaded. */
export function findRow(
  files: Files,
  variables: Variables,
  { file, template, row: name }: { file: string; template: string; row: string },
): WrittenRow | undefined {
  const text = files.read(file);
  if (typeof text !== "string") return undefined;
  const resolver = createResolver(files, variables);
  for (const [doc, value] of parseText(text, formatOf(file)).documents.entries()) {
    const found = takeTemplates(value).find(
      ({ section, key }) => section === "workbooks" && key === template,
    );
    if (!found) continue;
    const spot: Spot = { file, doc, path: ["workbooks", template] };
    const rows = readRows(resolver, spot, found, { diagnostics: [], failed: [] });
    const row = rows.find((one) => one.name === name);
    if (!row) return undefined;
    const keys = rows.map((one) => keyOf(resolver, { template: found, row: one, spot }, []));
    const { table } = row;
    return {
      values: row.values,
      slugs: keys.flatMap((key) => (key === undefined ? [] : normalizeSlug(key))),
      isInTable: table !== undefined,
      locate: (path) =>
        table
          ? { ...table, column: 1, endLine: table.line, endColumn: 2 }
          : locateSpot(resolver, below(row.spot, ...path)),
    };
  }
  return undefined;
}

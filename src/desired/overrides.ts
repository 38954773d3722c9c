// The changes of one target (contract 2) or of one row (contract 15) to a workbook: a JSON merge patch, in which widgets go by id.
// Both are merged over the template or entry when it has its places from `layouts`: the row's first, then the target's.
import { isObject, type Json, type JsonObject, ownValue, suggestFrom } from "../model/index.ts";

// Neither way to merge changes its arguments: included values are shared.

/** The keys next to `$include` over what it names: maps key by key, anything else replaces. Null stays null. */
export function mergeOver(base: JsonObject, over: JsonObject): JsonObject {
  const merged: JsonObject = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = ownValue(merged, key);
    merged[key] = isObject(below) && isObject(value) ? mergeOver(below, value) : value;
  }
  return merged;
}

/** JSON Merge Patch, RFC 7396: maps key by key, null removes, anything else replaces. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged: JsonObject = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(ownValue(merged, key), value);
  }
  return merged;
}

/** What the key of a template holds, and no other key. */
export const TEMPLATE_MARK = "${row.";

/**
 * What a row's `override` says of what one template makes of it, in the order in which it is merged, each with its path in the `override`. Of a
 * workbook: what is for every workbook of the row, then what is under its template's key. Of a report: what is under `reports` and that key.
 */
export function patchesOf(
  override: Json,
  { section, key }: { section: string; key: string },
): { path: string[]; patch: Json }[] {
  if (!isObject(override)) return section === "workbooks" ? [{ path: [], patch: override }] : [];
  const { reports, ...rest } = override;
  if (section === "reports") {
    if (reports != null && !isObject(reports)) return [{ path: ["reports"], patch: reports }];
    const patch = ownValue(reports ?? {}, key);
    return patch == null ? [] : [{ path: ["reports", key], patch }];
  }
  if (section !== "workbooks") return [];
  const all = Object.entries(rest).filter(([name]) => !name.includes(TEMPLATE_MARK));
  const own = ownValue(rest, key);
  return [
    ...(all.length > 0 ? [{ path: [], patch: Object.fromEntries(all) }] : []),
    ...(own == null ? [] : [{ path: [key], patch: own }]),
  ];
}

export interface OverrideProblem {
  rule: "unknown-widget";
  message: string;
  /** The widget id in the map of changes. */
  widget: string;
}

/** The entry with a target's patch merged over it; neither is changed. Positions in `entry` are written out. */
export function applyOverride(entry: JsonObject, patch: JsonObject, problems: OverrideProblem[]): JsonObject {
  const { dashboard, ...rest } = patch;
  const merged = mergePatch(entry, rest) as JsonObject;
  if (dashboard === undefined) return merged;
  if (!isObject(dashboard)) return mergePatch(merged, { dashboard }) as JsonObject;
  const { widgets, ...fields } = dashboard;
  const patched = mergePatch(merged.dashboard, fields) as JsonObject;
  if (isObject(widgets))
    patched.widgets = patchWidgets(patched.widgets, widgets, { owner: "This workbook", problems });
  else if (widgets === null) delete patched.widgets;
  else if (widgets !== undefined) patched.widgets = widgets;
  return { ...merged, dashboard: patched };
}

/** Widgets with changes by id: a merge patch each, null removes, a new id with a type is added. `owner`: who has the widgets. */
export function patchWidgets(
  base: Json | undefined,
  patches: JsonObject,
  { owner, problems }: { owner: string; problems: OverrideProblem[] },
): Json[] {
  const list = Array.isArray(base) ? base : [];
  const ids = list.map((widget) => (isObject(widget) ? String(widget.id) : ""));
  const patched: Json[] = [];
  for (const [index, widget] of list.entries()) {
    const patch = ownValue(patches, ids[index]!);
    if (patch === null) continue;
    patched.push(patch === undefined ? widget : mergePatch(widget, patch));
  }
  const known = new Set(ids);
  const meant = suggestFrom(ids);
  for (const [id, patch] of Object.entries(patches)) {
    if (known.has(id)) continue;
    if (isObject(patch) && patch.type !== undefined)
      patched.push({ id, ...(mergePatch({}, patch) as JsonObject) });
    else {
      const message = `${owner} has no widget \`${id}\`.${meant(id)}`;
      problems.push({ rule: "unknown-widget", message, widget: id });
    }
  }
  return patched;
}

// The changes of one target to a workbook (contract 2): a JSON merge patch, in which widgets go by id.
import { isObject, type Json, type JsonObject, ownValue, suggestFrom } from "../../model/index.ts";
import { mergePatch } from "./merge.ts";

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

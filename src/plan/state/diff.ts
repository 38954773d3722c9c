// The field differences between live and desired state. The only importer of deep-diff.

import deepDiff from "deep-diff";
import {
  compareText,
  type FieldChange,
  isObject,
  type Json,
  type JsonObject,
  joinPath,
  type Path,
  valueAt,
  widgetPath,
} from "../../model/index.ts";
import { canonical } from "./canonical.ts";
import type { ComparedState } from "./state.ts";
import { widgetsById } from "./widgets.ts";

/** A field change whose origin is not known yet. */
export type Difference = Omit<FieldChange, "origin">;

/**
 * Every difference, sorted by path; at least one if the canonical texts of the states differ. Both are in normal form (no
 * null-valued keys). Lists of the same length are compared element by element, others whole; widgets by id.
 */
export function diffStates(live: ComparedState, desired: ComparedState): Difference[] {
  const { dashboard: liveDashboard, folder: liveFolder, ...liveRest } = live;
  const { dashboard, folder, ...rest } = desired;
  const differences = diffValues("", liveRest as Json, rest as Json);
  // A folder is one thing, whether it is known by its path or by its id.
  differences.push(...diffOne("folder", liveFolder, folder));
  if (dashboard) {
    const { widgets: _liveWidgets, ...liveFields } = liveDashboard ?? {};
    const { widgets: _widgets, ...fields } = dashboard;
    differences.push(...diffValues("dashboard", liveFields, fields));
    differences.push(...diffWidgets(liveDashboard ?? {}, dashboard));
  }
  return differences.sort((a, b) => compareText(a.path, b.path));
}

function diffWidgets(live: JsonObject, desired: JsonObject): Difference[] {
  const before = widgetsById(live);
  const after = widgetsById(desired);
  if (before.size === 0 && after.size === 0)
    return diffOne("dashboard.widgets", live.widgets, desired.widgets);
  const differences: Difference[] = [];
  for (const [id, widget] of before) {
    const path = widgetPath(id);
    const now = after.get(id);
    if (now === undefined) differences.push({ path, change: "removed", before: widget });
    else differences.push(...diffValues(path, widget, now));
  }
  for (const [id, widget] of after) {
    if (!before.has(id)) differences.push({ path: widgetPath(id), change: "added", after: widget });
  }
  const orderBefore = [...before.keys()].filter((id) => after.has(id));
  const orderAfter = [...after.keys()].filter((id) => before.has(id));
  if (canonical(orderBefore) !== canonical(orderAfter)) {
    differences.push({
      path: "dashboard.widgets",
      change: "reordered",
      before: orderBefore,
      after: orderAfter,
    });
  }
  return differences;
}

function diffValues(base: string, before: Json, after: Json): Difference[] {
  if (!isObject(before) || !isObject(after)) return diffOne(base, before, after);
  const found = deepDiff.diff(before, after, { normalize: wholeLists }) ?? [];
  return found.flatMap((difference) => {
    const path = (difference.path ?? []) as Path;
    return diffOne(joinPath(base, path), valueAt(before, path), valueAt(after, path));
  });
}

function diffOne(path: string, before: Json | undefined, after: Json | undefined): Difference[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [{ path, change: "added", after: after as Json }];
  if (after === undefined) return [{ path, change: "removed", before }];
  return canonical(before) === canonical(after) ? [] : [{ path, change: "changed", before, after }];
}

// deep-diff pairs list elements by index: one insertion would show as a change of every element after it.
function wholeLists(
  _path: unknown,
  _key: unknown,
  before: unknown,
  after: unknown,
): [unknown, unknown] | undefined {
  if (!Array.isArray(before) && !Array.isArray(after)) return undefined;
  const pairwise =
    Array.isArray(before) &&
    Array.isArray(after) &&
    before.length === after.length &&
    before.every((item, index) => isObject(item) && isObject(after[index]));
  return pairwise ? undefined : [canonical((before ?? null) as Json), canonical((after ?? null) as Json)];
}

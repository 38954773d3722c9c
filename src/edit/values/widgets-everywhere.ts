// Widgets that are copied or removed for every target: in the entry, and in the overrides of each.
import { isObject, type Json, type JsonObject, mapValues, ownValue, widgetsOf } from "../../model/index.ts";
import { idOf } from "./unmerge.ts";

/** What is done to widgets as wholes, whichever target is looked at. */
export interface Everywhere {
  /** New id → id of the widget that it is a copy of, as the files say that. */
  copies?: ReadonlyMap<string, string>;
  removed?: ReadonlySet<string>;
}

interface Declared {
  base: JsonObject;
  /** The overrides of each target. */
  patches: JsonObject;
}

/**
 * Adds the copies at the end, at the places that `want` has for them, with the overrides of what they are copies of but for places. A target
 * with a list of its own has its copies there.
 */
export function withCopies(
  { base, patches }: Declared,
  { copies = new Map(), target }: Everywhere & { target: string },
  want: JsonObject,
): Declared {
  let result = { base, patches };
  if (hasOwnList(ownValue(patches, target))) return result;
  for (const [id, from] of copies) {
    const wanted = widgetsOf(want.dashboard).find((one) => idOf(one) === id);
    if (isObject(wanted)) result = withCopy(result, { id, from, place: placeOf(wanted) });
  }
  return result;
}

function withCopy(
  { base, patches }: Declared,
  { id, from, place }: { id: string; from: string; place: JsonObject },
): Declared {
  const widgets = widgetsOf(base.dashboard);
  const original = widgets.find((one) => idOf(one) === from);
  const copyOf = (value: JsonObject): JsonObject => {
    const { position: _place, responsiveLayouts: _places, ...rest } = value;
    return { ...rest, ...("id" in rest && { id }) };
  };
  const overridden = mapWidgetPatches(patches, (own) => {
    const patch = ownValue(own, from);
    if (patch === undefined) return own;
    if (!isObject(patch)) return { ...own, [id]: patch };
    const copy = { ...copyOf(patch), ...(!isObject(original) && place) };
    return Object.keys(copy).length === 0 ? own : { ...own, [id]: copy };
  });
  if (!isObject(original) || !isObject(base.dashboard)) return { base, patches: overridden };
  const list = [...widgets, { ...copyOf(original), ...place }];
  return { base: { ...base, dashboard: { ...base.dashboard, widgets: list } }, patches: overridden };
}

/** The overrides without what they say of the widgets; an override that says nothing else goes. */
export function withoutPatchesOf(patches: JsonObject, ids: ReadonlySet<string>): JsonObject {
  if (ids.size === 0) return patches;
  return mapWidgetPatches(patches, (own) =>
    Object.fromEntries(Object.entries(own).filter(([id]) => !ids.has(id))),
  );
}

function mapWidgetPatches(patches: JsonObject, change: (own: JsonObject) => JsonObject): JsonObject {
  const changed = mapValues(patches, (patch) => {
    if (!isObject(patch) || !isObject(patch.dashboard) || !isObject(patch.dashboard.widgets)) return patch;
    const { widgets, ...board } = patch.dashboard;
    const after = change(widgets as JsonObject);
    if (Object.keys(after).length > 0 || Object.keys(widgets as JsonObject).length === 0)
      return { ...patch, dashboard: { ...patch.dashboard, widgets: after } };
    if (Object.keys(board).length > 0) return { ...patch, dashboard: board };
    const { dashboard: _, ...rest } = patch;
    return Object.keys(rest).length > 0 ? rest : GONE;
  });
  return Object.fromEntries(Object.entries(changed).filter(([, patch]) => patch !== GONE));
}

const GONE: JsonObject = {};

/** The keys of a widget that say where it is. */
export function placeOf({ position, responsiveLayouts }: JsonObject): JsonObject {
  return {
    ...(position !== undefined && { position }),
    ...(responsiveLayouts !== undefined && { responsiveLayouts }),
  };
}

/** Of the ids those that the entry itself has, for every target; none if the patch has a list of its own. */
export function inEntry(
  { base, patch }: { base: JsonObject; patch: Json | undefined },
  ids: Iterable<string> = [],
): Set<string> {
  if (hasOwnList(patch)) return new Set();
  const own = new Set(widgetsOf(base.dashboard).map(idOf));
  return new Set([...ids].filter((id) => own.has(id)));
}

/** Whether a patch has all widgets as a list, rather than changes of them by their ids. */
export function hasOwnList(patch: Json | undefined): boolean {
  return isObject(patch) && isObject(patch.dashboard) && Array.isArray(patch.dashboard.widgets);
}

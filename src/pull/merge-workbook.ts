// A workbook's entry with the live fields that are taken; all else as the file has it.

import { isObject, type JsonObject } from "../model/index.ts";
import {
  type ComparedState,
  canonical,
  type IgnoredPath,
  managedState,
  withLiveIgnored,
  withoutIgnored,
} from "../plan/index.ts";
import { mergeKeys } from "./merge-value.ts";
import { mergeWidgets } from "./merge-widgets.ts";
import { withKey } from "./plain.ts";

interface Merging {
  /** As the files declare it, resolved. */
  entry: JsonObject;
  /** The live values of the fields that the entry manages, in normal form, without ignored paths, reports by key. */
  live: ComparedState;
  /** The live folder as a file names it: see folderFields. */
  folder: JsonObject;
  taken: ReadonlySet<string>;
  ignored: readonly IgnoredPath[];
}

/** The entry with the taken fields. Ignored paths stay as in the file, and nothing becomes managed that was not. */
export function mergeWorkbook({ entry, live, folder, taken, ignored }: Merging): JsonObject {
  let merged = { ...entry };
  if (taken.has("name")) merged = withKey(merged, "name", live.name);
  if (taken.has("folder")) merged = moveTo(merged, folder);
  if (isObject(entry.meta))
    merged.meta = mergeKeys("meta", { own: entry.meta, live: live.meta ?? {} }, taken);
  if (isObject(entry.dashboard)) {
    const sides = { own: entry.dashboard, live: live.dashboard ?? {} };
    const dashboard = mergeKeys("dashboard", sides, taken);
    merged.dashboard = withKey(dashboard, "widgets", mergeWidgets(sides.own, sides.live, taken));
  }
  return keepIgnored(merged, entry, ignored);
}

/** In the place of the old one: a path may become an id, and the reverse. */
function moveTo(entry: JsonObject, folder: JsonObject): JsonObject {
  const fields = Object.entries(folder);
  const places = Object.keys(entry).filter((key) => key === "folder" || key === "folderId");
  return Object.fromEntries(
    Object.entries(entry).flatMap(([key, value]) => {
      if (key === places[0]) return fields;
      return places.some((place) => place === key) ? [] : [[key, value]];
    }),
  ) as JsonObject;
}

function keepIgnored(merged: JsonObject, entry: JsonObject, ignored: readonly IgnoredPath[]): JsonObject {
  const own = managedState(entry) as ComparedState;
  const state = managedState(merged) as ComparedState;
  const kept = withLiveIgnored(state, own, ignored);
  const text = (value: ComparedState) => canonical(withoutIgnored(value, ignored) as JsonObject);
  // If the live container of an ignored value is of another kind, it has no room for that value.
  if (text(kept) !== text(state)) return merged;
  let result = merged;
  if (kept.meta !== state.meta) result = withKey(result, "meta", kept.meta);
  if (kept.dashboard !== state.dashboard) result = withKey(result, "dashboard", kept.dashboard);
  return result;
}

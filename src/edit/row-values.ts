// One row of a template, as the files make it and as it is wanted: what differs is what has to be edited somewhere.
import {
  applyOverride,
  type LayoutSection,
  mergePatch,
  patchesOf,
  type Spot,
  type Unfolded,
} from "../desired/index.ts";
import { isObject, type JsonObject, ownValue, type Target, withoutNulls } from "../model/index.ts";
import {
  inFull,
  namedElsewhere,
  patchInFull,
  placedBy,
  wantedFolder,
  wantedReport,
  withWidgets,
} from "./declaration.ts";
import { editsBetween, getAt, type LeafEdit } from "./rows/edits-between.ts";
import { REMOVING, same } from "./values/same.ts";
import { unmergeWorkbook } from "./values/unmerge.ts";

/** A row that is to be edited. */
export interface RowEdit {
  /** The slug or report key. */
  key: string;
  unfolded: Unfolded;
  /** Where its template is. */
  spot: Spot;
  /** What the template makes of the row, without the overrides of targets. */
  own: JsonObject;
  /** The same with the places that `layouts` gives. */
  placed: JsonObject;
  sections: readonly LayoutSection[];
  /** What the row's `override` says of it, in the order in which it is merged. */
  patches: readonly RowPatch[];
  edits: readonly LeafEdit[];
  /** What the files have to say of it for every target. */
  want: JsonObject;
  /** What the template's overrides say that would have to change; undefined if nothing would. */
  ofTarget: string | undefined;
}

/** A part of a row's `override`, and where in that it is. */
export interface RowPatch {
  path: readonly string[];
  patch: JsonObject;
}

interface Row {
  key: string;
  spot: Spot;
  unfolded: Unfolded;
  target: Target;
  /** What it has to be. */
  entry: JsonObject;
}

export function workbookRow({
  key,
  spot,
  unfolded,
  target,
  entry,
  sections,
}: Row & { sections: readonly LayoutSection[] }): RowEdit {
  const { overrides: _, targets: _limit, ...raw } = unfolded.entry;
  const own = withWidgets(raw, (list) => list.map(inFull));
  const place = placedBy(sections);
  const patches = rowPatches(spot, unfolded);
  let merged = place({ ...unfolded.entry, ...own });
  for (const { patch } of patches) merged = place(applyOverride(merged, patch, []));
  const { overrides, targets: _merged, ...base } = merged;
  const byTarget = isObject(overrides) ? patchInFull(overrides, target.name) : {};
  const chosen = ownValue(byTarget, target.name);
  const patch = isObject(chosen) ? chosen : undefined;
  const want = wantedFolder(base, withoutNulls(entry));
  const named = namedElsewhere(byTarget, target);
  const after = unmergeWorkbook({ base, patch }, want, named);
  const removes = (one: JsonObject = {}, id: string) => getAt(one, ["dashboard", "widgets", id]) === null;
  const gone = [...named].find(([id]) => removes(after.patch, id) && !removes(patch, id));
  const ofTarget = gone
    ? `names the widget ${gone[0]} in \`overrides\` for ${gone[1]}`
    : "says it for the target alone";
  return {
    key,
    unfolded,
    spot,
    own,
    placed: place(own),
    sections,
    patches,
    edits: editsBetween(base, after.base),
    want: after.base,
    ofTarget: same(patch ?? {}, after.patch ?? {}, REMOVING) ? undefined : ofTarget,
  };
}

export function reportRow({ key, spot, unfolded, target, entry }: Row): RowEdit {
  const own = unfolded.entry;
  const patches = rowPatches(spot, unfolded);
  const base = patches.reduce((all, { patch }) => mergePatch(all, patch) as JsonObject, own);
  const want = wantedReport(base, entry, target);
  return {
    key,
    unfolded,
    spot,
    own,
    placed: own,
    sections: [],
    patches,
    edits: editsBetween(base, want),
    want,
    ofTarget: undefined,
  };
}

function rowPatches({ path: [section, template] }: Spot, { row }: Unfolded): RowPatch[] {
  const name = { section: String(section), key: String(template) };
  return patchesOf(row.values.override ?? {}, name).flatMap(({ path, patch }) =>
    isObject(patch) ? [{ path, patch }] : [],
  );
}

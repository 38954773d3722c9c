// One row of a template, as the files make it and as it is wanted: what differs is what has to be edited somewhere.
import {
  applyOverride,
  type LayoutSection,
  mergeSections,
  placeWidget,
  type Spot,
  type Unfolded,
} from "../desired/index.ts";
import { isObject, type Json, type JsonObject, ownValue, type Target, withoutNulls } from "../model/index.ts";
import {
  inFull,
  namedElsewhere,
  patchInFull,
  wantedFolder,
  wantedReport,
  withWidgets,
} from "./declaration.ts";
import { editsBetween, type LeafEdit, orderOf } from "./rows/edits-between.ts";
import { REMOVING, same } from "./values/same.ts";
import { idOf, unmergeWorkbook } from "./values/unmerge.ts";

/** A row that is to be edited. */
export interface RowEdit {
  /** The slug or report key. */
  key: string;
  unfolded: Unfolded;
  /** Where its template is. */
  spot: Spot;
  /** What the template makes of the row, without the overrides of targets. */
  own: JsonObject;
  /** The row's `override`. */
  override: JsonObject | undefined;
  edits: readonly LeafEdit[];
  /** The ids of the widgets in the order that is wanted. */
  order: readonly string[];
  /** Whether the template's own overrides of the target would have to change. */
  isOfTarget: boolean;
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
  const written = unfolded.row.values.override;
  const override = isObject(written) ? written : undefined;
  const layouts = mergeSections(sections, []);
  const placed = (widget: Json): Json =>
    isObject(widget) ? placeWidget(widget, layouts.get(idOf(widget))) : widget;
  const merged = override
    ? applyOverride({ ...unfolded.entry, ...own }, override, [])
    : { ...unfolded.entry, ...own };
  const { overrides, targets: _merged, ...rest } = merged;
  const base = withWidgets(rest, (list) => list.map(placed));
  const patches = isObject(overrides) ? patchInFull(overrides, target.name) : {};
  const chosen = ownValue(patches, target.name);
  const patch = isObject(chosen) ? chosen : undefined;
  const want = wantedFolder(base, withoutNulls(entry));
  const after = unmergeWorkbook({ base, patch }, want, namedElsewhere(patches, target));
  return {
    key,
    unfolded,
    spot,
    own,
    override,
    edits: editsBetween(base, after.base),
    order: orderOf(after.base),
    isOfTarget: !same(patch ?? {}, after.patch ?? {}, REMOVING),
  };
}

export function reportRow({ key, spot, unfolded, target, entry }: Row): RowEdit {
  const own = unfolded.entry;
  const edits = editsBetween(own, wantedReport(own, entry, target));
  return { key, unfolded, spot, own, override: undefined, edits, order: [], isOfTarget: false };
}

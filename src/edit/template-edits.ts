// Where the edits of a template's rows are made (contract 15): what all rows share in the template, a value that is the row's own in the
// row, and everything else in the row's `override`.

import { isScalar } from "yaml";
import { applyOverride, type Spot, wholeName } from "../desired/index.ts";
import { copyOf, isObject, type Json, type JsonObject, ownValue, widgetsOf } from "../model/index.ts";
import { canonical } from "../plan/index.ts";
import { type Piece, placedBy, takeApart, writesLists } from "./declaration.ts";
import type { Note } from "./draft.ts";
import type { Style } from "./form/render.ts";
import { changeBetween } from "./keep-variables.ts";
import type { RowEdit } from "./row-values.ts";
import type { CellEdit } from "./rows/cells.ts";
import { getAt, type LeafEdit, orderOf, setAt, withEdits } from "./rows/edits-between.ts";
import { contentOf, layersAt, ownerOf, type Reading, type Slot, stepInto } from "./slots.ts";
import { IN_WORKBOOK, type Nulls, patchBetween, REMOVING, same } from "./values/same.ts";
import { hasOwnList } from "./values/widgets-everywhere.ts";

/** For whom the edits of rows are: for all if all have them, for all, or for each alone. */
export type RowsChoice = "shared" | "all" | "one";

export interface TemplateWish {
  section: "workbooks" | "reports";
  /** The key as written. */
  template: string;
  /** Where it is written, for messages. */
  place: { file: string; line: number };
  rows: readonly RowEdit[];
  /** How many rows declare something at this target. */
  count: number;
  choice: RowsChoice;
  /** Whether an `override` has to say which template it is for: others make workbooks of the same rows. */
  isNamed: boolean;
  /** By the place of a row the one piece that all its templates edit it with. */
  rowPieces: Map<string, Piece>;
  /** Which way to do it: the first that gives what is wanted is taken. */
  level: number;
}

/** Ways to write edits of rows, tried in this order. */
export const WAYS = 3;

export interface RowOrder {
  /** The slug or key that it is for. */
  key: string;
  pieces: Piece[];
  cells: CellEdit[];
}

export interface TemplateOrders {
  orders: RowOrder[];
  /** Key → why its edits can be made nowhere. */
  refused: Map<string, string>;
  notes: Note[];
}

const LISTS = "It lists all widgets of the row now, which no longer follow those of the template.";

const IN_ROW: Nulls = { remove: false, under: new Map([["override", REMOVING]]) };

export function templateOrders(reading: Reading, wish: TemplateWish): TemplateOrders {
  const { rows, place } = wish;
  const result: TemplateOrders = { orders: [], refused: new Map(), notes: [] };
  const [first] = rows;
  if (!first) return result;
  const owns = new Map(rows.map((row) => [row, wish.level === 0 ? ownValues(reading, row) : new Map()]));
  const shared = sharedPaths(wish, owns);
  const isForAll = shared.size > 0 || mayOrder(wish);
  const inTemplate = (row: RowEdit) => row.edits.filter(({ path }) => shared.has(keyOf(path)));
  const order = isForAll ? commonOrder(rows, inTemplate) : [];
  const shortPositions = writesLists(widgetsOf(first.unfolded.entry.dashboard), first.sections);
  const style: Style = { shortPositions, layouts: false };
  // Only a row's own value is edited in the row: for all rows, what names it is replaced.
  const piecesOf = (
    row: RowEdit,
    edits: readonly LeafEdit[],
    ids: readonly string[],
    isOwn = false,
  ): Piece[] => {
    const { entry, layouts } = takeApart({ ...row, shortPositions }, withEdits(row.placed, edits, ids));
    const { values, spot } = row.unfolded.row;
    const within = (own: Spot | undefined) => ({ values, spot: isOwn ? own : undefined });
    return [
      { spot: row.spot, row: within(spot), now: row.own, want: entry, nulls: IN_WORKBOOK, style },
      ...layouts.map((one): Piece => ({ ...one, row: within(one.spot.row) })),
    ];
  };
  if (isForAll) {
    result.orders.push({ key: first.key, pieces: piecesOf(first, inTemplate(first), order), cells: [] });
    const message = `Taken into the template ${wish.template}, for ${ofRows(wish)}.`;
    if (shared.size > 0) result.notes.push({ key: first.key, ...place, message });
  }
  for (const row of rows) {
    const own = owns.get(row)!;
    const inRow = row.edits.filter(({ path }) => own.has(keyOf(path)));
    const cells = inRow.flatMap((edit) => cellOf(row, edit, own));
    const written = inRow.filter(({ path }) => own.get(keyOf(path))?.column === undefined);
    const base = withEdits(row.placed, [...inTemplate(row), ...inRow], order);
    const { path, under, patch } = partOf(wish, row, base);
    const part = listedPart(row, under, overrideAfter(under, patch, row.edits));
    const isSame = same(part ?? {}, patch ?? {}, REMOVING);
    const reason = whyNot(wish, row, isSame);
    if (reason) result.refused.set(row.key, reason);
    const pieces: Piece[] = [];
    if (written.length > 0) pieces.push(...piecesOf(row, written, [], true));
    if (!isSame) {
      const { spot, values: now } = row.unfolded.row;
      const known = wish.rowPieces.get(row.unfolded.row.place());
      const { override: before, ...values } = (known?.want ?? now) as JsonObject;
      const override = withPart(isObject(before) ? before : {}, { path, before: patch }, part);
      const want = Object.keys(override).length > 0 ? { ...values, override } : values;
      const piece = known ?? { spot, isRow: true, now, want, nulls: IN_ROW, style };
      piece.want = want;
      wish.rowPieces.set(row.unfolded.row.place(), piece);
      if (!known) pieces.push(piece);
    }
    if (pieces.length + cells.length === 0) continue;
    result.orders.push({ key: row.key, pieces, cells });
    const what = isSame ? "row" : "`override` of the row";
    const lists = hasOwnList(part) && !hasOwnList(patch) ? ` ${LISTS}` : "";
    const message = `Taken into the ${what} ${row.unfolded.row.name}, at ${row.unfolded.row.place()}.${lists}`;
    result.notes.push({ key: row.key, ...place, message });
  }
  return result;
}

/** The part of a row's `override` that its edits go to, as it is, and what it is merged over. `base`: what the template says of the row. */
function partOf(
  { section, template, isNamed }: TemplateWish,
  { patches }: RowEdit,
  base: JsonObject,
): { path: readonly string[]; under: JsonObject; patch: JsonObject | undefined } {
  const own = patches.find(({ path }) => path.length > 0);
  const all = patches.find(({ path }) => path.length === 0)?.patch;
  if (section === "reports")
    return { path: own?.path ?? [section, template], under: base, patch: own?.patch };
  if (!own && !isNamed) return { path: [], under: base, patch: all };
  return { path: [template], under: all ? applyOverride(base, all, []) : base, patch: own?.patch };
}

function ofRows({ count }: TemplateWish): string {
  return count === 1 ? "its one row" : `all ${count} rows`;
}

function keyOf(path: readonly string[]): string {
  return path.join("\n");
}

/** Whether the template may get another order of the widgets. */
function mayOrder({ section, choice, rows, count }: TemplateWish): boolean {
  if (section !== "workbooks" || choice === "one") return false;
  return choice === "all" || rows.length === count;
}

/** The paths whose edits the template gets. */
function sharedPaths(
  { choice, rows, count, level }: TemplateWish,
  owns: ReadonlyMap<RowEdit, ReadonlyMap<string, Own>>,
): Set<string> {
  const [first, ...others] = rows;
  if (!first || choice === "one" || (choice === "shared" && (rows.length < count || level > 1)))
    return new Set();
  const paths = first.edits.map(({ path }) => keyOf(path)).filter((path) => !owns.get(first)!.has(path));
  if (choice === "all") return new Set(paths);
  const byPath = others.map(({ edits }) => new Map(edits.map((edit) => [keyOf(edit.path), edit])));
  return new Set(
    first.edits.flatMap((edit) => {
      const path = keyOf(edit.path);
      if (!paths.includes(path)) return [];
      return byPath.every((edits) => isSameEdit(edit, edits.get(path), level)) ? [path] : [];
    }),
  );
}

/** Whether two rows have the same edit: the same value then, or, of texts that differ by row, the same words changed. */
function isSameEdit(edit: LeafEdit, other: LeafEdit | undefined, level: number): boolean {
  if (!other) return false;
  if (canonical(edit.want ?? null) === canonical(other.want ?? null)) return true;
  const texts = [edit.now, edit.want, other.now, other.want];
  if (level > 0 || !texts.every((one) => typeof one === "string")) return false;
  const [now, want, otherNow, otherWant] = texts as string[];
  const a = changeBetween(now!, want!);
  const b = changeBetween(otherNow!, otherWant!);
  return a.by === b.by && now!.slice(a.from, a.to) === otherNow!.slice(b.from, b.to);
}

/** The widgets of the template in the order that all rows want; none if they want different ones. */
function commonOrder(
  rows: readonly RowEdit[],
  inTemplate: (row: RowEdit) => readonly LeafEdit[],
): readonly string[] {
  const orders = rows.map((row) => {
    const known = new Set(orderOf(withEdits(row.placed, inTemplate(row), [])));
    return orderOf(row.want).filter((id) => known.has(id));
  });
  const [first = []] = orders;
  return orders.every((one) => one.join("\n") === first.join("\n")) ? first : [];
}

/** The column of a value that a row gives whole; undefined: of a row that is no line of a table. */
type Own = { column: string | undefined };

/** The edits of values that are the row's own: the template has nothing but `${row.x}` there, and no override hides it. */
function ownValues(reading: Reading, row: RowEdit): Map<string, Own> {
  const own = new Map<string, Own>();
  const ids = orderOf(row.own);
  for (const { path, now, want } of row.edits) {
    if (want === undefined || row.patches.some(({ patch }) => getAt(patch, path) !== undefined)) continue;
    let layers: Slot[] = layersAt(reading, row.spot, {
      values: row.unfolded.row.values,
      spot: row.unfolded.row.spot,
    });
    for (const [index, key] of path.entries()) {
      const isId = index === 2 && path[0] === "dashboard" && path[1] === "widgets";
      layers = layers.length > 0 ? stepInto(reading, layers, isId ? ids.indexOf(key) : key) : [];
    }
    const slot = layers.length > 0 ? ownerOf(layers) : undefined;
    if (!slot) continue;
    const node = contentOf(slot);
    const named = isScalar(node) && typeof node.value === "string" ? wholeName(node.value) : undefined;
    const isCell = named?.kind === "row" && named.name !== "key" && isCellOf(row, named.name, { now, want });
    if (slot.column !== undefined && slot.column !== "key") own.set(keyOf(path), { column: undefined });
    else if (isCell) own.set(keyOf(path), { column: named.name });
  }
  return own;
}

/** Whether a table has just this value there, and can have the other. */
function isCellOf(
  { unfolded: { row } }: RowEdit,
  column: string,
  { now, want }: Omit<LeafEdit, "path">,
): boolean {
  return row.table !== undefined && typeof want === "string" && ownValue(row.values, column) === now;
}

function cellOf(
  { unfolded, key }: RowEdit,
  { path, now, want }: LeafEdit,
  own: ReadonlyMap<string, Own>,
): CellEdit[] {
  const { table } = unfolded.row;
  const column = own.get(keyOf(path))?.column;
  return table && column !== undefined && typeof want === "string"
    ? [{ key, ...table, column, now, want }]
    : [];
}

/** Why what is left of a row's edits can be nowhere. `isSame`: whether its `override` would have none of it. */
function whyNot(
  { template, place, choice }: TemplateWish,
  { unfolded: { row }, ofTarget }: RowEdit,
  isSame: boolean,
): string | undefined {
  const says = `it is the row ${row.name} (${row.place()}) of ${template}, and ${place.file}:${place.line}`;
  if (ofTarget) return `${says} ${ofTarget}: edit it there`;
  if (isSame) return undefined;
  if (choice === "all") return `${says} cannot say it for all rows`;
  if (!row.table) return undefined;
  return `${says} says it of all rows, and a table has no \`override\`: let the rows be a list in YAML, or edit it there`;
}

// The `override` of a row (contract 15): what has to be in it so that its dashboard is what is wanted and the template stays as it is.

/**
 * The override after the edits; undefined if nothing is left of it. `base`: what the template says of the row. What the override says
 * elsewhere stays word for word, and what an edit makes the same as in the template goes.
 */
function overrideAfter(
  base: JsonObject,
  before: JsonObject | undefined,
  edits: readonly LeafEdit[],
): JsonObject | undefined {
  const override = copyOf(before ?? {});
  for (const { path, want } of edits) put(override, base, path, want);
  return Object.keys(override).length > 0 ? override : undefined;
}

/**
 * The part of an override, with the whole list of widgets if changes of widgets by their ids do not give what is wanted: such changes leave
 * the widgets in the template's order, and new ones last.
 */
function listedPart(
  { sections, want }: RowEdit,
  under: JsonObject,
  part: JsonObject | undefined,
): JsonObject | undefined {
  const wanted = want.dashboard;
  const { dashboard } = placedBy(sections)(applyOverride(under, part ?? {}, []));
  if (!isObject(wanted) || !isObject(dashboard) || same(dashboard.widgets, wanted.widgets)) return part;
  const { widgets = null } = wanted;
  return { ...part, dashboard: { ...(isObject(part?.dashboard) && part.dashboard), widgets } };
}

/** The whole `override` of a row with another part at a path; without a path it is what is for every workbook of the row. */
function withPart(
  override: JsonObject,
  { path, before = {} }: { path: readonly string[]; before: JsonObject | undefined },
  part: JsonObject | undefined,
): JsonObject {
  const whole = copyOf(override);
  if (path.length > 0) setAt(whole, path, part);
  else {
    for (const key of Object.keys(before)) delete whole[key];
    return { ...part, ...whole };
  }
  prune(whole, path.slice(0, -1));
  return whole;
}

function put(override: JsonObject, base: JsonObject, path: readonly string[], want: Json | undefined): void {
  const under = getAt(base, path);
  if (same(under, want)) {
    takeAway(override, path);
    return;
  }
  const hidden = path.findIndex((_, index) => !isMapOrAbsent(overrideAt(override, path.slice(0, index + 1))));
  // A value above it, or a null that removes a widget, is written anew with the edit in it.
  if (hidden !== -1 && hidden < path.length - 1) {
    const above = path.slice(0, hidden + 1);
    const whole = overrideAt(override, above);
    const start = isObject(whole) ? whole : {};
    setAt(start, path.slice(hidden + 1), want);
    setAt(override, above, start);
    return;
  }
  if (want === undefined) setAt(override, path, under === undefined ? undefined : null);
  else setAt(override, path, isWidget(path) ? ofWidget(under, want) : patchBetween(under, want));
  if (want === undefined && under === undefined) prune(override, path.slice(0, -1));
}

function isWidget(path: readonly string[]): boolean {
  return path.length === 3 && path[0] === "dashboard" && path[1] === "widgets";
}

/** A new widget has its id as its key. */
function ofWidget(under: Json | undefined, want: Json): Json {
  if (isObject(under) || !isObject(want)) return patchBetween(under, want);
  const { id: _, ...rest } = want;
  return rest;
}

function isMapOrAbsent(value: Json | undefined): boolean {
  return value === undefined || isObject(value);
}

function overrideAt(override: JsonObject, path: readonly string[]): Json | undefined {
  let at: Json | undefined = override;
  for (const key of path) at = isObject(at) ? ownValue(at, key) : undefined;
  return at;
}

function takeAway(override: JsonObject, path: readonly string[]): void {
  setAt(override, path, undefined);
  prune(override, path.slice(0, -1));
}

/** Maps that became empty go. */
function prune(override: JsonObject, path: readonly string[]): void {
  for (let length = path.length; length > 0; length--) {
    const above = path.slice(0, length);
    const map = overrideAt(override, above);
    if (!isObject(map) || Object.keys(map).length > 0) return;
    setAt(override, above, undefined);
  }
}

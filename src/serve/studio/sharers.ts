// Values that several dashboards take from one place: who they are, and what all of them say after an edit of that place.

import type { Wanted } from "../../edit/index.ts";
import {
  CORNERS,
  copyOf,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  type ResolvedWorkbook,
  type Span,
  valueAt,
  widgetsOf,
} from "../../model/index.ts";
import type { Reading } from "./read-files.ts";
import { areSiblings } from "./rows-of.ts";
import type { Touched } from "./wanted.ts";

/** A value of a widget that is not made of others: a title, a text, one number of a position. */
interface Leaf {
  slug: string;
  widget: string;
  path: string[];
}

/** With its value and the place of its text. */
interface LeafAt extends Omit<Leaf, "slug"> {
  value: Json;
  at: Span;
}

/** The slugs of the other dashboards that take a leaf from there. */
interface Sharing {
  sharedWith: Set<string>;
}

/** One that changes. */
export interface SharedLeaf extends LeafAt, Sharing {
  wanted: Json;
}

/** The leaves of a position, or the value itself. */
export function leavesOf(path: readonly string[]): string[][] {
  return isPositionPath(path) ? CORNERS.map((corner) => [...path, corner]) : [[...path]];
}

const isPositionPath = ([first]: readonly string[]) => first === "position" || first === "responsiveLayouts";

/** The place of a widget in the list; -1 if the dashboard has none of this id. */
export function indexOf({ entry }: Pick<ResolvedWorkbook, "entry">, id: string): number {
  return widgetsOf(entry.dashboard).findIndex((one) => isObject(one) && String(one.id) === id);
}

/** Where the text of a value is, which its `$include` or `$file` may have taken in. */
export function contentAt({ locate }: ResolvedWorkbook, index: number, path: readonly string[]): Span {
  return locate(["dashboard", "widgets", index, ...path] as Path, "content");
}

/** The leaves of a dashboard, each with the slugs of the others that take it from there: none if it is in the dashboard's own file. */
export function withSharers<L extends LeafAt>(
  reading: Reading,
  self: ResolvedWorkbook,
  leaves: readonly L[],
): (L & Sharing)[] {
  const { slug: own, file } = self;
  const found = leaves.map((leaf) => ({ ...leaf, sharedWith: new Set<string>() }));
  const taken = found.filter(({ at }) => at.file !== file);
  for (const [slug, { workbook }] of taken.length === 0 ? [] : reading.boards) {
    // The rows of one template have all of it in common, which is another question.
    if (slug === own || areSiblings(workbook, self) || !mayTakeIn(reading, workbook)) continue;
    // One dashboard after the other, because each costs a parse of its file.
    for (const leaf of taken) if (!sharersIn(workbook, leaf).next().done) leaf.sharedWith.add(slug);
  }
  return found;
}

const mayTakeIn = (reading: Reading, { file, layoutFiles }: ResolvedWorkbook) =>
  layoutFiles !== undefined || /\$(?:include|file)/.test(reading.text(file) ?? "");

/** The values of a dashboard that are written where a leaf is; likely ones first. What is taken from one place has one value. */
function* sharersIn(workbook: ResolvedWorkbook, { at, widget, path, value }: LeafAt): Generator<Leaf> {
  const widgets = [...widgetsOf(workbook.entry.dashboard).entries()];
  const isLikely = ([, one]: (typeof widgets)[number]) => isObject(one) && String(one.id) === widget;
  for (const [index, one] of [...widgets.filter(isLikely), ...widgets]) {
    for (const other of isObject(one) ? pathsLike(one, path) : []) {
      if (valueAt(one, other) !== value) continue;
      const { file, line, column } = contentAt(workbook, index, other);
      if (file !== at.file || line !== at.line || column !== at.column) continue;
      yield { slug: workbook.slug, widget: String((one as JsonObject).id), path: other };
    }
  }
}

/** Where a widget may have the same value: a number of one breakpoint may be that of another. */
function pathsLike(widget: JsonObject, path: readonly string[]): string[][] {
  if (!isPositionPath(path)) return [[...path]];
  const responsive = isObject(widget.responsiveLayouts) ? widget.responsiveLayouts : {};
  const corner = path.at(-1)!;
  const others = [
    ["position", corner],
    ...Object.keys(responsive).map((name) => ["responsiveLayouts", name, corner]),
  ];
  const isSame = (other: readonly string[]) => other.join("\n") === path.join("\n");
  return [...others.filter(isSame), ...others.filter((other) => !isSame(other))];
}

/** The leaves that an edit changes and that other dashboards take from the same place. `entry`: the dashboard after it. */
export function sharedLeaves(
  reading: Reading,
  workbook: ResolvedWorkbook,
  { entry, touched }: { entry: JsonObject; touched: readonly Touched[] },
): SharedLeaf[] {
  const changed = touched.flatMap(({ widget, path: whole }) =>
    leavesOf(whole).flatMap((path) => {
      const value = valueAt(widgetIn(workbook.entry, widget), path);
      const wanted = valueAt(widgetIn(entry, widget), path);
      if (!isThere(value) || wanted === undefined || wanted === value) return [];
      return [{ widget, path, value, wanted, at: contentAt(workbook, indexOf(workbook, widget), path) }];
    }),
  );
  return withSharers(reading, workbook, changed).filter(({ sharedWith }) => sharedWith.size > 0);
}

/** What the edited dashboard and all that share its changed leaves say after the edit. */
export function wantedByAll(reading: Reading, own: Wanted, leaves: readonly SharedLeaf[]): Wanted[] {
  const found = new Map([[own.key, own]]);
  for (const leaf of leaves) {
    for (const slug of [own.key, ...leaf.sharedWith]) {
      const { workbook } = reading.boards.get(slug)!;
      const board: Wanted = found.get(slug) ?? {
        kind: "workbook",
        key: slug,
        entry: copyOf(workbook.entry),
      };
      found.set(slug, board);
      for (const { widget, path } of sharersIn(workbook, leaf)) {
        const holder = valueAt(widgetIn(board.entry, widget), path.slice(0, -1));
        if (isObject(holder)) holder[path.at(-1)!] = leaf.wanted;
      }
    }
  }
  return [...found.values()];
}

function widgetIn(entry: JsonObject, id: string): Json | undefined {
  return widgetsOf(entry.dashboard)[indexOf({ entry }, id)];
}

const isThere = (value: Json | undefined): value is Json => value !== undefined && value !== null;

// Which workbooks are alike: nearly the same fields and widgets, and most of their values.

import { isObject, isPosition, type Json, type JsonObject, widgetsOf } from "../../../model/index.ts";
import { canonical } from "../../../plan/index.ts";
import type { PlainFile } from "./fold.ts";

/** Two are no loop. */
export const FEWEST_ROWS = 3;
/** So much of all fields of two workbooks must be in both … */
const SAME_FIELDS = 0.75;
/** … and so much of what is in both must have one value. */
const SAME_VALUES = 0.5;

interface Traits<T> {
  file: T;
  widgets: number;
  /** Path of each value → its canonical text. */
  values: ReadonlyMap<string, string>;
}

/** Each group has FEWEST_ROWS or more; no file is in two. `files` in the order that is wanted of the rows. */
export function findGroups<T extends Pick<PlainFile, "workbook">>(files: readonly T[]): T[][] {
  const groups: T[][] = [];
  let left = files.map((file) => traitsOf(file));
  while (left.length >= FEWEST_ROWS) {
    const [first, ...others] = left as [Traits<T>, ...Traits<T>[]];
    const group = [first, ...others.filter((other) => areAlike(first, other))];
    const isGroup = group.length >= FEWEST_ROWS;
    if (isGroup) groups.push(group.map(({ file }) => file));
    const taken = new Set(isGroup ? group : [first]);
    left = left.filter((one) => !taken.has(one));
  }
  return groups;
}

function traitsOf<T extends Pick<PlainFile, "workbook">>(file: T): Traits<T> {
  const values = new Map<string, string>();
  collect(file.workbook, "", values);
  return { file, widgets: widgetsOf(file.workbook.dashboard).length, values };
}

/** Widgets go by id, and a list of other things is one value. */
function collect(value: Json, path: string, values: Map<string, string>): void {
  if (isObject(value) && !isPosition(value)) {
    for (const [key, item] of Object.entries(value as JsonObject)) collect(item, `${path}/${key}`, values);
  } else if (Array.isArray(value) && path === "/dashboard/widgets") {
    for (const widget of value as Json[])
      collect(widget, `${path}/${isObject(widget) ? String(widget.id) : ""}`, values);
  } else values.set(path, canonical(value));
}

function areAlike(a: Traits<unknown>, b: Traits<unknown>): boolean {
  const [few, many] = a.values.size < b.values.size ? [a, b] : [b, a];
  if (few.values.size < many.values.size * SAME_FIELDS || few.widgets < many.widgets * SAME_FIELDS)
    return false;
  let both = 0;
  let same = 0;
  for (const [path, text] of few.values) {
    const other = many.values.get(path);
    if (other === undefined) continue;
    both += 1;
    if (other === text) same += 1;
  }
  const all = few.values.size + many.values.size - both;
  return both >= all * SAME_FIELDS && same >= both * SAME_VALUES;
}

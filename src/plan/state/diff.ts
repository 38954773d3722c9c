// Why two values of one field differ, where the field is a list. The only importer of deep-diff, which explains and never decides:
// it misses, for one, an empty key.

import deepDiff from "deep-diff";
import { type FieldChange, isObject, type Json, joinPath, type Path, valueAt } from "../../model/index.ts";
import { canonical } from "./canonical.ts";

/** A field change without whose it is. */
export type Difference = Pick<FieldChange, "path" | "change" | "before" | "after">;

/**
 * A changed list of objects, as long as before, by what changed in its elements; any other difference as it is. Never empty, though
 * not always all that there is.
 */
export function explainList(difference: Difference): Difference[] {
  const { path: base, before, after } = difference;
  if (!isPairwise(before, after)) return [difference];
  const found = deepDiff.diff(before, after, { normalize: wholeLists }) ?? [];
  if (found.length === 0) return [difference];
  return found.map((one) => {
    const path = (one.path ?? []) as Path;
    const sides = { before: valueAt(before, path), after: valueAt(after, path) };
    const change = sides.before === undefined ? "added" : sides.after === undefined ? "removed" : "changed";
    return {
      path: joinPath(base, path),
      change,
      ...(sides.before === undefined ? {} : { before: sides.before }),
      ...(sides.after === undefined ? {} : { after: sides.after }),
    };
  });
}

function isPairwise(before: unknown, after: unknown): before is Json[] {
  const isList = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  return isList && before.every((item, index) => isObject(item) && isObject(after[index]));
}

// deep-diff pairs list elements by index: one insertion would show as a change of every element after it.
function wholeLists(
  _path: unknown,
  _key: unknown,
  before: unknown,
  after: unknown,
): [unknown, unknown] | undefined {
  if (!Array.isArray(before) && !Array.isArray(after)) return undefined;
  if (isPairwise(before, after)) return undefined;
  return [canonical((before ?? null) as Json), canonical((after ?? null) as Json)];
}

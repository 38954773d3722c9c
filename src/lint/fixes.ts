// `lint --fix`: puts the edits that findings offer into the texts. Writes nothing itself.

import { compareDiagnostics, type Diagnostic, type Edit } from "../model/index.ts";

/**
 * The new text of every file that a fix changes. Each finding's edits are taken all or none; if two findings want
 * overlapping text, the first in the order of findings wins, and a second run finds the other. Offsets count
 * in the text without a byte order mark; if `text` gives one, it is kept.
 */
export function applyFixes(
  text: (file: string) => string,
  diagnostics: readonly Diagnostic[],
): Map<string, string> {
  const files = new Map<string, Fixing>();
  const open = (file: string): Fixing => {
    const known = files.get(file) ?? { ...split(text(file)), edits: [] };
    files.set(file, known);
    return known;
  };
  for (const { fix } of diagnostics.toSorted(compareDiagnostics)) {
    if (fix === undefined || !fix.every((edit) => fits(edit, open(edit.file)))) continue;
    for (const edit of fix) {
      const { edits } = open(edit.file);
      const at = firstReaching(edits, edit.start);
      if (!edits.slice(at, at + 1).some((other) => same(edit, other))) edits.splice(at, 0, edit);
    }
  }
  const changed = [...files].filter(([, { edits }]) => edits.length > 0);
  return new Map(changed.map(([file, fixing]) => [file, rewrite(fixing)]));
}

/** A file, and the edits of it that were taken: by place, none touching another. */
interface Fixing {
  mark: string;
  rest: string;
  edits: Edit[];
}

/** An edit fits if it is inside the text and touches no accepted one, except one that does exactly the same. */
function fits(edit: Edit, { rest, edits }: Fixing): boolean {
  if (edit.start < 0 || edit.start > edit.end || edit.end > rest.length) return false;
  for (
    let at = firstReaching(edits, edit.start);
    at < edits.length && edits[at]!.start <= edit.end;
    at += 1
  ) {
    if (!same(edit, edits[at]!)) return false;
  }
  return true;
}

/** The index of the first edit that ends at an offset or behind it. */
function firstReaching(edits: readonly Edit[], offset: number): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edits[middle]!.end < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function same(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

function rewrite({ mark, rest, edits }: Fixing): string {
  let result = mark;
  let from = 0;
  for (const edit of edits) {
    result += rest.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + rest.slice(from);
}

function split(text: string): { mark: string; rest: string } {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  return { mark, rest: text.slice(mark.length) };
}

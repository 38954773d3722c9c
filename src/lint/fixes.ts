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
  const accepted = new Map<string, Edit[]>();
  for (const { fix } of diagnostics.toSorted(compareDiagnostics)) {
    if (
      fix === undefined ||
      !fix.every((edit) => fits(edit, split(text(edit.file)).rest, accepted.get(edit.file)))
    )
      continue;
    for (const edit of fix) {
      const edits = accepted.get(edit.file) ?? [];
      if (!edits.some((other) => same(edit, other))) edits.push(edit);
      accepted.set(edit.file, edits);
    }
  }
  return new Map([...accepted].map(([file, edits]) => [file, rewrite(text(file), edits)]));
}

/** An edit fits if it is inside the text and touches no accepted one, except one that does exactly the same. */
function fits(edit: Edit, text: string, accepted: readonly Edit[] = []): boolean {
  if (edit.start < 0 || edit.start > edit.end || edit.end > text.length) return false;
  return accepted.every((other) => same(edit, other) || edit.end < other.start || edit.start > other.end);
}

function same(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

function rewrite(text: string, edits: readonly Edit[]): string {
  const { mark, rest } = split(text);
  let result = mark;
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += rest.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + rest.slice(from);
}

function split(text: string): { mark: string; rest: string } {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  return { mark, rest: text.slice(mark.length) };
}

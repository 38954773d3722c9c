// What is kept of a workbook that was checked, for a later run or by a helper: the same wherever it is made.

import type { Note } from "../../desired/index.ts";
import type { WorkbookFacts } from "../../lint/index.ts";

/** Why files are checked: a plan keeps what they declare, too. */
export type Purpose = "lint" | "plan";

/** For the linter, and for the caller. */
export interface CheckedFacts {
  lint: WorkbookFacts;
  own: Note["facts"];
}

/** What a caller keeps that has nothing of its own. */
export const NOTHING: Note = { facts: null, bytes: Buffer.alloc(0) };

/** The note of a workbook that the linter has just gathered `facts` from; undefined if there can be none. */
export function noteChecked(
  facts: WorkbookFacts | undefined,
  noteOwn: () => Note | undefined,
): Note | undefined {
  // A fix is an edit of a text that was read once more.
  if (!facts || facts.findings.some(({ fix }) => fix)) return undefined;
  const own = noteOwn();
  return own && { facts: { lint: facts, own: own.facts } satisfies CheckedFacts, bytes: own.bytes };
}

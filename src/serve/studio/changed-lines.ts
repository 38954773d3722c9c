// The lines that a step changes, as the page shows them.

import { structuredPatch } from "diff";
import type { FileStep } from "./edit-board.ts";
import type { ChangedLine, TakenFile } from "./protocol.ts";

/** Around a change. */
const CONTEXT = 3;
/** Nobody reads more of them before a press of a button. */
const MOST_LINES = 400;
/** Of changed lines: finding the smallest difference of more gets slow. */
const MOST_EDITS = 1500;

/** Lines are without their ends. A new file, or one that must go, is all of its lines. */
export function changedLines({ file, before, after }: FileStep): TakenFile {
  const old = (before ?? "").replaceAll("\r\n", "\n");
  const now = (after ?? "").replaceAll("\r\n", "\n");
  const options = { context: CONTEXT, maxEditLength: MOST_EDITS };
  const hunks = structuredPatch(file, file, old, now, undefined, undefined, options)?.hunks ?? [
    { newStart: 1, lines: [...linesOf(old, "-"), ...linesOf(now, "+")] },
  ];
  const lines: ChangedLine[] = [];
  for (const hunk of hunks) {
    if (hunk.newStart > 1) lines.push(CUT);
    let number = hunk.newStart;
    for (const line of hunk.lines) {
      // "\ No newline at end of file"
      if (line.startsWith("\\")) continue;
      const text = line.slice(1);
      if (line.startsWith("-")) lines.push({ number: null, text, kind: "gone" });
      else lines.push({ number: number++, text, kind: line.startsWith("+") ? "new" : "" });
    }
  }
  const changed = lines.filter(({ kind }) => kind === "gone" || kind === "new").length;
  const more = lines.length - MOST_LINES;
  if (more <= 0) return { file, changed, lines };
  const rest: ChangedLine = { number: null, text: `${more} more lines`, kind: "cut" };
  return { file, changed, lines: [...lines.slice(0, MOST_LINES), rest] };
}

const CUT: ChangedLine = { number: null, text: "", kind: "cut" };

const linesOf = (text: string, sign: string): string[] =>
  text === ""
    ? []
    : text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => sign + line);

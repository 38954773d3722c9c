// A text with `${var.x}` in it whose literal words changed: the variables stay, because other targets fill in others.
import { isScalar } from "yaml";
import { expandText } from "../desired/index.ts";
import { addNote, type Job } from "./job.ts";
import { escapeText } from "./render.ts";
import { contentOf, type Slot } from "./slots.ts";

const VARIABLE = /(\$\$\{|\$\{(?:var|env)\.[^{}]*\})/;

/**
 * Gives the text to write, with variables and escapes, that reads as `want` and keeps all variables; undefined where there are
 * none, or where what changed touches one (a note is left then).
 */
export function keepVariables(job: Job, slot: Slot, now: string, want: string): string | undefined {
  const node = contentOf(slot);
  if (!isScalar(node) || typeof node.value !== "string" || !/\$\{(?:var|env)\./.test(node.value))
    return undefined;
  const { variables } = job.reading;
  const pieces = piecesOf(node.value, (written) => expandText(written, variables, []));
  if (pieces.map(({ read }) => read).join("") === now) {
    const start = commonStart(now, want);
    const end = commonEnd(now.slice(start), want.slice(start));
    const by = want.slice(start, want.length - end);
    const text = rewritten(pieces, { from: start, to: now.length - end, by });
    if (text !== undefined && expandText(text, variables, []) === want) return text;
  }
  addNote(job, slot, "A text with variables gave way to the text itself.");
  return undefined;
}

interface Piece {
  written: string;
  read: string;
  fixed: boolean;
}

/** The text in turns of literal words and of variables or escapes, each with what it reads as. */
function piecesOf(text: string, read: (written: string) => string): Piece[] {
  const pieces = text.split(VARIABLE).map((written, index) => {
    const fixed = index % 2 === 1;
    return { written, read: fixed ? read(written) : written, fixed };
  });
  return pieces.filter(({ written }) => written !== "");
}

/** The pieces with what reads as `from` to `to` replaced; undefined where that cuts into a variable. */
function rewritten(
  pieces: readonly Piece[],
  { from, to, by }: { from: number; to: number; by: string },
): string | undefined {
  let text = "";
  let at = 0;
  let placed = false;
  for (const { written, read, fixed } of pieces) {
    const [start, end] = [at, at + read.length];
    at = end;
    if (end < from || start > to || (fixed && (end <= from || start >= to))) {
      if (!placed && start >= to) {
        text += escapeText(by);
        placed = true;
      }
      text += written;
      continue;
    }
    if (fixed) return undefined;
    text += read.slice(0, Math.max(from - start, 0));
    if (!placed) text += escapeText(by);
    placed = true;
    text += read.slice(Math.min(Math.max(to - start, 0), read.length));
  }
  return placed ? text : text + escapeText(by);
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
}

// A text with `${var.x}` in it whose literal words changed: the variables stay, because other targets have other values.
import { isScalar } from "yaml";
import { expandText } from "../desired/index.ts";
import type { Json } from "../model/index.ts";
import { addNote, type Job } from "./job.ts";
import { escapeText } from "./render.ts";
import { contentOf, type Slot } from "./slots.ts";

const VARIABLE = /(\$\$\{|\$\{(?:var|env)\.[^{}]*\})/;

/**
 * Gives the text to write, with variables and escapes, that reads as `want` and keeps all variables; undefined if there are none,
 * or if the change overlaps one (then a note is left).
 */
export function keepVariables(
  job: Job,
  slot: Slot,
  { now, want }: { now: Json; want: Json },
): string | undefined {
  const node = contentOf(slot);
  if (typeof now !== "string" || typeof want !== "string" || !isScalar(node)) return undefined;
  if (typeof node.value !== "string" || !/\$\{(?:var|env)\./.test(node.value)) return undefined;
  const { variables } = job.reading;
  const pieces = piecesOf(node.value, (written) => expandText(written, variables, []));
  if (pieces.map(({ read }) => read).join("") === now) {
    const start = commonStart(now, want);
    const end = commonEnd(now.slice(start), want.slice(start));
    const by = want.slice(start, want.length - end);
    const text = rewritten(pieces, { from: start, to: now.length - end, by });
    if (text !== undefined && expandText(text, variables, []) === want) return text;
  }
  addNote(job, slot, "A text with variables was replaced by the text itself.");
  return undefined;
}

interface Piece {
  written: string;
  read: string;
  fixed: boolean;
}

/** The literal words and the variables or escapes of a text in turns, each with what it reads as. */
function piecesOf(text: string, read: (written: string) => string): Piece[] {
  const pieces = text.split(VARIABLE).map((written, index) => {
    const fixed = index % 2 === 1;
    return { written, read: fixed ? read(written) : written, fixed };
  });
  return pieces.filter(({ written }) => written !== "");
}

/** The pieces with what reads as `from` to `to` replaced; undefined if that cuts into a variable. */
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

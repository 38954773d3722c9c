// A text with `${var.x}` in it whose literal words changed: the variables stay, because other targets fill in others.
import { isScalar } from "yaml";
import { expandText } from "../desired/index.ts";
import { addNote, type Job } from "./job.ts";
import { escapeText } from "./render.ts";
import { contentOf, type Slot } from "./slots.ts";

const VARIABLE = /\$\$\{|\$\{(?:var|env)\.[^{}]*\}/g;

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
    const text = rewritten(pieces, start, now.length - end, want.slice(start, want.length - end));
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

function piecesOf(text: string, read: (written: string) => string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(VARIABLE)) {
    if (match.index > at) pieces.push(literal(text.slice(at, match.index)));
    pieces.push({ written: match[0], read: read(match[0]), fixed: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push(literal(text.slice(at)));
  return pieces;
}

function literal(text: string): Piece {
  return { written: text, read: text, fixed: false };
}

/** The pieces with what reads as `from` to `to` replaced; undefined where that cuts into a variable. */
function rewritten(pieces: readonly Piece[], from: number, to: number, by: string): string | undefined {
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

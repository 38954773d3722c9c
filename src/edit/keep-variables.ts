// A text with `${var.x}` in it whose literal words changed: the variables stay, because other targets have other values.
import { isScalar } from "yaml";
import { expandText } from "../desired/index.ts";
import type { Json } from "../model/index.ts";
import { escapeText } from "./form/render.ts";
import { addNote, type Job } from "./job.ts";
import { contentOf, type Slot, variablesAt } from "./slots.ts";

const VARIABLE = /(\$\$\{|\$\{(?:var|env|param|row)\.[^{}]*\})/;

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
  if (typeof node.value !== "string" || !/\$\{(?:var|env|param|row)\./.test(node.value)) return undefined;
  const variables = variablesAt(job.reading, slot);
  // Words and variables or escapes in turns: words, perhaps none, are first and last.
  const pieces = node.value.split(VARIABLE).map((written, index): Piece => {
    const isFixed = index % 2 === 1;
    return { written, read: isFixed ? expandText(written, variables, []) : written, isFixed };
  });
  const text = rewritten(pieces, changeBetween(now, want));
  if (text !== undefined && expandText(text, variables, []) === want) return text;
  addNote(job, slot, "A text with variables was replaced by the text itself.");
  return undefined;
}

interface Piece {
  written: string;
  read: string;
  isFixed: boolean;
}

/** What reads as `from` to `to` becomes `by`. */
interface Change {
  from: number;
  to: number;
  by: string;
}

/** The pieces after the change; undefined if that cuts into a variable. */
function rewritten(pieces: readonly Piece[], { from, to, by }: Change): string | undefined {
  let end = 0;
  for (const [index, { read, isFixed }] of pieces.entries()) {
    const start = end;
    end += read.length;
    if (isFixed || start > from || end < to) continue;
    const words = read.slice(0, from - start) + escapeText(by) + read.slice(to - start);
    return pieces.map(({ written }, other) => (other === index ? words : written)).join("");
  }
  return undefined;
}

/** The smallest change of one text into another, which is not the same. */
export function changeBetween(now: string, want: string): Change {
  let from = 0;
  while (now[from] === want[from]) from++;
  const before = now.slice(from);
  const after = want.slice(from);
  let same = 0;
  while (before.at(-1 - same) === after.at(-1 - same)) same++;
  return { from, to: now.length - same, by: want.slice(from, want.length - same) };
}

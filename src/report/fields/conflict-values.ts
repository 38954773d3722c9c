// The three values of a field that both sides changed: what the last apply left there, what is live, and what Git says, or for a rollback
// the backup.

import type { FieldChange, Json } from "../../model/index.ts";
import { cells, pad } from "../text/cells.ts";
import { type DiffLine, lineDiff } from "../text/line-diff.ts";
import { commonStart, excerpt, plainText } from "../text/value-text.ts";
import { listStep } from "./list-step.ts";

/** What a row shows of them, escaped: a text beside its label, or lines below it. */
export interface ConflictValues {
  text: string;
  diff: DiffLine[];
}

/** Whose the value is that an apply would write. */
export type Wanted = "Git" | "backup";

/** Cells of a line for all values, and of one for each; and the name of the third one. */
export interface ConflictStyle {
  room: number;
  below: number;
  wanted: Wanted;
}

/** Whether both sides changed the field, and the base says what was there before. */
export function isKnownConflict({ origin, base }: FieldChange): boolean {
  return origin === "both" && base !== undefined;
}

/**
 * `was: Orders · live: Bestellungen · Git: Open orders` if that fits into a line; else one below the other, each whole if
 * such a line holds it. `write` gives the text of a value, not escaped.
 */
export function conflictValues(
  field: FieldChange,
  { room, below, wanted }: ConflictStyle,
  write: (value: Json) => string = plainText,
): ConflictValues {
  const [was, live, git] = sidesOf(field).map((value) => value !== undefined && write(value));
  const gone = wanted === "Git" ? "removed" : "not there";
  const whole = `was: ${inWords(was, "not there", room)} · live: ${inWords(live, "removed", room)} · ${wanted}: ${inWords(git, gone, room)}`;
  if (cells(whole) <= room) return { text: whole, diff: [] };
  const lines = [
    ["last applied", was, [live, git], "not there"],
    ["live", live, [was, git], "removed"],
    [wanted, git, [was, live], gone],
  ] as const;
  const nameRoom = Math.max(...lines.map(([name]) => name.length));
  const diff = lines.map(([name, text, others, absent]): DiffLine => {
    const focus = text ? differsFrom(text, others) : 0;
    return {
      sign: " ",
      text: `${pad(name, nameRoom)}  ${inWords(text, absent, below - nameRoom - 2, focus)}`,
    };
  });
  return { text: "", diff };
}

/**
 * A list that both sides changed: what each added, removed or changed of what was there before; undefined if the items of a list
 * cannot be told apart.
 */
export function conflictLists(field: FieldChange, style: ConflictStyle): ConflictValues | undefined {
  const [was, live, git] = sidesOf(field);
  const below = { ...style, room: style.below };
  const inLive = listStep(was, live, below);
  const inGit = listStep(was, git, below);
  if (!inLive || !inGit) return undefined;
  const diff = [["live", inLive] as const, [style.wanted, inGit] as const].flatMap(
    ([name, step]): DiffLine[] =>
      step.diff.length === 0
        ? [{ sign: " ", text: `${name}: ${step.text || "as it was"}` }]
        : [{ sign: " ", text: `${name}:` }, ...step.diff],
  );
  const line = diff.map(({ text }) => text).join(" · ");
  return diff.length === 2 && cells(line) <= style.room ? { text: line, diff: [] } : { text: "", diff };
}

/** A long text: what each side made of what was there before, line by line. */
export function conflictDiff(
  field: FieldChange,
  { below: room, wanted }: ConflictStyle,
  write: (value: Json | undefined) => string | undefined,
): DiffLine[] {
  const [was, live, git] = sidesOf(field).map(write);
  return [
    { sign: " ", text: "live, since the last apply:" },
    ...lineDiff(was, live, room),
    {
      sign: " ",
      text: wanted === "Git" ? "Git, since the last apply:" : "back from the last apply to the backup:",
    },
    ...lineDiff(was, git, room),
  ];
}

/** A base of null was not there. */
function sidesOf({ before, after, base }: FieldChange): (Json | undefined)[] {
  return [base ?? undefined, before, after];
}

function inWords(text: string | false | undefined, absent: string, room: number, focus = 0): string {
  return text === false || text === undefined ? absent : excerpt(text, focus, Math.max(8, room));
}

/** Where it has become another than both others: a text that does not fit is cut around that, and so reads like neither. */
function differsFrom(text: string, others: readonly (string | false | undefined)[]): number {
  const starts = others.flatMap((other) => (other ? commonStart(text, other) : []));
  return Math.max(0, ...starts);
}

// "Did you mean …?": the nearest of the names that exist, if it is near enough to be a slip.

import { distance } from "fastest-levenshtein";

/**
 * The name nearest to `written`, whatever the case of its letters. Undefined if none is within a third of the longer one's length:
 * at least two edits, one in names of up to four letters. Letters in another order are a slip however many edits they are.
 */
export function suggest(written: string, names: Iterable<string>): string | undefined {
  const lower = written.toLowerCase();
  let best: string | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const other = name.toLowerCase();
    const length = Math.max(lower.length, other.length);
    const most = Math.max(length < 5 ? 1 : 2, Math.floor(length / 3));
    if (length - Math.min(lower.length, other.length) > most) continue;
    const edits = distance(lower, other);
    if (edits >= nearest || (edits > most && sortLetters(lower) !== sortLetters(other))) continue;
    nearest = edits;
    best = name;
  }
  return best;
}

/** Whether one name may be the other with a letter or two wrong; one letter in names of up to four. Names that differ in digits are two. */
export function isSlip(written: string, name: string): boolean {
  if (written === name || withoutDigits(written) === withoutDigits(name)) return false;
  return distance(written, name) <= (Math.min(written.length, name.length) < 5 ? 1 : 2);
}

const withoutDigits = (name: string): string => name.replace(/\d/g, "");

function sortLetters(text: string): string {
  return [...text].sort().join("");
}

/** ` Did you mean …?` with a leading space, or nothing. */
export function didYouMean(written: string, names: Iterable<string>): string {
  const near = suggest(written, names);
  return near === undefined ? "" : ` Did you mean \`${near}\`?`;
}

/** The known names for a help line: sorted, cut after twelve. */
export function listKnown(names: readonly string[]): string {
  const sorted = [...names].sort();
  const shown = sorted.slice(0, 12).map((name) => `\`${name}\``);
  if (sorted.length > shown.length) shown.push(`${sorted.length - shown.length} more`);
  return shown.join(", ");
}

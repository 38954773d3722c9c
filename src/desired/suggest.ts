// "Did you mean …?": the nearest known name, when it is near enough to be a slip.
import { closest, distance } from "fastest-levenshtein";

export function suggest(written: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const lower = written.toLowerCase();
  const near = known.find((name) => name.toLowerCase() === lower) ?? closest(written, known);
  const slips = distance(lower, near.toLowerCase());
  // Letters swapped are one slip, though two edits.
  if (sortLetters(lower) === sortLetters(near.toLowerCase())) return near;
  const length = Math.max(written.length, near.length);
  return slips <= Math.max(length < 5 ? 1 : 2, Math.floor(length / 3)) ? near : undefined;
}

function sortLetters(text: string): string {
  return [...text].sort().join("");
}

/** ` Did you mean …?` with a leading space, or nothing. */
export function didYouMean(written: string, known: readonly string[]): string {
  const near = suggest(written, known);
  return near === undefined ? "" : ` Did you mean \`${near}\`?`;
}

/** What is known, for a help line: sorted, cut where it gets long. */
export function listNames(names: readonly string[]): string {
  const sorted = [...names].sort();
  const shown = sorted.slice(0, 12).map((name) => `\`${name}\``);
  if (sorted.length > shown.length) shown.push(`${sorted.length - shown.length} more`);
  return shown.join(", ");
}

// Whether a name is another one with a slip in it. Stricter than "did you mean": what is written for it without a question keeps its meaning.

import { distance } from "fastest-levenshtein";

/** Letters of a word in which one is wrong by a slip, and of one in which two are. Shorter words have too many neighbours: min and max, net and set. */
const LONG_ENOUGH = 4;
const LONG = 10;
/** Of a whole name. */
const MOST_SLIPS = 2;

/** The same letters and digits, whatever their case, with or without `_` between them. */
export function isRespelled(written: string, name: string): boolean {
  return plain(written) === plain(name) && digitsOf(written) === digitsOf(name);
}

/**
 * Word for word the same but for a letter or two. A word more or less, other digits, or another first letter (paid and unpaid,
 * increase and decrease) are another name.
 */
export function isMisspelled(written: string, name: string): boolean {
  if (isRespelled(written, name)) return true;
  const words = wordsOf(written);
  const others = wordsOf(name);
  if (words.length !== others.length) return false;
  let slips = 0;
  for (const [index, word] of words.entries()) {
    const found = slipsIn(word, others[index]!);
    if (found === undefined) return false;
    slips += found;
  }
  return slips <= MOST_SLIPS;
}

function slipsIn(word: string, other: string): number | undefined {
  if (word === other) return 0;
  if (word[0] !== other[0] || digitsOf(word) !== digitsOf(other)) return undefined;
  const length = Math.max(word.length, other.length);
  if (length < LONG_ENOUGH) return undefined;
  const slips = areSwapped(word, other) ? 1 : distance(word, other);
  return slips <= (length < LONG ? 1 : 2) ? slips : undefined;
}

/** Two letters side by side changed places. */
function areSwapped(word: string, other: string): boolean {
  if (word.length !== other.length) return false;
  const at = [...word].findIndex((letter, index) => letter !== other[index]);
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2) === other;
}

/** `netRevenue` and `net_revenue` have the same two. */
function wordsOf(name: string): string[] {
  return name
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, "_")
    .toLowerCase()
    .split("_")
    .filter((word) => word !== "");
}

const plain = (name: string): string => name.replaceAll("_", "").toLowerCase();
/** Number by number: `1_0` is not `10`. */
const digitsOf = (word: string): string => (word.match(/\d+/g) ?? []).join(" ");

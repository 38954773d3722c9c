// "Did you mean …?": the nearest of the names that exist, if it is near enough to be a slip.

import { distance } from "fastest-levenshtein";

/** Characters of a name that is compared with others: the work grows with the product of both lengths, and a slip in more is no typing error. */
const LONGEST = 120;

/**
 * The name nearest to `written`, whatever the case of its letters. Undefined if none is within a third of the longer one's length:
 * at least two edits, one in names of up to four letters, none in names of one. Letters in another order are a slip however many edits they are.
 * Names of more than LONGEST characters have none.
 */
export function suggest(written: string, names: Iterable<string>): string | undefined {
  if (written.length > LONGEST) return undefined;
  const lower = written.toLowerCase();
  let best: string | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const name of names) {
    if (name.length > LONGEST) continue;
    const other = name.toLowerCase();
    const length = Math.max(lower.length, other.length);
    const most = length < 2 ? 0 : Math.max(length < 5 ? 1 : 2, Math.floor(length / 3));
    if (length - Math.min(lower.length, other.length) > most) continue;
    const edits = distance(lower, other);
    if (edits >= nearest || (edits > most && !isShuffled(lower, other))) continue;
    nearest = edits;
    best = name;
  }
  return best;
}

function isShuffled(one: string, other: string): boolean {
  return one.length === other.length && sortLetters(one) === sortLetters(other);
}

/** Names near the written one in alphabetical order, on each side, that are compared where there are more than MOST_COMPARED. */
const NEIGHBOURS = 20;
const MOST_COMPARED = 200;

/**
 * `didYouMean` for many questions about the same names. Each answer costs as much for a million names as for a few hundred: then only
 * those are compared that share a beginning or an end with the written one, or all its letters.
 */
export function suggestFrom(names: Iterable<string>): (written: string) => string {
  const find = nearestFrom(names);
  return (written) => askFor(find(written));
}

/** `suggest` for many questions about the same names, at the cost of `suggestFrom`. */
export function nearestFrom(names: Iterable<string>): (written: string) => string | undefined {
  let find: ((written: string) => Iterable<string>) | undefined;
  return (written) => {
    if (written.length > LONGEST) return undefined;
    find ??= candidatesOf([...new Set(names)].filter(({ length }) => length <= LONGEST));
    return suggest(written, find(written));
  };
}

function candidatesOf(names: readonly string[]): (written: string) => Iterable<string> {
  if (names.length <= MOST_COMPARED) return () => names;
  const keys = [(name: string) => name.toLowerCase(), (name: string) => reverse(name.toLowerCase())];
  const orders = keys.map((keyOf) => {
    const order = names.map((name) => ({ name, key: keyOf(name) })).sort((a, b) => (a.key < b.key ? -1 : 1));
    return (written: string) => {
      const at = placeIn(order, keyOf(written));
      return order.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS).map(({ name }) => name);
    };
  });
  const byLetters = new Map(names.map((name) => [sortLetters(name.toLowerCase()), name]));
  return (written) => {
    const shuffled = byLetters.get(sortLetters(written.toLowerCase()));
    return new Set([
      ...orders.flatMap((near) => near(written)),
      ...(shuffled === undefined ? [] : [shuffled]),
    ]);
  };
}

/** How many keys come before `key`. */
function placeIn(order: readonly { key: string }[], key: string): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order[middle]!.key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function reverse(text: string): string {
  return [...text].reverse().join("");
}

/** Whether one name may be the other with a letter or two wrong; one letter in names of up to four. Names that differ in digits are two. */
export function isSlip(written: string, name: string): boolean {
  if (written === name || Math.abs(written.length - name.length) > 2) return false;
  if (written.length > LONGEST) return false;
  if (withoutDigits(written) === withoutDigits(name)) return false;
  return distance(written, name) <= (Math.min(written.length, name.length) < 5 ? 1 : 2);
}

const withoutDigits = (name: string): string => name.replace(/\d/g, "");

function sortLetters(text: string): string {
  return [...text].sort().join("");
}

/** ` Did you mean …?` with a leading space, or nothing. */
export function didYouMean(written: string, names: Iterable<string>): string {
  return askFor(suggest(written, names));
}

function askFor(near: string | undefined): string {
  return near === undefined ? "" : ` Did you mean \`${near}\`?`;
}

/** The first line of an error about a name that is none, which ends with the nearest that is one, if any is near. */
export function endWithGuess(problem: string, written: string, names: Iterable<string>): string {
  const guess = didYouMean(written, names);
  return guess === "" ? problem : `${problem}.${guess}`;
}

/** The known names for a help line: sorted, cut after twelve. */
export function listKnown(names: readonly string[]): string {
  const sorted = [...names].sort();
  const shown = sorted.slice(0, 12).map((name) => `\`${name}\``);
  if (sorted.length > shown.length) shown.push(`${sorted.length - shown.length} more`);
  return shown.join(", ");
}

/** `a, b or c`: what may be given. */
export function orList(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}

const SHOWN = 5;

/** `a, b, c, d, e and 7 more`. */
export function nameSome(names: readonly string[]): string {
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return `${names.slice(0, SHOWN).join(", ")}${more}`;
}

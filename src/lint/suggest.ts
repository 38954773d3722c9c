// "Did you mean": the nearest of the names that exist, where it is near enough to be a misspelling.

import { distance } from "fastest-levenshtein";
import { quote } from "./board.ts";

/** ` Did you mean `x`?` behind a sentence, or nothing. */
export function didYouMean(written: string, names: Iterable<string>): string {
  const meant = suggest(written, names);
  return meant === undefined ? "" : ` Did you mean ${quote(meant)}?`;
}

/** The name nearest to `written`, or undefined where none is within a third of its length (at least two edits). */
export function suggest(written: string, names: Iterable<string>): string | undefined {
  const limit = Math.max(2, Math.floor(written.length / 3));
  let best: string | undefined;
  let nearest = limit + 1;
  for (const name of names) {
    if (Math.abs(name.length - written.length) >= nearest) continue;
    const away = distance(written, name);
    if (away < nearest) {
      nearest = away;
      best = name;
    }
  }
  return best;
}

// Edits of a text by offsets.

/** From one offset to another (exclusive). */
export interface Stretch {
  start: number;
  end: number;
}

/** A stretch and the text that replaces it. */
export interface Edit extends Stretch {
  text: string;
}

/** The text, or a stretch of it, after edits, which are in order and do not overlap. */
export function edited(
  text: string,
  edits: readonly Edit[],
  { start, end }: Stretch = { start: 0, end: text.length },
): string {
  let result = "";
  let at = start;
  for (const one of edits) {
    result += text.slice(at, one.start) + one.text;
    at = one.end;
  }
  return result + text.slice(at, end);
}

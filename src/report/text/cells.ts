// Text measured in the cells of a terminal: padded, cut and laid out. Works on escaped text without colours.

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const ZERO = /\p{M}|\p{Cf}/u;

/** Cells of one code point: combining marks and joiners take none, East Asian and emoji two. */
function cellsOf(character: string): number {
  if (character >= " " && character <= "~") return 1;
  return ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
}

export function cells(text: string): number {
  let sum = 0;
  for (const character of text) sum += cellsOf(character);
  return sum;
}

export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - cells(text)));
}

/** At most `width` cells (1 or more), the cut shown as …; only as much of the text is read as can be shown. */
export function cut(text: string, width: number): string {
  let used = 0;
  let kept = "";
  let room = "";
  for (const character of text) {
    used += cellsOf(character);
    if (used > width) return `${room}…`;
    kept += character;
    if (used < width) room = kept;
  }
  return kept;
}

/** `items` as "a, b, c", as many as fit into `width` cells, the others as a count; at least the first is named. */
export function listNames(items: readonly string[], width: number): string {
  let text = "";
  for (const [index, item] of items.entries()) {
    const left = items.length - index;
    const next = index === 0 ? item : `${text}, ${item}`;
    const tail = left > 1 ? ` and ${left - 1} more` : "";
    if (index > 0 && cells(next) + cells(tail) > width) return `${text} and ${left} more`;
    text = next;
  }
  return text;
}

/** Breaks a sentence into lines of at most `width` cells, between its words; a longer word gets a line of its own. */
export function wrap(sentence: string | readonly string[], width: number): string[] {
  if (width === Infinity && typeof sentence === "string") return [sentence];
  const lines: string[] = [];
  for (const word of typeof sentence === "string" ? sentence.split(" ") : sentence) {
    const last = lines.at(-1);
    const fits = last !== undefined && cells(last) + 1 + cells(word) <= width;
    if (fits) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** "2 updated, 1 created": zeros are left out. */
export function listCounts(parts: readonly (readonly [number: number, words: string])[]): string {
  return parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number} ${words}`)
    .join(", ");
}

/** "1 error", "2 errors". */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

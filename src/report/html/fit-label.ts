// How much of a name fits into a shape of a picture. What draws it is not known, so widths are those of Arial, a little generous: no letter is
// cut in two.

import { cells } from "../text/cells.ts";
import { nameText } from "../text/value-text.ts";

/** Of the letters, in units of the picture. */
export const FONT = 10;
export const LINE = 12;

const NARROW = /[ fijlrtI.,:;'|!()[\]/\\-]/;
const BROAD = /[mwMW@%—…]/;

/** In units of the size of the letters. */
function advance(character: string): number {
  const wide = cells(character);
  if (wide === 0) return 0;
  if (wide === 2) return /\p{Emoji_Presentation}/u.test(character) ? 1.4 : 1.05;
  if (NARROW.test(character)) return 0.37;
  if (BROAD.test(character)) return 1.02;
  if (/[a-z0-9]/.test(character)) return 0.58;
  return /[A-Z]/.test(character) ? 0.78 : 0.85;
}

function widthOf(text: string): number {
  let sum = 0;
  for (const character of text) sum += advance(character) * FONT;
  return sum;
}

/** In units of the picture. */
export function longestWord(name: string): number {
  return Math.max(0, ...name.slice(0, 200).split(/\s+/).map(widthOf));
}

/** The name in at most so many lines of `width`, escaped for a terminal; none if not even a few letters fit. */
export function fitLabel(name: string, width: number, lines: number): string[] {
  if (lines < 1 || width < 2 * FONT) return [];
  const most = Math.min(80, Math.ceil((lines * width) / (0.37 * FONT)));
  for (let room = most; room > 2; room -= 1) {
    const text = nameText(name, room);
    const broken = breakLines(text, width);
    if (broken.length <= lines) return broken;
    // Most of the way at once: a name is cut where it has to be, not letter by letter.
    room = Math.min(room, Math.ceil((cells(text) * lines) / broken.length) + 4);
  }
  return [];
}

/** Between words; within one that is longer than a line. */
function breakLines(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const character of word) {
      if (widthOf(line + character) > width && line !== "") {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  return line === "" ? lines : [...lines, line];
}

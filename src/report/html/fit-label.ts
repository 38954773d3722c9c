// How much of a name fits into a shape of a picture: no letter is cut in two.

import { cells } from "../text/cells.ts";
import { widthInEms } from "../text/letter-width.ts";
import { nameText } from "../text/value-text.ts";

/** Of the letters, in units of the picture. */
export const FONT = 10;
export const LINE = 12;

function widthOf(text: string): number {
  return widthInEms(text) * FONT;
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

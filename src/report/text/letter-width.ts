// How wide a text is drawn. What draws it is not known, so widths are those of Arial, a little generous.

import { cells } from "./cells.ts";

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

/** In units of the size of the letters. */
export function widthInEms(text: string): number {
  let sum = 0;
  for (const character of text) sum += advance(character);
  return sum;
}

// The texts of the files in which names are written, and what is put into them.

import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { nameOf, type Overlay } from "../../desired/index.ts";
import { isInside, lineAndColumn, type Place, type Span } from "../../model/index.ts";
import { type Found, foundAt } from "./found-at.ts";

export interface Edit extends Found {
  text: string;
}

export interface Editing {
  add(file: string, edit: Edit): void;
  texts: Texts;
}

export interface Texts {
  /** The name of the file that a link within the project leads to; any other name as it is. */
  realName(file: string): string;
  /** Without byte order mark. */
  of(file: string): string;
  whole(file: string): string;
  find(span: Span): Found;
  place(file: string, start: number): Place;
  edited(file: string, edits: readonly Edit[]): string;
}

/** `overlay`: what files are to say, in the place of what they say. */
export function openTexts(root: string, overlay: Overlay = new Map()): Texts {
  const known = new Map<string, string>();
  const realRoot = realpathSync(root);
  const realName = (file: string) => {
    const real = realpathSync(join(root, file));
    return isInside(realRoot, real) ? nameOf(realRoot, real) : file;
  };
  const whole = (file: string) => {
    const text = known.get(file) ?? overlay.get(file) ?? readFileSync(join(root, file), "utf8");
    known.set(file, text);
    return text;
  };
  const of = (file: string) => whole(file).replace(/^\uFEFF/, "");
  return {
    realName,
    of,
    whole,
    find: (span) => foundAt(of(span.file), span),
    place(file, start) {
      return { file, ...lineAndColumn(of(file), start) };
    },
    edited(file, edits) {
      let text = of(file);
      for (const { start, end, text: now } of edits.toSorted((a, b) => b.start - a.start))
        text = text.slice(0, start) + now + text.slice(end);
      return whole(file).startsWith("\uFEFF") ? `\uFEFF${text}` : text;
    },
  };
}

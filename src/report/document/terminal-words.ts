// The words of a document at a terminal, and in lines that a page shows as they are.

import { listNames } from "../text/cells.ts";
import { escapeTerminal, readableLength } from "../text/escape.ts";
import type { Paint } from "../text/paint.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import { type Code, type Inline, kindOf, type Words } from "./document.ts";

/** Cells of the names in a sentence. */
const NAMES = 300;
/** Cells of an address, or of a path. */
const LONG = 2000;

export interface WordStyle {
  paint: Paint;
  /** Cells of a piece of a sentence; as much as anybody reads by default. */
  room?: number;
  /** Whether lists of names are whole; if they are not, `-v` shows all. Undefined if it does not. */
  allNames?: boolean | undefined;
}

/** A sentence, escaped and painted. */
export function terminalWords(words: Words, page: WordStyle): string {
  return words.map((word) => wordText(word, page)).join("");
}

function wordText(word: Inline, page: WordStyle): string {
  if (typeof word === "string")
    return page.room === undefined ? escapeTerminal(readableLength(word)) : excerpt(word, 0, page.room);
  if (typeof word === "number") return `${word}`;
  if ("name" in word) return excerpt(word.name, 0, NAME_ROOM);
  if ("code" in word) return excerpt(word.code, 0, 2 * NAME_ROOM);
  if ("strong" in word) return page.paint.bold(excerpt(word.strong, 0, 2 * NAME_ROOM));
  if ("command" in word) return `\`${escapeTerminal(word.command)}\``;
  if ("called" in word) return excerpt(kindOf(word.called) + word.called.key, 0, 2 * NAME_ROOM);
  if ("names" in word) return namesText(word.names, page);
  if ("tone" in word) return page.paint[word.tone](escapeTerminal(word.text));
  if (isLink(word)) return excerpt(word.text, 0, NAME_ROOM);
  const { file, line, column } = word.place;
  return page.paint.bold(`${excerpt(file, 0, LONG)}:${line}:${column}`);
}

export type Link = Extract<Inline, { url: unknown }>;

/** As many as there is room for, and how to see the others, if there is a way. */
function namesText(names: readonly Inline[], page: WordStyle): string {
  const texts = names.map((name) => wordText(name, page));
  const all = texts.join(", ");
  if (page.allNames) return all;
  const shown = listNames(texts, NAMES);
  return shown === all || page.allNames === undefined ? shown : `${shown} (-v names all of them)`;
}

export function isLink(word: Inline): word is Link {
  return typeof word === "object" && "url" in word;
}

export function addressOf({ url, instead = "" }: Link): string {
  return excerpt(url ?? instead, 0, LONG);
}

/** Lines as they are. */
export function codeText({ code }: Code, page: WordStyle): string {
  return code.map((line) => terminalWords(line, page)).join("\n");
}

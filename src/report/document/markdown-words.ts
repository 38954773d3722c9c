// The words of a document in GitHub's markdown.

import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import { type Called, type FileLinks, type Inline, kindOf, type Words } from "./document.ts";
import { linkTo, markdownCode, markdownName } from "./markdown-text.ts";

/** Names in a sentence. */
const NAMED = 20;
/** Characters. */
const ROOM = { words: 600, code: 120, command: 400, path: 60 };

/** A sentence. */
export function markdownWords(words: Words, links: FileLinks = {}): string {
  return words.map((word) => wordText(word, links)).join("");
}

function wordText(word: Inline, links: FileLinks): string {
  if (typeof word === "string") return markdownName(word, ROOM.words);
  if (typeof word === "number") return `${word}`;
  if ("name" in word) return `<i>${markdownName(word.name, NAME_ROOM)}</i>`;
  if ("code" in word) return markdownCode(word.code, ROOM.code);
  if ("strong" in word) return `<b>${markdownName(word.strong, ROOM.words)}</b>`;
  if ("command" in word) return markdownCode(word.command, ROOM.command);
  if ("called" in word) return calledText(word.called);
  if ("names" in word) {
    const more = word.names.length - NAMED;
    const some = word.names.slice(0, NAMED).map((name) => wordText(name, links));
    return `${some.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  }
  if ("tone" in word) return markdownName(word.text, ROOM.code);
  if ("url" in word)
    return word.url === undefined ? markdownName(word.text, ROOM.code) : linkTo(word.url, word.text);
  const { file, line, column } = word.place;
  const address = links.file?.(file, line);
  return address === undefined
    ? `<code>${markdownName(file, ROOM.code)}:${line}:${column}</code>`
    : linkTo(address, `${excerpt(file, 0, ROOM.path)}:${line}:${column}`);
}

/** `<a>Orders</a> → Orders and fulfilment`. */
export function calledText(called: Called): string {
  const { key, title, newTitle, isNamesake, url } = called;
  const name = url === undefined ? `<b>${markdownName(title, NAME_ROOM)}</b>` : linkTo(url, title);
  const which = isNamesake ? ` ${markdownCode(key, NAME_ROOM)}` : "";
  return `${kindOf(called)}${name}${which}${newTitle === undefined ? "" : ` → ${markdownName(newTitle, NAME_ROOM)}`}`;
}

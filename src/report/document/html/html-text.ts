// Small pieces of the page around text that is not ours.

import { escapeHtml, escapePre } from "../../text/escape.ts";
import { excerpt, NAME_ROOM } from "../../text/value-text.ts";
import { type Called, type FileLinks, type Inline, kindOf, type Words } from "../document.ts";

/** The text in at most `room` cells, as content of an element. */
export function textHtml(text: string, room: number): string {
  return escapePre(excerpt(text, 0, room));
}

/** Cells of words that quote a file or a folder; the page shows what they quote whole. */
const WORDS = 600;
/** Names in a sentence, and characters of each. */
const LONG = 200;

export function wordsHtml(words: Words, links: FileLinks = {}): string {
  return words.map((word) => wordHtml(word, links)).join("");
}

function wordHtml(word: Inline, links: FileLinks): string {
  if (typeof word === "string") return textHtml(word, WORDS);
  if (typeof word === "number") return `${word}`;
  if ("name" in word) return `<i>${textHtml(word.name, NAME_ROOM)}</i>`;
  if ("code" in word) return `<code>${textHtml(word.code, LONG)}</code>`;
  if ("called" in word) return calledHtml(word.called);
  if ("strong" in word) return `<b>${textHtml(word.strong, NAME_ROOM)}</b>`;
  if ("command" in word) return `<code>${escapeHtml(word.command)}</code>`;
  if ("names" in word) return word.names.map((name) => wordHtml(name, links)).join(", ");
  if ("url" in word) return linkHtml(word.url, textHtml(word.text, NAME_ROOM));
  if ("tone" in word) return textHtml(word.text, NAME_ROOM);
  const { file, line, column } = word.place;
  return linkHtml(links.file?.(file, line), `<code>${textHtml(file, LONG)}:${line}:${column}</code>`);
}

function calledHtml(called: Called): string {
  const { key, title, isNamesake, url } = called;
  const which = isNamesake ? ` <code>${textHtml(key, NAME_ROOM)}</code>` : "";
  return `${kindOf(called)}<b>${linkHtml(url, textHtml(title, NAME_ROOM))}</b>${which}`;
}

/** `content`, which is html, as a link to `address`, which is untrusted: only what a browser opens over http is one. */
export function linkHtml(address: string | undefined, content: string): string {
  const { protocol, href } = address !== undefined && URL.canParse(address) ? new URL(address) : NOWHERE;
  const isWeb = (protocol === "https:" || protocol === "http:") && href.length <= 2000;
  return isWeb ? `<a href="${escapeHtml(href)}" rel="noreferrer">${content}</a>` : content;
}

const NOWHERE = { protocol: "", href: "" };

/** A picture of its own for what is the same everywhere; words beside it say what it means. */
export function iconHtml(id: string): string {
  return `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><use href="#${id}"/></svg>`;
}

/** A section that is folded. Both are html. */
export function foldedHtml(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n${body}\n</details>`;
}

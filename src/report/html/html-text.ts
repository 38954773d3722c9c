// Small pieces of the page around text that is not ours.

import type { Inline, Words } from "../document/document.ts";
import { escapeHtml, escapePre } from "../text/escape.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";

/** The text in at most `room` cells, as content of an element. */
export function textHtml(text: string, room: number): string {
  return escapePre(excerpt(text, 0, room));
}

/** `2 charts ask something else, <i>Churn</i> <b>removed</b>`. */
export function phrasesHtml(phrases: readonly Words[], join = ", "): string {
  return phrases.map(wordsHtml).join(join);
}

/** Cells of words that quote a file or a folder; the page shows what they quote whole. */
const WORDS = 600;

export function wordsHtml(words: Words): string {
  return words.map(wordHtml).join("");
}

function wordHtml(word: Inline): string {
  if (typeof word === "string") return textHtml(word, WORDS);
  if (typeof word === "number") return `${word}`;
  if ("name" in word) return `<i>${textHtml(word.name, NAME_ROOM)}</i>`;
  if ("strong" in word) return `<b>${textHtml(word.strong, NAME_ROOM)}</b>`;
  if ("command" in word) return `<code>${escapeHtml(word.command)}</code>`;
  if ("names" in word) return word.names.map(wordHtml).join(", ");
  if ("url" in word) return linkHtml(word.url, textHtml(word.text, NAME_ROOM));
  if ("tone" in word) return textHtml(word.text, NAME_ROOM);
  return `<code>${textHtml("code" in word ? word.code : word.place.file, WORDS)}</code>`;
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

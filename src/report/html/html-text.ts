// Small pieces of the page around text that is not ours.

import type { Piece } from "../change/pieces.ts";
import type { Phrase } from "../review/phrase.ts";
import { escapeHtml, escapePre } from "../text/escape.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";

/** The text in at most `room` cells, as content of an element. */
export function textHtml(text: string, room: number): string {
  return escapePre(excerpt(text, 0, room));
}

/** Characters of a word that quotes a file or a folder. */
const WORD_ROOM = 200;

/** `2 charts ask something else, <i>Churn</i> <b>removed</b>`. */
export function phrasesHtml(phrases: readonly Phrase[], join = ", "): string {
  return phrases.map((phrase) => phrase.map(wordHtml).join("")).join(join);
}

function wordHtml(word: Phrase[number]): string {
  if (typeof word === "string") return textHtml(word, WORD_ROOM);
  return "name" in word
    ? `<i>${textHtml(word.name, NAME_ROOM)}</i>`
    : `<b>${textHtml(word.strong, NAME_ROOM)}</b>`;
}

export function piecesHtml(pieces: readonly Piece[]): string {
  return pieces
    .map((part) => (typeof part === "string" ? escapeHtml(part) : `<code>${escapeHtml(part.command)}</code>`))
    .join("");
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

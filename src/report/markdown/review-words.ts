// The words of a review in markdown: emphasis as html, because no text of a dashboard may have a meaning of its own.

import { markdownName } from "../document/markdown-text.ts";
import type { Phrase } from "../review/phrase.ts";
import type { Mark } from "../review/rows.ts";
import { NAME_ROOM } from "../text/value-text.ts";

/** Characters of a word that quotes a file or a folder. */
const WORD_ROOM = 200;

export const MARK_SIGNS: Readonly<Record<Mark, string>> = {
  decide: "❗",
  delete: "❌",
  create: "🆕",
  publish: "🚀",
  charts: "📈",
  layout: "🔀",
  edit: "📝",
};

/** `2 charts ask something else, <i>Churn</i> <b>removed</b>`. */
export function phrasesMarkdown(phrases: readonly Phrase[]): string {
  return phrases.map((phrase) => phrase.map(wordMarkdown).join("")).join(", ");
}

function wordMarkdown(word: Phrase[number]): string {
  if (typeof word === "string") return markdownSpaced(word);
  return "name" in word
    ? `<i>${markdownName(word.name, NAME_ROOM)}</i>`
    : `<b>${markdownName(word.strong, NAME_ROOM)}</b>`;
}

/** The start of a word is no start of a line, which is all that markdown reads a mark there for. */
function markdownSpaced(text: string): string {
  const [, before = "", rest = "", after = ""] = /^( *)(.*?)( *)$/s.exec(text) ?? [];
  return before + (rest === "" ? "" : markdownName(rest, WORD_ROOM)) + after;
}

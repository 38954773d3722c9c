// The words of a review in markdown: emphasis as html, because no text of a dashboard may have a meaning of its own.

import type { Words } from "../document/document.ts";
import { markdownWords } from "../document/markdown.ts";
import type { Mark } from "../review/rows.ts";

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
export function phrasesMarkdown(phrases: readonly Words[]): string {
  return phrases.map((words) => markdownWords(words)).join(", ");
}

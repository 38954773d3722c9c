// Small pieces of GitHub's markdown around text that is not ours.

import { blankSecrets } from "../../model/index.ts";
import { escapeHtml, escapeMarkdown, escapePre } from "../text/escape.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import { type Called, type FileLinks, type Inline, kindOf, type Words } from "./document.ts";

/** A text cut to `room` characters before it is escaped, so that no escape is cut in two. */
export function markdownName(text: string, room: number): string {
  const clean = blankSecrets(text);
  const characters = clean.length > room ? [...clean.slice(0, room * 2 + 2)] : [...clean];
  return escapeMarkdown(characters.length > room ? `${characters.slice(0, room - 1).join("")}…` : clean);
}

export function markdownCode(text: string, room: number): string {
  return `<code>${markdownName(text, room)}</code>`;
}

/** `text` as a link to `address`, both untrusted: only an address that a browser opens over http is one. */
export function linkTo(address: string, text: string): string {
  const url = blankSecrets(address);
  const shown = markdownName(text, 80);
  const { protocol, href } = URL.canParse(url) ? new URL(url) : { protocol: "", href: "" };
  const isWeb = (protocol === "https:" || protocol === "http:") && href.length <= 2000;
  // Within a row of a table a bar ends its cell, wherever it stands.
  const target = escapeHtml(href).replaceAll("|", "&#124;");
  return isWeb ? `<a href="${target}">${shown}</a>` : `${shown} ${markdownCode(url, 200)}`;
}

/** `of <a><code>0123456789ab</code></a>`; anything but a commit's hash is shown as text. */
export function markdownCommit(commit: string, address?: string): string {
  const short = commit.slice(0, 12);
  if (!/^[0-9a-f]{7,12}$/.test(short)) return `of ${markdownCode(commit, 12)}`;
  return `of ${address === undefined ? `<code>${short}</code>` : linkTo(address, short)}`;
}

/** Lines for a terminal, without colour, shown as they are. */
export function markdownPre(lines: string, language = ""): string {
  return `<pre${language === "" ? "" : ` lang="${language}"`}>\n${escapePre(lines)}\n</pre>`;
}

/** A section that is folded. `summary` and `body` are markdown; html ends at a blank line, so one follows the summary. */
export function markdownDetails(summary: string, body: readonly string[]): string {
  return [`<details><summary>${summary}</summary>\n`, ...body, "\n</details>"].join("\n");
}

// The words of a document in GitHub's markdown.

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

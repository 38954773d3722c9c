// Small pieces of GitHub's markdown around text that is not ours.

import { blankSecrets } from "../../model/index.ts";
import { escapeHtml, escapeMarkdown, escapePre } from "../text/escape.ts";

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

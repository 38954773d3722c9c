// Links in markdown. Only an address that a browser opens over http is one; anything else stays text.

import { escapeHtml } from "../text/escape.ts";
import { markdownCode, markdownName } from "./markdown-text.ts";

/** `text` as a link to `url`, both untrusted. */
export function linkTo(url: string, text: string): string {
  const shown = markdownName(text, 80);
  const { protocol, href } = URL.canParse(url) ? new URL(url) : { protocol: "", href: "" };
  const isWeb = (protocol === "https:" || protocol === "http:") && href.length <= 2000;
  return isWeb ? `<a href="${escapeHtml(href)}">${shown}</a>` : `${shown} ${markdownCode(url, 200)}`;
}

// Values whole, whatever their length: what a row of the report cuts, and all that is created. Nothing is left out here, because a
// reviewer who reads the report must be able to see all that an apply would write (contract 11).

import { diffWordsWithSpace } from "diff";
import type { Change, FieldChange, Json } from "../../model/index.ts";
import { count } from "../text/cells.ts";
import { escapeHtml } from "../text/escape.ts";
import { printValue } from "../text/print-value.ts";
import { fits, plainText } from "../text/value-text.ts";
import { foldedHtml } from "./html-text.ts";

/** Cells of both sides of a change that its row shows whole. */
const SHORT = 60;
/** Words that differ. Beyond, finding the smallest difference gets slow, and one text below the other is as good to read. */
const MAX_EDITS = 4000;

/** The fields of an update that are too long for their rows, from live to what an apply makes of it; empty if there are none. */
export function wholeFields(fields: readonly FieldChange[]): string {
  const long = fields.filter((field) => !isShort(field));
  if (long.length === 0) return "";
  const parts = long.map((field) => `<h5><code>${escapeHtml(field.path)}</code></h5>\n${wholeField(field)}`);
  return foldedHtml(`${count(long.length, "long value")}, whole`, parts.join("\n"));
}

/** All that a create sends; empty for what sends nothing. */
export function wholeRequest({ request }: Change): string {
  if (request === undefined) return "";
  const text = printValue(request);
  return foldedHtml(`content, whole: ${count(text.split("\n").length, "line")}`, pre(lines(text)));
}

function isShort({ path, before, after, base }: FieldChange): boolean {
  const texts = [before, after, base ?? undefined].map((value) => value ?? "");
  if (path.length > SHORT || texts.some((value) => typeof value === "object")) return false;
  const [from = "", to = "", was = ""] = texts.map(plainText);
  return !`${from}${to}${was}`.includes("\n") && fits(from, to, SHORT) && fits(was, to, SHORT);
}

function wholeField({ before, after, base, origin }: FieldChange): string {
  const step = stepHtml(textOf(before), textOf(after));
  if (origin !== "both" || base === undefined || base === null) return step;
  return `<p class="dim">last applied</p>\n${pre(lines(textOf(base) ?? ""))}\n<p class="dim">live → Git</p>\n${step}`;
}

function textOf(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : printValue(value);
}

function stepHtml(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return pre(mark("ins", to ?? ""));
  if (to === undefined) return pre(mark("del", from));
  const parts = diffWordsWithSpace(from, to, { maxEditLength: MAX_EDITS });
  if (!parts) return `${pre(mark("del", from))}\n${pre(mark("ins", to))}`;
  return pre(
    parts
      .map(({ added, removed, value }) =>
        added ? mark("ins", value) : removed ? mark("del", value) : lines(value),
      )
      .join(""),
  );
}

/** Line ends that come or go are seen as well. */
function mark(tag: "ins" | "del", text: string): string {
  return `<${tag}>${text.split("\n").map(escapeHtml).join("↵\n")}</${tag}>`;
}

function lines(text: string): string {
  return text.split("\n").map(escapeHtml).join("\n");
}

function pre(html: string): string {
  return `<pre class="whole">${html}</pre>`;
}

// Values whole, whatever their length: what a row of the report cuts, and all that is created. Nothing is left out here, because a
// reviewer who reads the report must be able to see all that an apply would write (contract 11).

import { diffWordsWithSpace } from "diff";
import {
  type Change,
  type FieldChange,
  formatFieldPath,
  type Json,
  parseFieldPath,
} from "../../model/index.ts";
import { count } from "../text/cells.ts";
import { escapeHtml } from "../text/escape.ts";
import { folderText } from "../text/folder-text.ts";
import { printValue } from "../text/print-value.ts";
import { fits, plainText } from "../text/value-text.ts";
import { createdContent, widgetContent } from "./created-content.ts";
import { foldedHtml } from "./html-text.ts";

/** Cells of a name that a row shows whole. */
const NAME = 50;
/** Words that differ. Beyond, finding the smallest difference gets slow, and one text below the other is as good to read. */
const MAX_EDITS = 4000;

/** The fields of an update that have no room in their rows, which are `room` cells wide, from live to what an apply makes of it. */
export function wholeFields(fields: readonly FieldChange[], room: number): string {
  const long = fields.filter((field) => !isShownWhole(field, room));
  if (long.length === 0) return "";
  const parts = long.map((field) => `<h5><code>${escapeHtml(field.path)}</code></h5>\n${wholeField(field)}`);
  return foldedHtml(`${count(long.length, "value")} in full`, parts.join("\n"));
}

/** All that is created, as its file has it; empty for what sends nothing. */
export function wholeContent(change: Change): string {
  const content = createdContent(change);
  if (content === undefined) return "";
  const text = printValue(content);
  return foldedHtml(`content in full: ${count(text.split("\n").length, "line")}`, pre(lines(text)));
}

/** Whether the row of a field cuts nothing: neither the names in its path, nor its values. */
function isShownWhole({ path, before, after, base, origin }: FieldChange, room: number): boolean {
  if (!isPathShown(path)) return false;
  if (path === "folder") return fits(folderText(before ?? null), folderText(after ?? null), room);
  const values = origin === "both" ? [before, after, base ?? undefined] : [before, after];
  const texts = values.map((value) => value ?? "");
  if (texts.some((value) => typeof value === "object")) return false;
  const [from = "", to = "", was = ""] = texts.map(plainText);
  // The three of a conflict are in one row.
  const most = origin === "both" ? room / 2 : room;
  return !`${from}${to}${was}`.includes("\n") && fits(from, to, most) && fits(was, to, most);
}

function isPathShown(path: string): boolean {
  const steps = parseFieldPath(path);
  const at = steps.findIndex((step) => "widget" in step);
  const widget = steps[at];
  const rest = formatFieldPath(steps.slice(at + 1));
  return (
    rest.length <= NAME && (widget === undefined || !("widget" in widget) || widget.widget.length <= NAME)
  );
}

function wholeField({ path, before, after, base, origin }: FieldChange): string {
  const steps = parseFieldPath(path);
  const [, , widget] = steps;
  const isWidget = steps.length === 3 && widget !== undefined && "widget" in widget;
  const textOf = (value: Json | undefined) =>
    value === undefined ? undefined : printValue(isWidget ? widgetContent(value) : value);
  const step = stepHtml(textOf(before), textOf(after));
  if (origin !== "both" || base === undefined || base === null) return step;
  return `<p class="dim">last applied</p>\n${pre(lines(textOf(base) ?? ""))}\n<p class="dim">live → Git</p>\n${step}`;
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

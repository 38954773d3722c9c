// Values whole, whatever their length: what a row of the report cuts, and all that is created. Nothing is left out here, because a
// reviewer who reads the report must be able to see all that an apply would write (contract 11).

import { diffWordsWithSpace } from "diff";
import {
  type Change,
  CORNERS,
  cornersOf,
  DASHBOARD_FIELDS,
  type FieldChange,
  formatFieldPath,
  isObject,
  isPosition,
  type Json,
  type JsonObject,
  ordered,
  parseFieldPath,
  readJson,
  STAMP_KEY,
  WIDGET_FIELDS,
  writeJson,
} from "../../../model/index.ts";
import { count } from "../../text/cells.ts";
import { escapeHtml } from "../../text/escape.ts";
import { folderText } from "../../text/folder-text.ts";
import { fits, plainText } from "../../text/value-text.ts";
import { foldedHtml } from "./html-text.ts";

// A whole value as lines that people read: like YAML, long texts line by line. Not escaped, and not to be parsed.

/** A text of several lines alone is just its lines; within a map or a list it is a block, deeper than its key. */
function printValue(value: Json): string {
  if (typeof value === "string") return value;
  return printBelow(value, "").join("\n");
}

/** Characters of a map or a list of plain values that is on one line. */
const FLOW = 80;

/** `{ x: 0, y: 4 }`, `[order.revenue, desc]`; undefined for what is no map or list, or needs lines of its own. */
function flowText(value: Json): string | undefined {
  const parts = Array.isArray(value)
    ? value.map((item) => flowItem(item))
    : isObject(value)
      ? Object.entries(value).map(([key, item]) => {
          const text = typeof item === "object" && item !== null ? undefined : flowItem(item);
          return text && `${plainText(key)}: ${text}`;
        })
      : [];
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  const text = Array.isArray(value) ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  return text.length <= FLOW ? text : undefined;
}

function flowItem(item: Json): string | undefined {
  if (typeof item === "object" && item !== null) return Array.isArray(item) ? flowText(item) : undefined;
  if (typeof item !== "string") return plainText(item);
  if (item.length > FLOW || item.includes("\n")) return undefined;
  return /^[>|&*!%@#`'?-]|[,[\]{}"]|: | #/.test(item) ? writeJson(item) : plainText(item);
}

/** The lines of a map or a list, or the one line of anything else. */
function printBelow(value: Json, indent: string): string[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item) => printEntry("-", item, indent, true));
  if (isObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, item]) =>
      printEntry(`${plainText(key)}:`, item, indent, false),
    );
  return [indent + plainText(value)];
}

function printEntry(head: string, value: Json, indent: string, isItem: boolean): string[] {
  const deeper = `${indent}  `;
  const flow = flowText(value);
  if (flow !== undefined) return [`${indent}${head} ${flow}`];
  if (typeof value === "string" && value.includes("\n"))
    return [`${indent}${head} |`, ...value.split("\n").map((line) => deeper + line)];
  const lines = printBelow(value, deeper);
  const isOne =
    typeof value !== "object" ||
    value === null ||
    lines.length === 0 ||
    lines[0] === deeper + plainText(value);
  const [first = "", ...more] = lines;
  if (isOne) return [`${indent}${head} ${first.trimStart()}`];
  return isItem
    ? [`${indent}${head} ${first.slice(deeper.length)}`, ...more]
    : [`${indent}${head}`, ...lines];
}

// What is created as its file has it: the parts and their order of a file, without our stamp, and without the shapes of a request.

const CONFIG = ["title", "reportId", "member", "markdown"];
const QUERY = ["measures", "dimensions", "timeDimensions", "filters", "segments", "order", "limit"];

/** Undefined for what sends nothing. */
function createdContent({ kind, request, folder, publish }: Change): JsonObject | undefined {
  if (request === undefined) return undefined;
  if (kind === "report") return reportContent(request);
  const { name, folderId, meta, ...others } = request;
  const { dashboardDraft: dashboard, ...more } = isObject(meta) ? meta : {};
  const where = folder ?? folderId;
  return present({
    name,
    folder: where === undefined || where === null ? undefined : folderText(where),
    publish: publish || undefined,
    ...others,
    meta: withoutStamp(more),
    dashboard: isObject(dashboard) ? dashboardContent(dashboard) : dashboard,
  });
}

function reportContent({ name, title, workbookId, jsonQuery, meta, ...others }: JsonObject): JsonObject {
  const workbook = isObject(workbookId) && "$workbook" in workbookId ? workbookId.$workbook : workbookId;
  const query = queryContent(jsonQuery);
  return present({ name, title, workbook, query, ...others, meta: withoutStamp(meta) });
}

/** A text that is no JSON object, or not as we write it, stays as it is sent. */
function queryContent(query: Json | undefined): Json | undefined {
  if (typeof query !== "string") return query;
  try {
    const parsed = readJson(query);
    // What parsing loses would be hidden.
    return isObject(parsed) && writeJson(parsed) === query ? ordered(parsed, QUERY) : query;
  } catch {
    return query;
  }
}

function withoutStamp(meta: Json | undefined): Json | undefined {
  if (!isObject(meta)) return meta;
  const { [STAMP_KEY]: _stamp, ...rest } = meta;
  return Object.keys(rest).length > 0 ? rest : undefined;
}

function dashboardContent(draft: JsonObject): JsonObject {
  const { widgets } = draft;
  const all = Array.isArray(widgets) ? { ...draft, widgets: widgets.map(widgetContent) } : draft;
  return ordered(all, DASHBOARD_FIELDS);
}

/** A widget as a file has it; anything else as it is. */
function widgetContent(widget: Json): Json {
  if (!isObject(widget)) return widget;
  const { position, config } = widget;
  return ordered(
    {
      ...widget,
      ...(isObject(position) && { position: boxContent(position) }),
      ...(isObject(config) && { config: ordered(config, CONFIG) }),
    },
    WIDGET_FIELDS,
  );
}

/** `[0, 4, 12, 3]`, as files write it; a map where it is more or less than a place. */
function boxContent(position: JsonObject): Json {
  return isPosition(position) ? cornersOf(position) : ordered(position, CORNERS);
}

function present(parts: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as JsonObject;
}

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

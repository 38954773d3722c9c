// Bodies of POSTs as what they have to be: a page of our own sends nothing else.

import { Failed } from "./answer.ts";
import type {
  Box,
  CreateRequest,
  Edit,
  EditRequest,
  ForRows,
  OpenRequest,
  TakeRequest,
  Template,
} from "./protocol.ts";

type Body = Record<string, unknown>;

const MOST_EDITS = 10_000;
const LARGEST = 100_000;

export function textIn(body: Body, key: string): string {
  const value = body[key];
  if (typeof value === "string" && value.length <= 1_000_000) return value;
  throw wrong(`\`${key}\` has to be a text.`);
}

export function editRequest(body: Body): EditRequest {
  const { edits, scope, rows } = body;
  if (!Array.isArray(edits) || edits.length === 0 || edits.length > MOST_EDITS)
    throw wrong("`edits` has to be a list of edits.");
  if (scope !== undefined && scope !== "here" && scope !== "shared")
    throw wrong("`scope` is `here` or `shared`.");
  return {
    slug: textIn(body, "slug"),
    version: textIn(body, "version"),
    edits: edits.map(edit),
    ...(scope === undefined ? {} : { scope }),
    ...rowsOf(rows),
  };
}

export function takeRequest(body: Body): TakeRequest {
  const { widget, preview, shown, rows } = body;
  if (preview !== undefined && typeof preview !== "boolean") throw wrong("`preview` is true or false.");
  return {
    slug: textIn(body, "slug"),
    version: textIn(body, "version"),
    ...(widget === undefined ? {} : { widget: widget === null ? null : textIn(body, "widget") }),
    ...rowsOf(rows),
    ...(preview === undefined ? {} : { preview }),
    ...(shown === undefined ? {} : { shown: textIn(body, "shown") }),
  };
}

function rowsOf(rows: unknown): { rows?: ForRows } {
  if (rows === undefined) return {};
  if (rows === "all" || rows === "one") return { rows };
  throw wrong("`rows` is `all` or `one`.");
}

export function openRequest(body: Body): OpenRequest {
  const { line } = body;
  if (!Number.isInteger(line) || Number(line) < 1) throw wrong("`line` has to be the number of a line.");
  return { file: textIn(body, "file"), line: Number(line) };
}

function edit(value: unknown): Edit {
  const body = objectOf(value, "an edit");
  const widget = textIn(body, "widget");
  switch (body.kind) {
    case "place":
      return {
        kind: "place",
        widget,
        breakpoint: breakpointOf(textIn(body, "breakpoint")),
        box: boxOf(body.box),
      };
    case "title":
      return { kind: "title", widget, title: textIn(body, "title") };
    case "text":
      return { kind: "text", widget, markdown: textIn(body, "markdown") };
    case "delete":
      return { kind: "delete", widget };
    case "duplicate":
      return { kind: "duplicate", widget, boxes: boxesOf(body.boxes) };
    case "add":
      return {
        kind: "add",
        widget,
        template: templateOf(body.template),
        title: textIn(body, "title"),
        boxes: boxesOf(body.boxes),
        ...(body.report !== undefined && { report: textIn(body, "report") }),
        ...(body.member !== undefined && { member: textIn(body, "member") }),
      };
    default:
      throw wrong("There is no such edit.");
  }
}

export function createRequest(body: Body): CreateRequest {
  const from = body.from === null ? null : textIn(body, "from");
  const [file, slug, title] = [textIn(body, "file"), textIn(body, "slug"), textIn(body, "title")];
  return { file, slug, title, from };
}

const TEMPLATES: ReadonlySet<unknown> = new Set<Template>(["chart", "text", "filter", "divider"]);

function templateOf(value: unknown): Template {
  if (TEMPLATES.has(value)) return value as Template;
  throw wrong("There is no such template.");
}

const BREAKPOINTS: ReadonlySet<string> = new Set(["default", "lg", "md", "sm", "xs", "xxs"]);

function breakpointOf(name: string): string {
  if (BREAKPOINTS.has(name)) return name;
  throw wrong("There is no such breakpoint.");
}

function boxesOf(value: unknown): Record<string, Box> {
  const boxes = Object.entries(objectOf(value, "`boxes`"));
  return Object.fromEntries(boxes.map(([name, box]) => [breakpointOf(name), boxOf(box)]));
}

function boxOf(value: unknown): Box {
  const { x, y, w, h } = objectOf(value, "a position");
  const isWhole = [x, y, w, h].every((one) => Number.isInteger(one) && Math.abs(Number(one)) <= LARGEST);
  if (!isWhole || Number(x) < 0 || Number(y) < 0 || Number(w) < 1 || Number(h) < 1)
    throw wrong("A position is four whole numbers, on the grid.");
  return { x, y, w, h } as Box;
}

function objectOf(value: unknown, what: string): Body {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Body;
  throw wrong(`${what} has to be an object.`);
}

const wrong = (message: string) => new Failed(400, "invalid-request", message);

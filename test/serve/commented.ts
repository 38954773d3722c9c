// Real dashboards as files in which each line has a comment of its own, and what such a file says, read without any code of Boardwright.
import { isCollection, isMap, isPair, isScalar, parse, parseDocument, stringify, visit } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import type { BoardEdit, Box } from "../../src/serve/studio/protocol.ts";

export type Saying = { widgets: JsonObject[] } & JsonObject;
export const FORMS = ["block", "flow", "list", "layouts"] as const;
type Form = (typeof FORMS)[number];

const KEYS = ["x", "y", "w", "h"] as const;
const isBox = (value: unknown): value is Box =>
  typeof value === "object" && value !== null && Object.keys(value).sort().join() === "h,w,x,y";

/** The live workbook as a file, with its positions in that form. */
export function commentedFile(workbook: JsonObject, form: Form): string {
  const { slug, name, folderPath, dashboardDraft } = structuredClone(workbook);
  const folder = (folderPath as { name: string }[]).map((one) => one.name);
  const dashboard = dashboardDraft as Saying;
  const layouts: Record<string, Record<string, number[]>> = {};
  const take = (breakpoint: string, id: string, { x, y, w, h }: Box) => {
    layouts[breakpoint] = { ...layouts[breakpoint], [id]: [x, y, w, h] };
  };
  for (const widget of form === "layouts" ? (dashboard.widgets ?? []) : []) {
    const id = String(widget.id);
    if (isBox(widget.position)) {
      take("default", id, widget.position);
      delete widget.position;
    }
    const responsive = { ...(widget.responsiveLayouts as Record<string, Box> | undefined) };
    for (const [breakpoint, box] of Object.entries(responsive)) {
      if (isBox(box)) take(breakpoint, id, box);
    }
    if (Object.values(responsive).length > 0 && Object.values(responsive).every(isBox))
      delete widget.responsiveLayouts;
  }
  const file: JsonObject = {
    workbooks: {
      [String(slug)]: { name: name as string, folder: folder.length > 0 ? folder : "/", dashboard },
    },
    ...(Object.keys(layouts).length > 0 ? { layouts: { [String(slug)]: layouts } } : {}),
  } as JsonObject;
  const text = stringify(file, { lineWidth: 0 });
  return withComments(form === "block" ? text : inOneLine(text, form));
}

function inOneLine(text: string, form: Form): string {
  const document = parseDocument(text);
  visit(document, {
    Pair(_key, pair) {
      if (!isMap(pair.value)) {
        if (form === "layouts" && isCollection(pair.value) && isNumbers(pair.value.toJSON()))
          pair.value.flow = true;
        return;
      }
      const value = pair.value.toJSON();
      if (!isBox(value)) return;
      if (form === "list") pair.value = document.createNode(KEYS.map((key) => value[key]));
      (pair.value as { flow?: boolean }).flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

const isNumbers = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === "number");

/** ` # k12` at the end of each line that can have one: the whole line is then found again by it. */
function withComments(text: string): string {
  const inside = new Set<number>();
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length - 1;
  visit(parseDocument(text), {
    Scalar(_key, { range }) {
      if (!range) return;
      const [start, end] = [lineAt(range[0]), lineAt(range[1])];
      const isBlock = /[|>]/.test(text[range[0]] ?? "") && end > start;
      for (let line = start + (isBlock ? 1 : 0); line < end; line += 1) inside.add(line);
      if (!isBlock && end > start) inside.delete(end);
    },
  });
  const lines = text
    .split("\n")
    .map((line, at) => (line === "" || inside.has(at) ? line : `${line} # k${at}`));
  const commented = lines.join("\n");
  if (JSON.stringify(parse(commented)) !== JSON.stringify(parse(text)))
    throw new Error("The comments changed what a file says.");
  return commented;
}

/** What the file says of its dashboard, with each position at its widget. */
export function sayingOf(text: string): Saying {
  const { workbooks, layouts } = parse(text) as {
    workbooks: Record<string, { dashboard: Saying }>;
    layouts?: Record<string, Record<string, Record<string, unknown>>>;
  };
  const [[slug, { dashboard }]] = Object.entries(workbooks) as [[string, { dashboard: Saying }]];
  const place = (value: unknown) => {
    const [x, y, w, h] = (Array.isArray(value) ? value : KEYS.map((key) => (value as Box)[key])) as number[];
    return { x, y, w, h } as unknown as JsonObject;
  };
  for (const widget of dashboard.widgets ?? []) {
    const responsive = { ...(widget.responsiveLayouts as Record<string, unknown> | undefined) };
    for (const [breakpoint, byId] of Object.entries(layouts?.[slug] ?? {})) {
      const own = byId[String(widget.id)];
      if (own === undefined) continue;
      if (breakpoint === "default") widget.position = place(own);
      else responsive[breakpoint] = place(own);
    }
    if (widget.position !== undefined) widget.position = place(widget.position);
    for (const [name, value] of Object.entries(responsive)) responsive[name] = place(value);
    if (Object.keys(responsive).length > 0) widget.responsiveLayouts = responsive as JsonObject;
  }
  return dashboard;
}

/** What the file has to say after the edits. */
export function saidAfter(before: Saying, edits: readonly BoardEdit[]): Saying {
  const after = structuredClone(before);
  const place = (widget: JsonObject, breakpoint: string, box: Box) => {
    if (breakpoint === "default") widget.position = { ...box };
    else widget.responsiveLayouts = { ...(widget.responsiveLayouts as JsonObject), [breakpoint]: { ...box } };
  };
  for (const edit of edits) {
    const at = after.widgets.findIndex(({ id }) => String(id) === edit.widget);
    const widget = after.widgets[at]!;
    if (edit.kind === "place") place(widget, edit.breakpoint, edit.box);
    if (edit.kind === "title") widget.config = { ...(widget.config as JsonObject), title: edit.title };
    if (edit.kind === "text") widget.config = { ...(widget.config as JsonObject), markdown: edit.markdown };
    if (edit.kind === "delete") after.widgets.splice(at, 1);
    if (edit.kind !== "duplicate") continue;
    const copy = structuredClone(widget);
    copy.id = "(a copy)";
    for (const [breakpoint, box] of Object.entries(edit.boxes)) place(copy, breakpoint, box);
    after.widgets.splice(at + 1, 0, copy);
  }
  return after;
}

/** The lines that an edit may change: those of the value that it is about, by its path, or of the whole widget. */
export function linesOf(text: string, { widget, ...edit }: BoardEdit): Set<number> {
  const document = parseDocument(text);
  const [slug] = Object.keys((parse(text) as { workbooks: object }).workbooks);
  const way = ["workbooks", slug, "dashboard", "widgets"];
  const widgets = (document.getIn(way) as { toJSON(): JsonObject[] }).toJSON();
  const index = widgets.findIndex(({ id }) => String(id) === widget);
  const layouts = ["layouts", slug];
  const breakpoints = Object.keys(
    (document.getIn(layouts) as { toJSON(): object } | undefined)?.toJSON() ?? {},
  );
  const inLayouts = (name: string) => [...layouts, name, widget];
  const ways: Record<BoardEdit["kind"], unknown[][]> = {
    place:
      edit.kind !== "place"
        ? []
        : [
            inLayouts(edit.breakpoint),
            [
              ...way,
              index,
              ...(edit.breakpoint === "default" ? ["position"] : ["responsiveLayouts", edit.breakpoint]),
            ],
          ],
    title: [[...way, index, "config", "title"]],
    text: [[...way, index, "config", "markdown"]],
    delete: [[...way, index], ...breakpoints.map(inLayouts)],
    duplicate: [],
    add: [],
  };
  const lines = new Set<number>();
  for (const one of ways[edit.kind]) {
    const span = spanOf(document, one);
    if (!span) continue;
    const [from, to] = span.map((offset) => text.slice(0, offset).split("\n").length - 1) as [number, number];
    for (let line = from; line <= to; line += 1) lines.add(line);
  }
  return lines;
}

/** From the key (or the item) to the last byte of the value. */
function spanOf(
  document: ReturnType<typeof parseDocument>,
  way: readonly unknown[],
): [number, number] | undefined {
  const parent = document.getIn(way.slice(0, -1));
  if (!isCollection(parent)) return undefined;
  const key = way.at(-1);
  const item = isMap(parent)
    ? parent.items.find((one) => isScalar(one.key) && String(one.key.value) === String(key))
    : parent.items[Number(key)];
  const first = isPair(item) ? item.key : item;
  const last = isPair(item) ? item.value : item;
  const ranges = [first, last].map((one) => (one as { range?: [number, number, number] } | undefined)?.range);
  return ranges[0] && ranges[1] ? [ranges[0][0], Math.max(ranges[0][0], ranges[1][1] - 1)] : undefined;
}

/** By its comment, the whole line. */
export function taggedLines(lines: readonly string[]): Map<string, string> {
  return new Map(
    lines.flatMap((line) => (/ # (k\d+)$/.test(line) ? [[line.split(" # ").at(-1)!, line]] : [])),
  );
}

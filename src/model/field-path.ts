// The one grammar of field paths, `dashboard.widgets[revenue].position.x`: how plans, stamps and the project's `ignore` spell where
// a value is. Widgets are named by id, never by index. A plain word in brackets is a widget's id behind `dashboard.widgets`, and an
// array index anywhere else; what is not plain is a JSON string in brackets: `meta["a b"]`.

import type { Path } from "./json.ts";
import { orList, suggest } from "./text/suggest.ts";

/** A key of an object, an index of an array, or the id of a widget. */
export type FieldStep = { key: string } | { index: number } | { widget: string };

/** One step of a pattern: a key, or an element of a list: `*` for every one, else an index or a widget's id. */
export type PatternStep = { key: string } | { element: string };

const BARE_ID = /^[A-Za-z0-9_-]+$/;
const BARE_KEY = /^[A-Za-z0-9_$-]+$/;
const INDEX = /^(?:0|[1-9][0-9]{0,14})$/;

export function formatFieldPath(steps: readonly FieldStep[]): string {
  return steps.reduce(addStep, "");
}

/** The path of a widget: `dashboard.widgets[revenue]`. */
export function widgetPath(id: string): string {
  return addStep("dashboard.widgets", { widget: id });
}

/** `base` with the keys and indexes of `path` behind it. */
export function joinPath(base: string, path: Path): string {
  return path.reduce<string>(
    (text, key) => addStep(text, typeof key === "number" ? { index: key } : { key }),
    base,
  );
}

function addStep(text: string, step: FieldStep): string {
  if ("index" in step) return `${text}[${step.index}]`;
  if ("widget" in step)
    return `${text}[${BARE_ID.test(step.widget) ? step.widget : JSON.stringify(step.widget)}]`;
  if (!BARE_KEY.test(step.key)) return `${text}[${JSON.stringify(step.key)}]`;
  return text === "" ? step.key : `${text}.${step.key}`;
}

/** The steps of a path. A text outside the grammar is one key, whole: a path is always shown, never an error. */
export function parseFieldPath(path: string): FieldStep[] {
  const steps: FieldStep[] = [];
  for (const token of readTokens(path) ?? [undefined]) {
    const step = token && fieldStep(token, isWidgetList(steps));
    if (!step) return [{ key: path }];
    steps.push(step);
  }
  return steps;
}

/** The key of a step, or undefined for an index and a widget. */
export function keyOf(step: FieldStep | undefined): string | undefined {
  return step && "key" in step ? step.key : undefined;
}

/**
 * Reads a path that a project ignores, `dashboard.widgets[*].config.debug`. Keys may hold anything that is not part of the grammar.
 * Undefined if the text is not a path to a key.
 */
export function parseIgnoredPath(text: string): PatternStep[] | undefined {
  const steps: PatternStep[] = [];
  for (const token of readTokens(text) ?? []) {
    const before = steps.at(-1);
    if ("word" in token) steps.push({ key: token.word });
    else if ("element" in token) steps.push(token);
    // An odd key and an odd widget id are spelled the same way; only what is behind `widgets` is an id.
    else if (before && "key" in before && before.key === "widgets") steps.push({ element: token.quoted });
    else steps.push({ key: token.quoted });
  }
  const last = steps.at(-1);
  return last && "key" in last ? steps : undefined;
}

const PARTS = ["name", "folder", "meta", "dashboard"];
const OF_DASHBOARD = ["kind", "title", "description", "app", "layout", "settings", "theme", "widgets"];
const OF_WIDGET = ["id", "type", "position", "config", "style", "responsiveLayouts"];

/** Why a path that is ignored can match nothing; undefined if it can. `ids`: of the widgets, where they are known. */
export function whyUnmatched(path: readonly PatternStep[], ids?: readonly string[]): string | undefined {
  const [part, key, element, field] = path.map((step) => ("key" in step ? step.key : undefined));
  const [, , widget] = path;
  if (part === undefined || !PARTS.includes(part)) return `a workbook has ${orList(PARTS)}`;
  if (path.length === 1) return undefined;
  if (part === "name" || part === "folder" || key === undefined) return `\`${part}\` has no such field`;
  if (part === "meta") return undefined;
  const near = OF_DASHBOARD.includes(key) ? undefined : suggest(key, OF_DASHBOARD);
  if (near !== undefined) return `of a dashboard it is \`${near}\``;
  if (key !== "widgets" || !widget) return undefined;
  if (element !== undefined) return "widgets go by `[*]` or by their ids, `[revenue]`";
  const isThere = "element" in widget && (/^(\*|\d+)$/.test(widget.element) || ids?.includes(widget.element));
  if (ids && !isThere) return `the dashboard has no such widget, only ${orList(ids)}`;
  const nearest = field === undefined || OF_WIDGET.includes(field) ? undefined : suggest(field, OF_WIDGET);
  return nearest === undefined ? undefined : `of a widget it is \`${nearest}\``;
}

/** A word between dots, or the content of brackets: plain, or a JSON string. */
type Token = { word: string } | { element: string } | { quoted: string };

/** Undefined if the text is not made of words and brackets. */
function readTokens(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  const pattern = /\.?([^.[\]]+)|\[(?:("[^"\\]*(?:\\.[^"\\]*)*")|([^\]]+))\]/y;
  while (pattern.lastIndex < text.length) {
    const [, word, json, element] = pattern.exec(text) ?? [];
    if (word !== undefined) tokens.push({ word });
    else if (element !== undefined) tokens.push({ element });
    else {
      const quoted = json === undefined ? undefined : readString(json);
      if (quoted === undefined) return undefined;
      tokens.push({ quoted });
    }
  }
  return tokens;
}

function fieldStep(token: Token, isWidget: boolean): FieldStep | undefined {
  if ("quoted" in token) return isWidget ? { widget: token.quoted } : { key: token.quoted };
  if ("word" in token) return BARE_KEY.test(token.word) ? { key: token.word } : undefined;
  if (isWidget) return BARE_ID.test(token.element) ? { widget: token.element } : undefined;
  return INDEX.test(token.element) ? { index: Number(token.element) } : undefined;
}

function isWidgetList([first, second, third]: readonly FieldStep[]): boolean {
  return keyOf(first) === "dashboard" && keyOf(second) === "widgets" && third === undefined;
}

function readString(json: string): string | undefined {
  try {
    return JSON.parse(json) as string;
  } catch {
    return undefined;
  }
}

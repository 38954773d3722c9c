// Where the values of a widget are written, and which other dashboards take them from there.

import { isObject, type Path, type ResolvedWorkbook, type Span, widgetsOf } from "../../model/index.ts";
import { boxOf } from "./board-view.ts";
import type { Inspection, Origin } from "./protocol.ts";
import type { Reading } from "./read-files.ts";

/** Undefined if the dashboard has no such widget. */
export function inspectWidget(reading: Reading, slug: string, id: string): Inspection | undefined {
  const workbook = reading.boards.get(slug)?.workbook;
  const index = workbook ? indexOf(workbook, id) : -1;
  const widget = workbook && widgetsOf(workbook.entry.dashboard)[index];
  if (!workbook || !isObject(widget)) return undefined;
  const span = workbook.locate(["dashboard", "widgets", index]);
  const text = reading.text(span.file);
  const end = span.endColumn === 1 && span.endLine > span.line ? span.endLine - 1 : span.endLine;
  const lines = text === undefined ? [] : text.split(/\r?\n/).slice(span.line - 1, end);
  while (lines.length > 1 && lines.at(-1)?.trim() === "") lines.pop();
  const responsive = isObject(widget.responsiveLayouts) ? widget.responsiveLayouts : {};
  const names = [
    ...(boxOf(widget.position) ? ["default"] : []),
    ...Object.keys(responsive).filter((name) => boxOf(responsive[name])),
  ];
  const config = isObject(widget.config) ? widget.config : {};
  const find = (...path: string[]) => originOf(reading, workbook, { index, path });
  return {
    source: { file: span.file, line: span.line, lines },
    positions: Object.fromEntries(
      names.map((name) => [name, name === "default" ? find("position") : find("responsiveLayouts", name)]),
    ),
    title: typeof config.title === "string" ? find("config", "title") : null,
    text: typeof config.markdown === "string" ? find("config", "markdown") : null,
  };
}

export function indexOf({ entry }: ResolvedWorkbook, id: string): number {
  return widgetsOf(entry.dashboard).findIndex((one) => isObject(one) && String(one.id) === id);
}

export function originOf(
  reading: Reading,
  workbook: ResolvedWorkbook,
  { index, path }: { index: number; path: readonly string[] },
): Origin {
  const span = workbook.locate(["dashboard", "widgets", index, ...path] as Path);
  const text = reading.text(span.file) ?? "";
  return {
    file: span.file,
    line: span.line,
    from: kindOf(text, span, workbook),
    sharedWith: sharersOf(reading, workbook, { span, path }),
  };
}

function kindOf(text: string, span: Span, { file }: ResolvedWorkbook): Origin["from"] {
  const lines = text.split("\n");
  const keys = keysAbove(lines, span.line);
  if (keys[0] === "layouts") return "layouts";
  if (span.file !== file) return "include";
  if (keys.includes("overrides")) return "override";
  const written = lines[span.line - 1]?.slice(span.column - 1) ?? "";
  const whole = lines.slice(span.line - 1, span.endLine).join("\n");
  if (/\$file["']?\s*:/.test(whole)) return "text-file";
  return /\$\{(?:var|env)\./.test(written) ? "variable" : "file";
}

/** The keys that a line is under, outermost first, by their indentation. */
function keysAbove(lines: readonly string[], line: number): string[] {
  const keys: string[] = [];
  let indent = Number.POSITIVE_INFINITY;
  for (let at = line - 1; at >= 0 && indent > 0; at -= 1) {
    const [, blank, key] = /^([ -]*)["']?([^\s"':#][^"':]*)["']?\s*:(?:\s|$)/.exec(lines[at] ?? "") ?? [];
    if (blank === undefined || key === undefined || blank.length >= indent) continue;
    indent = blank.length;
    keys.unshift(key);
  }
  return keys;
}

/** The slugs of the other dashboards in which a value is written at the very same place. */
function sharersOf(
  reading: Reading,
  { slug, file }: ResolvedWorkbook,
  { span, path }: { span: Span; path: readonly string[] },
): string[] {
  // What a dashboard's own file says is its own: aliases there are taken apart by the edit.
  if (span.file === file) return [];
  const found: string[] = [];
  for (const [other, { workbook }] of reading.boards) {
    if (other === slug || !mayInclude(reading, workbook)) continue;
    if (widgetAt(workbook, { span, path }) !== undefined) found.push(other);
  }
  return found.sort();
}

const mayInclude = (reading: Reading, { file }: ResolvedWorkbook) =>
  reading.text(file)?.includes("$") === true;

/** The id of the widget whose value at the path is written at the span; undefined if there is none. */
export function widgetAt(
  workbook: ResolvedWorkbook,
  { span, path }: { span: Span; path: readonly string[] },
): string | undefined {
  for (const [index, widget] of widgetsOf(workbook.entry.dashboard).entries()) {
    if (!isObject(widget)) continue;
    const { file, line, column } = workbook.locate(["dashboard", "widgets", index, ...path] as Path);
    if (file === span.file && line === span.line && column === span.column) return String(widget.id);
  }
  return undefined;
}

// Where the values of a widget are written, and which other dashboards take them from there.

import type { WrittenRow } from "../../desired/index.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  type Path,
  type ResolvedWorkbook,
  type Span,
  valueAt,
  widgetsOf,
} from "../../model/index.ts";
import { boxOf } from "./board-view.ts";
import type { Inspection, Origin } from "./protocol.ts";
import type { Reading } from "./read-files.ts";
import { contentAt, indexOf, leavesOf, withSharers } from "./sharers.ts";
import { type Owner, openRow, ownerOf, type ProjectPlace } from "./templates/value-owner.ts";

/** Undefined if the dashboard has no such widget. */
export function inspectWidget(
  place: ProjectPlace,
  reading: Reading,
  { slug, widget: id }: { slug: string; widget: string },
): Inspection | undefined {
  const workbook = reading.boards.get(slug)?.workbook;
  const index = workbook ? indexOf(workbook, id) : -1;
  const widget = workbook && widgetsOf(workbook.entry.dashboard)[index];
  if (!workbook || !isObject(widget)) return undefined;
  const span = workbook.locate(["dashboard", "widgets", index]);
  const text = reading.text(span.file);
  const end = span.endColumn === 1 && span.endLine > span.line ? span.endLine - 1 : span.endLine;
  const lines = text === undefined ? [] : text.split(/\r?\n/).slice(span.line - 1, end);
  while (lines.length > 1 && lines.at(-1)?.trim() === "") lines.pop();
  const responsive = isObject(widget.responsiveLayouts) ? Object.keys(widget.responsiveLayouts) : [];
  const paths = [
    ["position"],
    ...responsive.map((name) => ["responsiveLayouts", name]),
    ["config", "title"],
    ["config", "markdown"],
  ];
  const origins = originsOf(reading, workbook, { index, paths, row: openRow(place, workbook) });
  const [position, ...others] = origins;
  const [title = null, markdown = null] = others.splice(responsive.length);
  const named = [["default", position], ...others.map((origin, at) => [responsive[at], origin])];
  return {
    source: { file: span.file, line: span.line, lines },
    positions: Object.fromEntries(named.filter(([, origin]) => origin)),
    title,
    text: markdown,
  };
}

/** Of each path that holds a position or a text; the others have none. */
function originsOf(
  reading: Reading,
  workbook: ResolvedWorkbook,
  { index, paths, row }: { index: number; paths: readonly string[][]; row: WrittenRow | undefined },
): (Origin | null)[] {
  const { file, entry } = workbook;
  const widget = widgetsOf(entry.dashboard)[index] as JsonObject;
  const id = String(widget.id);
  const isShown = (value: Json | undefined) => typeof value === "string" || boxOf(value) !== undefined;
  const leaves = paths.flatMap((whole) =>
    (isShown(valueAt(widget, whole)) ? leavesOf(whole) : []).map((path) => {
      const at = contentAt(workbook, index, path);
      return { whole, widget: id, path, value: valueAt(widget, path)!, at };
    }),
  );
  const shared = withSharers(reading, workbook, leaves);
  return paths.map((path) => {
    const own = shared.filter(({ whole }) => whole === path);
    if (own.length === 0) return null;
    const span = workbook.locate(["dashboard", "widgets", index, ...path] as Path);
    const kind = kindOf(reading.text(span.file) ?? "", span, workbook);
    const taken = own.find(({ at }) => span.file === file && kind !== "text-file" && at.file !== file);
    const place = taken ? taken.at : span;
    const origin: Origin = {
      file: place.file,
      line: place.line,
      from: taken ? "include" : kind,
      sharedWith: [...new Set(own.flatMap(({ sharedWith }) => [...sharedWith]))].sort(),
    };
    const owner = row && ownerOf(row, workbook, { index, id, path, textOf: (name) => reading.text(name) });
    // What overrides say for the target comes last.
    return row && owner && kind !== "override" ? originOfRow(row, owner, origin) : origin;
  });
}

function originOfRow(row: WrittenRow, { of, at, names }: Owner, ofTemplate: Origin): Origin {
  const filled = names.map((name) => {
    const { file, line } = row.locate([name]);
    return { name, file, line };
  });
  if (of === "template") return { ...ofTemplate, row: { of, filled } };
  return { file: at.file, line: at.line, from: "file", sharedWith: [], row: { of, filled } };
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
  return /\$\{(?:var|env|param|row)\./.test(written) ? "variable" : "file";
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

// What the tree of the page shows.

import {
  compareText,
  type Diagnostic,
  isObject,
  type ResolvedWorkbook,
  widgetsOf,
} from "../../model/index.ts";
import { sketchOf } from "./board-view.ts";
import type { FollowedFiles } from "./follow-files.ts";
import type { BrokenFile, DashboardEntry, Finding, State } from "./protocol.ts";
import type { Known, Reading } from "./read-files.ts";
import { indexOf } from "./sharers.ts";
import { rowOf } from "./templates/rows-of.ts";

/** Lines above and below an error. */
const AROUND = 3;

/** How a dashboard compares with what is live, if that is known. */
type FindState = (known: Known) => State | null;

export function entriesOf(files: FollowedFiles, findState: FindState): DashboardEntry[] {
  const entries = [...files.boards].map(([slug, known]) => {
    const state = findState(known);
    return entryOf(known, { reading: files.reading, isBroken: files.isBroken(slug), state });
  });
  return entries.sort(byFolder);
}

export function problemsOf({ reading, boards, loadedAt }: FollowedFiles) {
  const isOfNone = ({ slug, file }: Diagnostic) =>
    (slug === undefined || !boards.has(slug)) && !reading.broken.has(file);
  return {
    broken: [...reading.broken].map((file) => brokenFile(reading, file, loadedAt.get(file) ?? null)),
    findings: reading.diagnostics.filter(isOfNone).map((one) => findingOf(one, null)),
  };
}

function entryOf(
  { workbook }: Known,
  { reading, isBroken, state }: { reading: Reading; isBroken: boolean; state: State | null },
): DashboardEntry {
  const { slug, entry, file } = workbook;
  const { title } = sketchOf(slug, { ...entry, dashboard: {} }, () => undefined);
  const own = reading.diagnostics.filter((one) => one.slug === slug);
  return {
    slug,
    title,
    folder: foldersOf(entry.folder),
    file,
    line: lineOf(reading, workbook),
    widgets: widgetsOf(entry.dashboard).length,
    errors: own.filter(({ severity }) => severity === "error").length,
    warnings: own.filter(({ severity }) => severity === "warning").length,
    isBroken,
    state,
    row: rowOf(workbook) ?? null,
  };
}

/** Made once: of a thousand titles, making it for each comparison would be most of the answer. */
const COLLATOR = new Intl.Collator("en");

function byFolder(a: DashboardEntry, b: DashboardEntry): number {
  return (
    compareText(a.folder.join("\0"), b.folder.join("\0")) ||
    COLLATOR.compare(a.title, b.title) ||
    compareText(a.slug, b.slug)
  );
}

/** Where its slug, or the key of its template, is written: found in the text if it is there once, because a thousand files are not parsed to say so. */
export function lineOf(
  { text }: Reading,
  { writtenSlug, template = writtenSlug, file, locate }: ResolvedWorkbook,
): number {
  const begins = [`${template}:`, `"${template}":`, `'${template}':`];
  const lines = text(file)?.split("\n") ?? [];
  const found = lines.flatMap((line, at) => {
    const own = line.trimStart();
    return begins.some((begin) => own.startsWith(begin)) ? [at + 1] : [];
  });
  const [only, ...more] = found;
  return only !== undefined && more.length === 0 ? only : locate([], "key").line;
}

function foldersOf(folder: unknown): string[] {
  if (Array.isArray(folder)) return folder.map(String);
  if (typeof folder !== "string") return [];
  return folder
    .split("/")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function findingOf(diagnostic: Diagnostic, widget: string | null): Finding {
  const { file, line, column, severity, rule, message, help = null } = diagnostic;
  return { file, line, column, severity, rule, message, help, widget };
}

/** The findings of a dashboard, each with the widget whose lines it is in. */
export function findingsOf(reading: Reading, workbook: ResolvedWorkbook): Finding[] {
  const own = reading.diagnostics.filter(({ slug }) => slug === workbook.slug);
  if (own.length === 0) return [];
  const spans = widgetsOf(workbook.entry.dashboard).flatMap((widget, index) =>
    isObject(widget)
      ? [{ id: String(widget.id), index, span: workbook.locate(["dashboard", "widgets", index]) }]
      : [],
  );
  return own.map((one) => {
    const inside = spans.filter(
      ({ span }) =>
        span.file === one.file &&
        (span.line < one.line || (span.line === one.line && span.column <= one.column)) &&
        (one.line < span.endLine || (one.line === span.endLine && one.column < span.endColumn)),
    );
    // A list that is written nowhere is the place of all its widgets.
    const isOne = new Set(inside.map(({ span }) => `${span.line}:${span.column}`)).size === inside.length;
    const named = /`([^`]+)`/.exec(one.message)?.[1];
    const id = isOne ? inside.at(-1)?.id : undefined;
    return findingOf(one, id ?? (named !== undefined && indexOf(workbook, named) >= 0 ? named : null));
  });
}

function brokenFile(reading: Reading, file: string, loadedAt: number | null): BrokenFile {
  const own = reading.diagnostics.filter((one) => one.file === file);
  const errors = own.filter(({ severity }) => severity === "error");
  const line = errors[0]?.line ?? 1;
  const lines = (reading.text(file) ?? "").split(/\r?\n/);
  const from = Math.max(0, line - 1 - AROUND);
  const frame = lines
    .slice(from, line + AROUND)
    .map((text, at) => `${String(from + at + 1).padStart(5)} | ${text.slice(0, 400)}`)
    .join("\n");
  return { file, line, findings: errors.map((one) => findingOf(one, null)), frame, loadedAt };
}

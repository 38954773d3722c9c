// One reading of the project's files: every dashboard as they say it, and the files that do not load. Of a file that is as it was nothing
// is parsed again.

import type { Memory } from "../../cache/index.ts";
import { LOADER_RULES } from "../../lint/index.ts";
import {
  type Diagnostic,
  type JsonObject,
  type Project,
  type ResolvedReport,
  type ResolvedWorkbook,
  readJson,
  type Span,
  type Target,
  writeJson,
} from "../../model/index.ts";
import { type Checked, checkFiles } from "../../project/check-files.ts";
import type { Environment } from "../../target/index.ts";
import type { FindReport } from "./asked.ts";
import { versionOf } from "./board-view.ts";
import { brokenByRows } from "./rows-of.ts";

export interface Known {
  workbook: ResolvedWorkbook;
  version: string;
}

export interface Reading {
  /** By slug. */
  boards: ReadonlyMap<string, Known>;
  reports: ReadonlyMap<string, ResolvedReport>;
  diagnostics: readonly Diagnostic[];
  /** The files that do not say what they declare. */
  broken: ReadonlySet<string>;
  /** Files that are broken only for some rows of a template. */
  brokenForRows: ReadonlySet<string>;
  /** Those rows, each as `template\nkey`. */
  brokenRows: ReadonlySet<string>;
  names: readonly string[];
  text: Checked["text"];
  digest: Checked["digest"];
}

/** A number is of one deployment: `findLive` knows whose, once it was read. */
export const findIn =
  ({ reports }: Reading, findLive: FindReport | undefined): FindReport =>
  (reference) =>
    typeof reference === "string" ? reports.get(reference) : findLive?.(reference);

/** The lines of a place, at most `most` of them. */
export function sourceAt({ text }: Pick<Reading, "text">, span: Span, most = Number.POSITIVE_INFINITY) {
  const { file, line, endLine, endColumn } = span;
  const end = endColumn === 1 && endLine > line ? endLine - 1 : endLine;
  const lines = (text(file) ?? "").split(/\r?\n/).slice(line - 1, Math.min(end, line - 1 + most));
  while (lines.length > 1 && lines.at(-1)?.trim() === "") lines.pop();
  return { file, line, lines };
}

/** After one of these the board is no picture of what the file means. */
const BREAKS: ReadonlySet<string> = new Set([
  ...LOADER_RULES.flatMap(({ id, firm }) => (firm ? [id] : [])),
  "unknown-field",
  "invalid-value",
  "position-conflict",
  "unknown-layout",
  "unknown-widget",
]);

export function openReader(project: Project, target: Target, env: Environment): () => Promise<Reading> {
  const openNext = openMemory();
  /** What was read of each: a reading that finds it again parses no JSON either. */
  let before = new Map<string, Known & { bytes: string }>();
  return async () => {
    const now = new Map<string, Known & { bytes: string }>();
    const take = (workbook: ResolvedWorkbook, bytes: string) =>
      now.set(workbook.slug, { workbook, version: versionOf(workbook), bytes });
    const checked = await checkFiles({
      project,
      target,
      env,
      cwd: project.root,
      memory: openNext(),
      visit: (workbook) => take(workbook, writeJson(workbook.entry)),
      keeps: {
        note({ slug }) {
          return { facts: null, bytes: Buffer.from(now.get(slug)?.bytes ?? "null") };
        },
        revisit(workbook, note) {
          const bytes = note.bytes.toString();
          const known = before.get(workbook.slug);
          const entry = known?.bytes === bytes ? known.workbook.entry : (readJson(bytes) as JsonObject);
          const version = known?.bytes === bytes ? known.version : versionOf({ entry });
          now.set(workbook.slug, { workbook: { ...workbook, entry }, version, bytes });
        },
      },
    });
    before = now;
    const breaking = checked.diagnostics.filter(
      ({ rule, severity }) => severity === "error" && BREAKS.has(rule),
    );
    return {
      boards: now,
      reports: new Map(checked.reports.map((report) => [report.key, report])),
      diagnostics: checked.diagnostics,
      broken: new Set(breaking.map(({ file }) => file)),
      ...brokenByRows(breaking),
      names: checked.names,
      text: checked.text,
      digest: checked.digest,
    };
  };
}

// What was made of files, for as long as this process runs: an edit of one file loads that file alone.

/** Of this reading and the one before: a text that was not seen in either is forgotten. */
function openMemory(): () => Memory {
  type Kept = NonNullable<ReturnType<Memory["recall"]>>;
  let before = new Map<string, Kept>();
  return () => {
    const now = new Map<string, Kept>();
    return {
      recall(key) {
        const kept = before.get(key);
        if (kept) now.set(key, kept);
        return kept;
      },
      keep(key, kept) {
        now.set(key, kept);
      },
      close(stays) {
        if (stays) before = now;
      },
    };
  };
}

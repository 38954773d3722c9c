// A diagnostic is one finding about the files: typed by its rule, placed by file, line and column.

import type { ChangeKind } from "./change-kind.ts";

export type Severity = "error" | "warning";

/** 1-based line and column (in UTF-16 units); `file` is relative to the project's folder, with forward slashes. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

/** A place with its end; the end column is exclusive. */
export interface Span extends Place {
  endLine: number;
  endColumn: number;
}

export interface Diagnostic extends Place {
  rule: string;
  severity: Severity;
  message: string;
  endLine?: number;
  endColumn?: number;
  slug?: string;
  /** The other workbooks that have it, where it is in what they share. In no document. */
  also?: readonly string[];
  /** What it is about, as the message names it: findings that differ in nothing else have one cause. In no document. */
  subject?: string;
  /** What kind of thing the subject is, if it is one of a plan. In no document. */
  kind?: ChangeKind;
  /** The rows that have it, if it is in what rows make of a template. In documents as `template` and `rows`. */
  ofRows?: OfRows;
  /** What to do next, if the message alone does not say it. */
  help?: string;
  /** The name at the place and the one that `lint --fix` may write instead: the only one that can be meant. In no document. */
  fix?: { from: string; to: string };
  /** The same of a name that is only likely: to be offered, and written by nobody unasked. In no document. */
  meant?: { from: string; to: string };
}

/** Where a finding is; of one without an end, the place alone. */
export function spanOfFinding({
  file,
  line,
  column,
  endLine = line,
  endColumn = column,
}: Omit<Diagnostic, "fix">): Span {
  return { file, line, column, endLine, endColumn };
}

/** The rows that have a finding. */
export interface OfRows {
  template: string;
  rows: readonly string[];
  /** These two by row; the slug is undefined where a row declares something else than a workbook. */
  places: readonly Place[];
  slugs: readonly (string | undefined)[];
  all: number;
  /** Before it is told: where the value of the row is that may be the reason. */
  value?: Span;
  /** Once it is told: the message without the rows, and where the template has what is wrong, if that is another place. */
  bare?: string;
  from?: Place;
}

/** The findings that were not there before; lines and columns may have moved. */
export function newFindings(before: readonly Diagnostic[], after: readonly Diagnostic[]): Diagnostic[] {
  const nameOf = ({ rule, file, message }: Diagnostic) =>
    `${rule} ${file} ${message.replace(/:\d+:\d+/g, "")}`;
  const known = new Map<string, number>();
  for (const one of before) known.set(nameOf(one), (known.get(nameOf(one)) ?? 0) + 1);
  return after.filter((one) => {
    const left = known.get(nameOf(one)) ?? 0;
    known.set(nameOf(one), left - 1);
    return left <= 0;
  });
}

/** The one order in which findings are shown: file, line, column, rule, message. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.rule, b.rule) ||
    compareText(a.message, b.message)
  );
}

/** Orders by UTF-16 code units: the same on every machine, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

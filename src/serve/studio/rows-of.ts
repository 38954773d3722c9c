// Dashboards that a row of a template declares: which row, and which of them do not load.

import type { Diagnostic, ResolvedWorkbook } from "../../model/index.ts";
import type { BoardView, TemplateRow } from "./protocol.ts";

/** Undefined for a dashboard that is declared by itself. */
export function rowOf({ template, row }: ResolvedWorkbook): TemplateRow | undefined {
  return template === undefined || row === undefined ? undefined : { template, key: row };
}

/** Whether one template of one file declares both. */
export function areSiblings(one: ResolvedWorkbook, other: ResolvedWorkbook): boolean {
  return one.template !== undefined && one.template === other.template && one.file === other.file;
}

/** The row with the number of dashboards that its template makes, at whatever target. */
export function countedRow(workbook: ResolvedWorkbook): BoardView["row"] {
  const row = rowOf(workbook);
  return row ? { ...row, count: workbook.ofRow?.all ?? 1 } : null;
}

export interface BrokenByRows {
  brokenForRows: ReadonlySet<string>;
  brokenRows: ReadonlySet<string>;
}

/** Of errors that break boards: those that are of rows alone leave the other dashboards of their file as it says. */
export function brokenByRows(breaking: readonly Diagnostic[]): BrokenByRows {
  const whole = new Set(breaking.flatMap(({ file, ofRows }) => (ofRows ? [] : [file])));
  const rows = breaking.flatMap(({ ofRows }) =>
    (ofRows?.rows ?? []).map((key) => nameOfRow({ template: ofRows!.template, key })),
  );
  const files = breaking.map(({ file }) => file).filter((file) => !whole.has(file));
  return { brokenForRows: new Set(files), brokenRows: new Set(rows) };
}

/** Whether a dashboard's board is no picture of what its file means. */
export function isBrokenIn(
  { broken, brokenForRows, brokenRows }: BrokenByRows & { broken: ReadonlySet<string> },
  workbook: ResolvedWorkbook,
): boolean {
  const row = rowOf(workbook);
  if (row && brokenRows.has(nameOfRow(row))) return true;
  return broken.has(workbook.file) && !brokenForRows.has(workbook.file);
}

const nameOfRow = ({ template, key }: TemplateRow) => `${template}\n${key}`;

// Lists and single things from the platform as columns of text. Their values are untrusted and escaped here.

import { cells, pad } from "./cells.ts";
import { breakCommands, escapeTerminal } from "./escape.ts";
import { paintWith } from "./paint.ts";

/** A cell; an absent value is shown as `-`. */
export type Cell = string | number | boolean | null | undefined;

/** One line for each row under a line of headings; columns as wide as their widest cell, nothing cut. Ends with a line end. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  { color }: { color: boolean },
): string {
  const [first = "", ...lines] = alignColumns([[...head], ...rows.map((row) => row.map(textOf))]);
  return `${[paintWith(color).bold(first), ...lines.map(breakCommands)].join("\n")}\n`;
}

/** Escaped texts as lines in which each column is as wide as its widest text. */
export function alignColumns(rows: readonly (readonly string[])[], gap = "  "): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    rows.reduce((width, row) => Math.max(width, cells(row[at] ?? "")), 0),
  );
  return rows.map((row) =>
    row
      .map((text, at) => pad(text, widths[at] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}

/** One line for each field: its name and its value. Ends with a line end. */
export function renderRecord(
  fields: readonly (readonly [string, Cell])[],
  { color }: { color: boolean },
): string {
  const width = Math.max(...fields.map(([name]) => cells(name)));
  const paint = paintWith(color);
  return `${fields.map(([name, value]) => `${paint.bold(pad(name, width))}  ${textOf(value)}`).join("\n")}\n`;
}

function textOf(value: Cell): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null || value === undefined || value === "" ? "-" : escapeTerminal(String(value));
}

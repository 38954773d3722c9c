// Lists and single things from the platform as columns of text. Their values are untrusted and escaped here.

import { cells, pad } from "./cells.ts";
import { breakCommands, escapeTerminal } from "./escape.ts";
import { fitWidth, leastWidth } from "./fit-width.ts";
import { paintWith } from "./paint.ts";

/** A cell; an absent value is shown as `-`. */
export type Cell = string | number | boolean | null | undefined;

const GAP = "  ";

export interface TableStyle {
  color: boolean;
  /** Cells of the terminal; without it lines are as long as they are. */
  width?: number | undefined;
}

/**
 * One line for each row under a line of headings; columns as wide as their widest cell, nothing cut. If that is wider than the terminal, cells
 * go on below, and if they cannot, each row is a record. Ends with a line end.
 */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  { color, width }: TableStyle,
): string {
  const paint = paintWith(color);
  const texts = rows.map((row) => row.map(textOf));
  const widths = fitColumns([[...head], ...texts], width);
  if (widths === undefined) {
    const records = rows.map((row) =>
      renderRecord(
        head.map((name, at) => [name, row[at]] as const),
        { color, width },
      ),
    );
    return records.join("\n");
  }
  const [first = "", ...lines] = alignColumns(
    [[...head], ...texts].flatMap((row) => stackCells(row, widths)),
  );
  return `${[paint.bold(first), ...lines.map(breakCommands)].join("\n")}\n`;
}

/** As wide as what they hold; if that is wider than the terminal, the widest are narrower. Undefined if what people copy needs more room. */
function fitColumns(rows: readonly (readonly string[])[], width = Infinity): number[] | undefined {
  const widest = (size: (text: string) => number) =>
    (rows[0] ?? []).map((_, at) => rows.reduce((most, row) => Math.max(most, size(row[at] ?? "")), 0));
  const widths = widest(cells);
  const least = widest(leastWidth);
  const sum = (sizes: readonly number[]) =>
    sizes.reduce((total, size) => total + size + GAP.length, -GAP.length);
  if (sum(least) > width) return undefined;
  for (let over = sum(widths) - width; over > 0; over -= 1) {
    const room = widths.map((size, at) => (size > (least[at] ?? 0) ? size : 0));
    const at = room.indexOf(Math.max(...room));
    widths[at] = (widths[at] ?? 1) - 1;
  }
  return widths;
}

/** The cells of a row in as many lines as the longest of them needs. */
function stackCells(row: readonly string[], widths: readonly number[]): string[][] {
  const cells = row.map((text, at) =>
    fitWidth(text, widths[at])
      .split("\n")
      .map((line) => line.trim()),
  );
  const high = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: high }, (_, line) => cells.map((lines) => lines[line] ?? ""));
}

/** Escaped texts as lines in which each column is as wide as its widest text. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    rows.reduce((width, row) => Math.max(width, cells(row[at] ?? "")), 0),
  );
  return rows.map((row) =>
    row
      .map((text, at) => pad(text, widths[at] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

/** One line for each field: its name and its value. Ends with a line end. */
export function renderRecord(
  fields: readonly (readonly [string, Cell])[],
  { color, width }: TableStyle,
): string {
  const column = Math.max(...fields.map(([name]) => cells(name)));
  const paint = paintWith(color);
  const lines = fields.map(([name, value]) => `${paint.bold(pad(name, column))}${GAP}${textOf(value)}`);
  return `${fitWidth(lines.join("\n"), width)}\n`;
}

function textOf(value: Cell): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null || value === undefined || value === "" ? "-" : escapeTerminal(String(value));
}

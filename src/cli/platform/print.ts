// How the platform's own operations show what they bring: tables and records for people, the platform's data with --json.

import { EXIT, type ExitCode } from "../../model/index.ts";
import { type Cell, jsonText, renderRecord, renderTable } from "../../report/index.ts";
import type { GlobalFlags } from "../flags.ts";
import type { Terminal } from "../terminal.ts";

/** Heading → the cell of a row, in the order in which they are shown. */
export type Columns<T> = Readonly<Record<string, (row: T) => Cell>>;

export function printTable<T>(terminal: Terminal, rows: readonly T[], columns: Columns<T>): void {
  const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row)));
  const { color, width } = terminal;
  terminal.out(renderTable(Object.keys(columns), cells, { color: color.out, width }));
}

/** One thing, field by field; with --json as the platform answered it. */
export function printOne(
  terminal: Terminal,
  flags: GlobalFlags,
  raw: unknown,
  fields: Readonly<Record<string, Cell>>,
): ExitCode {
  if (flags.json) printJson(terminal, raw);
  else terminal.show(renderRecord(Object.entries(fields), { color: terminal.color.out }));
  return EXIT.ok;
}

export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(jsonText(value));
}

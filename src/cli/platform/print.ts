// How the platform's own operations show what they bring: tables and records for people, the platform's data with --json.

import { EXIT, type ExitCode, type Json, valueAt } from "../../model/index.ts";
import type { WireModelValidation } from "../../platform/index.ts";
import { type Cell, jsonText, renderRecord, renderTable } from "../../report/index.ts";
import type { GlobalFlags } from "../flags.ts";
import type { Terminal } from "../terminal.ts";

/** Heading → the cell of a row, in the order in which they are shown: the path of a field, or a function. */
export type Columns<T> = Readonly<Record<string, string | ((row: T) => Cell)>>;

export function printTable<T>(terminal: Terminal, rows: readonly T[], columns: Columns<T>): void {
  const cells = rows.map((row) => Object.values(columns).map((cell) => cellOf(row, cell)));
  const { color, width } = terminal;
  terminal.out(renderTable(Object.keys(columns), cells, { color: color.out, width }));
}

/** One thing, field by field; with --json as the platform answered it. */
export function printOne<T>(terminal: Terminal, flags: GlobalFlags, raw: T, fields: Columns<T>): ExitCode {
  const cells = Object.entries(fields).map(([name, field]) => [name, cellOf(raw, field)] as const);
  // A record without a plain field says nothing.
  if (flags.json || cells.length === 0) printJson(terminal, raw);
  else terminal.show(renderRecord(cells, { color: terminal.color.out }));
  return EXIT.ok;
}

/** A table, or with --json an array of the items, or of what `raw` makes of them; if there is nothing, `none` on stderr. */
export function printList<T>(
  terminal: Terminal,
  flags: GlobalFlags,
  list: { items: readonly T[]; columns: Columns<T>; raw?: ((item: T) => unknown) | undefined; none: string },
): ExitCode {
  const { items, columns, raw = (item) => item, none } = list;
  if (flags.json) {
    printJson(terminal, items.map(raw));
    return EXIT.ok;
  }
  if (items.length === 0 && !flags.quiet) terminal.err(none);
  printTable(terminal, items, columns);
  return EXIT.ok;
}

/** The items of all pages, `limit` at most; what comes after is not asked for. */
export async function takeItems<T>(
  pages: AsyncIterable<readonly T[]> | Iterable<Promise<readonly T[]>>,
  limit = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const items: T[] = [];
  for await (const page of pages) {
    items.push(...page.slice(0, limit - items.length));
    if (items.length >= limit) break;
  }
  return items;
}

/** Exit 1 if the model has errors: they are the result, and no failure of the command. */
export function printValidation(
  terminal: Terminal,
  flags: GlobalFlags,
  report: WireModelValidation,
): ExitCode {
  const { valid, errors, branchName, cubesCount = null } = report;
  const where = branchName ? ` of ${branchName}` : "";
  const cubes = typeof cubesCount === "number" ? `, with ${cubesCount} cubes` : "";
  if (flags.json) printJson(terminal, { ...report, cubesCount });
  else if (valid) terminal.show(`The data model${where} compiles${cubes}.`);
  else {
    printTable(terminal, errors, { FILE: "fileName", ERROR: "message" });
    terminal.err(
      `The data model${where} does not compile: ${errors.length} error${errors.length === 1 ? "" : "s"}.`,
    );
  }
  return valid ? EXIT.ok : EXIT.failed;
}

export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(jsonText(value));
}

/** What is no plain value is shown as JSON. */
function cellOf<T>(row: T, cell: string | ((row: T) => Cell)): Cell {
  if (typeof cell !== "string") return cell(row);
  const value = valueAt(row as Json, cell.split("."));
  return typeof value === "object" && value !== null ? JSON.stringify(value) : (value as Cell);
}

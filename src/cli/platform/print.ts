// How the platform's own operations show what they bring: tables and records for people, the platform's data with --json.

import { type Cell, jsonText, renderRecord, renderTable } from "../../report/index.ts";
import type { GlobalFlags } from "../flags.ts";
import type { Terminal } from "../terminal.ts";

/** Heading → the cell of a row, in the order in which they are shown. */
export type Columns<T> = Readonly<Record<string, (row: T) => Cell>>;

export interface ListFlags extends GlobalFlags {
  limit?: number;
}

/** The items of all pages, `limit` at most; what comes after is not asked for. */
export async function takeItems<T>(
  pages: AsyncIterable<T[]>,
  limit = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const items: T[] = [];
  if (limit === 0) return items;
  for await (const page of pages) {
    items.push(...page.slice(0, limit - items.length));
    if (items.length >= limit) break;
  }
  return items;
}

/** A table; with --json one array of what the platform answered. `none` is said on stderr where the list is empty. */
export function printList<T>(
  terminal: Terminal,
  flags: GlobalFlags,
  rows: readonly T[],
  columns: Columns<T>,
  none: string,
): void {
  if (flags.json) {
    printJson(terminal, rows);
    return;
  }
  if (rows.length === 0 && !flags.quiet) terminal.err(none);
  const table = rows.map((row) => Object.values(columns).map((cell) => cell(row)));
  terminal.out(renderTable(Object.keys(columns), table, { color: terminal.color.out }));
}

/** One thing, field by field; with --json as the platform answered it. */
export function printOne(
  terminal: Terminal,
  flags: GlobalFlags,
  raw: unknown,
  fields: Readonly<Record<string, Cell>>,
): void {
  if (flags.json) printJson(terminal, raw);
  else terminal.out(renderRecord(Object.entries(fields), { color: terminal.color.out }));
}

export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(jsonText(value));
}

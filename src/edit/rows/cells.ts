// The values of rows in tables (RFC 4180, with commas or semicolons): one is replaced, and everything else stays byte for byte.
import { offsetAt } from "../../model/index.ts";
import type { Edit } from "../form/edits.ts";

/** A value of a table's row. */
export interface CellEdit {
  /** The slug or key that it is for. */
  key: string;
  file: string;
  /** From 1, where the row begins. */
  line: number;
  column: string;
  now: unknown;
  want: string;
}

/** Where the value is written in the table's text, and what to write; undefined if it is not there, or not as it was read. */
export function cellEdit(text: string, { line, column, now, want }: CellEdit): Edit | undefined {
  const head = text.slice(0, text.search(/\n|$/));
  const delimiter = head.includes(";") && !head.includes(",") ? ";" : ",";
  const names = cellsFrom(text, 0, delimiter);
  const cells = cellsFrom(text, offsetAt(text, line), delimiter);
  const index = names.findIndex((name) => name.text === column);
  const cell = cells[index];
  // An empty value is none.
  if (!cell || cell.text !== now || cells.length !== names.length || want === "") return undefined;
  const isQuoted = text[cell.start] === '"' || /["\n]|^\s|\s$/.test(want) || want.includes(delimiter);
  return { ...cell, text: isQuoted ? `"${want.replaceAll('"', '""')}"` : want };
}

/** The values of the row that begins at an offset: where each is written, quoted or not, without the spaces around it, and its text. */
function cellsFrom(text: string, from: number, delimiter: string): Edit[] {
  const cells: Edit[] = [];
  let at = from;
  for (;;) {
    while (text[at] === " " || text[at] === "\t") at++;
    const quoted = text[at] === '"' ? /"(?:[^"]|"")*"/y : undefined;
    if (quoted) quoted.lastIndex = at;
    const match = quoted?.exec(text);
    const plain = text.slice(at).search(new RegExp(`[\n${delimiter}]|$`));
    const end = match ? at + match[0].length : at + text.slice(at, at + plain).trimEnd().length;
    const written = text.slice(at, end);
    cells.push({ start: at, end, text: match ? written.slice(1, -1).replaceAll('""', '"') : written });
    at = match ? end : at + plain;
    while (text[at] === " " || text[at] === "\t") at++;
    if (text[at] !== delimiter) return cells;
    at++;
  }
}

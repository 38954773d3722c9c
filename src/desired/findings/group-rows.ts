// What is wrong in a template is told once, with the rows that it concerns: a thousand rows would say it a thousand times.
import { type Diagnostic, shorten } from "../../model/index.ts";

/** A finding in what a row makes of a template. */
export interface RowFinding {
  row: { name: string; place(): string };
  one: Diagnostic;
}

/** One finding of each kind and place, with the first row and how many others have it. */
export function groupByRows(template: string, found: readonly RowFinding[]): Diagnostic[] {
  const groups = new Map<string, { one: Diagnostic; rows: RowFinding["row"][] }>();
  for (const { row, one } of found) {
    const key = JSON.stringify([one.rule, one.file, one.line, one.column, one.message]);
    const group = groups.get(key) ?? { one, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ one: { slug: _, ...one }, rows: [first, ...others] }) => {
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    const of = `In \`${shorten(template, 80)}\`, row \`${first!.name}\` at ${first!.place()}${more}.`;
    const rows = [first!, ...others].map(({ name }) => name);
    return { ...one, message: `${one.message} ${of}`, ofRows: { template, rows } };
  });
}

// What is wrong in a template is told once, with the rows that it concerns: a thousand rows would say it a thousand times.

import { compareDiagnostics, compareText, type Diagnostic, type OfRows, type Place } from "./diagnostic.ts";
import type { Path } from "./json.ts";
import { shorten } from "./secret.ts";
import type { OfRow } from "./workbook.ts";

/** A finding in what a row makes of a template. `wrong`: what of the row's workbook or report is wrong, if that is known. */
export function inRow(
  one: Diagnostic,
  { template, row, all, place, valueAt }: OfRow,
  wrong?: { path: Path; part?: "key" | "value" | undefined },
): Diagnostic {
  const { file, line, column } = place();
  const value = wrong && valueAt?.(wrong.path, wrong.part);
  const rows = { template, rows: [row], places: [{ file, line, column }], slugs: [one.slug], all };
  return { ...one, ofRows: { ...rows, ...(value && { value }) } };
}

/** Of what a template says, used by one row is used: found only if all rows have it. */
const OF_ALL_ROWS = new Set(["unused-override"]);

/**
 * Sorted, and each finding once, even if several workbooks include what it is in. Those of rows are put together by place and message,
 * which names them; where only some rows of a template have one, it is at the value of the row, if that can be the reason. Doing it again
 * with more findings is fine.
 */
export function tellOnce(found: readonly Diagnostic[]): Diagnostic[] {
  const told = found.filter(({ ofRows }) => ofRows === undefined);
  const plain = new Set(told.map(keyOf));
  const ofRows = found.filter((one): one is InRows => one.ofRows !== undefined && !plain.has(keyOf(one)));
  for (const group of gather(
    gather(
      ofRows.map((one) => [one]),
      keyOf,
    ),
    keyOfAny,
  )) {
    const one = together(group);
    const { rows, all, bare } = one.ofRows;
    if (rows.length < all && bare === undefined && OF_ALL_ROWS.has(one.rule)) continue;
    if (rows.length < all && group.every((each) => each.ofRows.value !== undefined))
      for (const each of group) told.push(word(atValue(each)));
    else told.push(word(one));
  }
  told.sort((a, b) => compareDiagnostics(a, b) || compareText(a.slug ?? "", b.slug ?? ""));
  const once: Diagnostic[] = [];
  for (const one of told) {
    const last = once.at(-1);
    if (!last || compareDiagnostics(last, one) !== 0) once.push(one);
    else if (one.slug !== undefined && one.slug !== last.slug)
      once[once.length - 1] = { ...last, also: [...(last.also ?? []), one.slug, ...(one.also ?? [])] };
  }
  return once;
}

/** The finding for those of its rows alone whose workbooks are kept; undefined if none is, and as it is if it is not one of rows. */
export function narrowRows(
  one: Diagnostic,
  keeps: (slug: string | undefined) => boolean,
): Diagnostic | undefined {
  if (!one.ofRows) return keeps(one.slug) ? one : undefined;
  const { slugs, rows, places } = one.ofRows;
  const kept = slugs.flatMap((slug, index) => (keeps(slug) ? [index] : []));
  if (kept.length === 0) return undefined;
  if (kept.length === slugs.length) return one;
  const pick = <T>(list: readonly T[]): T[] => kept.map((index) => list[index]!);
  return word({
    ...one,
    ofRows: { ...one.ofRows, rows: pick(rows), places: pick(places), slugs: pick(slugs) },
  });
}

type InRows = Diagnostic & { ofRows: OfRows };

function keyOf({ rule, severity, file, line, column, message, ofRows }: Diagnostic): string {
  return JSON.stringify([rule, severity, file, line, column, ofRows?.bare ?? message]);
}

/** The same for each row that the message names: by its slug, or by its own key, as a word of what is quoted. */
function keyOfAny(one: Diagnostic): string {
  const { bare = one.message, rows = [], slugs = [], template } = one.ofRows ?? {};
  const message = withoutWord(bare, slugs[0]).replace(/`[^`]*`/g, (quoted) => withoutWord(quoted, rows[0]));
  return `${template}\n${keyOf({ ...one, message, ofRows: undefined })}`;
}

function withoutWord(text: string, word: string | undefined): string {
  const name = word?.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return name ? text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, "giu"), "\0") : text;
}

/** Groups with one key, put together. */
function gather(groups: readonly InRows[][], keyOfOne: (one: InRows) => string): InRows[][] {
  const gathered = new Map<string, InRows[]>();
  for (const group of groups) {
    const key = `${group[0]!.ofRows.template}\n${keyOfOne(group[0]!)}`;
    const known = gathered.get(key);
    if (known) for (const one of group) known.push(one);
    else gathered.set(key, [...group]);
  }
  return [...gathered.values()];
}

function together(group: readonly InRows[]): InRows {
  const [first] = group;
  const rows = new Map<string, { place: Place; slug: string | undefined }>();
  for (const { ofRows } of group)
    for (const [index, row] of ofRows.rows.entries())
      if (!rows.has(row)) rows.set(row, { place: ofRows.places[index]!, slug: ofRows.slugs[index] });
  const all = [...rows.values()];
  const { value: _, ...ofRows } = first!.ofRows;
  const lists = { places: all.map(({ place }) => place), slugs: all.map(({ slug }) => slug) };
  return { ...first!, ofRows: { ...ofRows, rows: [...rows.keys()], ...lists } };
}

function atValue({ ofRows: { value, ...ofRows }, file, line, column, fix: _, ...one }: InRows): InRows {
  return { ...one, ...value!, ofRows: { ...ofRows, from: { file, line, column } } };
}

function word({ slug: _, ...one }: Diagnostic): Diagnostic {
  const { ofRows, message } = one as InRows;
  const { bare = message, template, rows, places, slugs, from } = ofRows;
  const at = ({ file, line, column }: Place) => ` at ${file}:${line}:${column}`;
  const others = rows.length - 1;
  const more = others === 0 ? "" : ` and ${others} other ${others === 1 ? "row" : "rows"}`;
  const row = `row \`${shorten(rows[0]!, 80)}\`${at(places[0]!)}${more}`;
  const of = `In \`${shorten(template, 80)}\`${from ? at(from) : ""}, ${row}.`;
  const slug = rows.length === 1 ? slugs[0] : undefined;
  return {
    ...one,
    ...(slug !== undefined && { slug }),
    message: `${bare} ${of}`,
    ofRows: { ...ofRows, bare },
  };
}

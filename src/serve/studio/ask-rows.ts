// For whom an edit of a row's dashboard is: for all rows of its template, or for that one.

import { nameSome, type ResolvedWorkbook } from "../../model/index.ts";
import type { EditRequest, ForRows, RowsQuestion } from "./protocol.ts";
import type { Reading } from "./read-files.ts";
import { countedRow } from "./rows-of.ts";
import { indexOf } from "./sharers.ts";
import { openRow, ownerOf, type ProjectPlace } from "./value-owner.ts";
import type { Touched } from "./wanted.ts";

/** For whom it is; the question, if somebody has to say; undefined for a dashboard that is declared by itself. */
export function forWhichRows(
  place: ProjectPlace,
  { reading, workbook }: { reading: Reading; workbook: ResolvedWorkbook },
  { request: { edits, rows }, touched }: { request: EditRequest; touched: readonly Touched[] },
): ForRows | RowsQuestion | undefined {
  const [edit] = edits;
  const what = edit && WHAT[edit.kind];
  const question = questionOf(place, reading, workbook, (one) =>
    what
      ? `This ${what} is the template’s: ${taking(one, "it")}`
      : `The widgets are the template’s: ${taking(one, "them")}`,
  );
  if (!question) return undefined;
  if (rows !== undefined) return rows;
  const row = openRow(place, workbook);
  const textOf = (file: string) => reading.text(file);
  const isOwn = ({ widget: id, path }: Touched) =>
    row !== undefined &&
    ownerOf(row, workbook, { index: indexOf(workbook, id), id, path, textOf }).of !== "template";
  // A value that the row has for itself is its own already.
  return touched.length === edits.length && touched.every(isOwn) ? "one" : question;
}

type CountedRow = NonNullable<ReturnType<typeof countedRow>>;

function taking({ count, template }: CountedRow, what: string): string {
  const who = count === 1 ? "its one row takes" : `${count} rows take`;
  return `${who} ${what} from ${template}`;
}

const WHAT: Partial<Record<EditRequest["edits"][number]["kind"], string>> = {
  place: "position",
  title: "title",
  text: "text",
  about: "value",
  publish: "value",
};

/** Undefined for a dashboard that is declared by itself. `say`: what is asked about, without a full stop. */
export function questionOf(
  place: ProjectPlace,
  { boards }: Reading,
  workbook: ResolvedWorkbook,
  say = ({ key, template }: CountedRow) => `This dashboard is the row ${key} of ${template}`,
): RowsQuestion | undefined {
  const counted = countedRow(workbook);
  if (!counted) return undefined;
  const { count, ...row } = counted;
  const written = openRow(place, workbook);
  const { file, line } = written?.locate([]) ?? workbook.locate([], "key");
  // They change with the others, and the page does not show them.
  const absent = written?.slugs.filter((slug) => !boards.has(slug)) ?? [];
  const unseen = absent.length > 0 ? `, ${nameSome(absent)} not at this target` : "";
  const message = `${say(counted)}${unseen}.`;
  const whyNotOne = written?.isInTable
    ? `${row.key} is a line of a table (${file}:${line}), which has no \`override\`: for this row alone, let the rows be a list in YAML.`
    : null;
  return { status: "rows", message, row, count, at: { file, line }, whyNotOne };
}

/** For whom it was, as the sentence about the edit ends. */
export function forRows(workbook: ResolvedWorkbook, rows: ForRows | undefined): string {
  const row = countedRow(workbook);
  if (!row || rows === undefined) return "";
  return rows === "one"
    ? `, for ${row.key} alone`
    : `, for ${row.count === 1 ? "its one row" : `all ${row.count} rows`}`;
}

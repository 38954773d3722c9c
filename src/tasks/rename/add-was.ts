// `was` of what is given another name: the live workbook is renamed with the next apply, and stays what it is (contract 12).

import {
  keysBefore,
  normalizeSlug,
  type Renaming,
  type ResolvedReport,
  UserError,
} from "../../model/index.ts";
import { findEntry, findField } from "./find-keys.ts";
import type { Side } from "./load-sides.ts";
import { spellingOf } from "./spell.ts";
import type { Editing } from "./texts.ts";

/** One that gets a slug back that it had loses it from `was` again. Throws a UserError where the entry cannot hold the field. */
export function addWas(sides: readonly Side[], renaming: Renaming, editing: Editing): void {
  const { from } = renaming;
  const workbook = sides[0]?.workbooks.find(({ slug }) => slug === from);
  if (!workbook) return;
  writeWas(workbook, { ...renaming, key: workbook.writtenSlug, normal: normalizeSlug }, editing);
}

/**
 * The same in a report that says what it was: its publicId stays that of the first key, and goes by no other (contract 12). False if it says
 * nothing: then its publicId is what has to be written.
 */
export function addKeyBefore(sides: readonly Side[], renaming: Renaming, editing: Editing): boolean {
  const { from, to } = renaming;
  const report = sides.flatMap(({ reports }) => reports).find(({ key }) => key === from);
  const before = report ? keysBefore(report.entry) : [];
  if (!report || before.length === 0) return false;
  // Of its first key, the publicId is made without `was`, and of none that is left in it.
  const isFirst = before[0] === to;
  writeWas(report, { ...renaming, key: from, normal: (name) => (isFirst ? to : name) }, editing);
  return true;
}

function writeWas(
  { file, locate }: Pick<ResolvedReport, "file" | "locate">,
  { kind, from, to, key, normal }: Renaming & { key: string; normal(name: string): string },
  { add, texts }: Editing,
): void {
  const text = texts.of(file);
  const spell = spellingOf(file);
  const field = spell.field("was", "");
  const way = [kind === "report" ? "reports" : "workbooks", key] as const;
  const spot = findEntry(text, way);
  const known = findField(text, [...way, "was"]);
  if (!spot || (kind === "report" && !known)) {
    const { file: written, line } = locate([], "key");
    throw new UserError(
      `the ${kind} ${from} cannot be renamed: its \`was\` cannot be written at ${written}:${line}`,
      {
        details: [
          `Rename it by hand, and write \`was: ${from}\` in it, so that the live ${kind} is renamed and not made again.`,
        ],
      },
    );
  }
  if (!known) {
    add(file, { start: spot.at, end: spot.at, text: spell.field("was", spell.text(from)) + spot.behind });
    return;
  }
  const before = [known.value].flat().map(String);
  const isBack = before.some((name) => normal(name) === to);
  const left = isBack ? before.filter((name) => normal(name) !== to) : [...before, from];
  const [first] = left;
  if (first === undefined) {
    // As it was put there, before all other fields.
    const start = known.start - field.length;
    const end = known.end + spot.behind.length;
    const isOurs = start === spot.at && text.startsWith(spot.behind, known.end);
    add(file, isOurs ? { start, end, text: "" } : { start: known.start, end: known.end, text: "null" });
    return;
  }
  const now = left.length === 1 ? spell.text(first) : spell.list(left);
  add(file, { start: known.start, end: known.end, text: now });
}

// `was` of a workbook that is given another slug: the live one is renamed with the next apply, and stays what it is (contract 12).

import { normalizeSlug, type Renaming, UserError } from "../../model/index.ts";
import { findEntry, findField } from "./find-keys.ts";
import type { Side } from "./load-sides.ts";
import { spellingOf } from "./spell.ts";
import type { Editing } from "./texts.ts";

/** One that gets a slug back that it had loses it from `was` again. Throws a UserError where the entry cannot hold the field. */
export function addWas(sides: readonly Side[], { from, to }: Renaming, { add, texts }: Editing): void {
  const workbook = sides[0]?.workbooks.find(({ slug }) => slug === from);
  if (!workbook) return;
  const { file, writtenSlug } = workbook;
  const text = texts.of(file);
  const spell = spellingOf(file);
  const key = spell.field("was", "");
  const way = ["workbooks", writtenSlug] as const;
  const spot = findEntry(text, way);
  const known = findField(text, [...way, "was"]);
  if (!spot) {
    const { file: written, line } = workbook.locate([], "key");
    throw new UserError(
      `the workbook ${from} cannot be renamed: its \`was\` cannot be written at ${written}:${line}`,
      {
        details: [
          `Rename it by hand, and write \`was: ${from}\` in it, so that the live workbook is renamed and not made again.`,
        ],
      },
    );
  }
  if (!known) {
    add(file, { start: spot.at, end: spot.at, text: spell.field("was", spell.text(from)) + spot.behind });
    return;
  }
  const before = [known.value].flat().map(String);
  const isBack = before.some((slug) => normalizeSlug(slug) === to);
  const left = isBack ? before.filter((slug) => normalizeSlug(slug) !== to) : [...before, from];
  const [first] = left;
  if (first === undefined) {
    // As it was put there, before all other fields.
    const start = known.start - key.length;
    const end = known.end + spot.behind.length;
    const isOurs = start === spot.at && text.startsWith(spot.behind, known.end);
    add(file, isOurs ? { start, end, text: "" } : { start: known.start, end: known.end, text: "null" });
    return;
  }
  const now = left.length === 1 ? spell.text(first) : spell.list(left);
  add(file, { start: known.start, end: known.end, text: now });
}

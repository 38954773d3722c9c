// What a rename changed, for people at a terminal.

import type { Place, Renamed } from "../../model/index.ts";
import { count } from "../text/cells.ts";

/** Places named of one file; the rest is a number. */
const MOST = 12;

/** Ends with a line end. */
export function renderRenamed({ renaming, texts, places, left }: Renamed): string {
  const { kind, from, to } = renaming;
  const lines = [
    `Renamed the ${kind} ${from} to ${to}: ${count(places.length, "place")} in ${count(texts.size, "file")}.`,
    ...rowsOf(places),
  ];
  if (left.length > 0)
    lines.push("", `Named still in texts, SQL or comments, which may mean something else:`, ...rowsOf(left));
  return `${[...lines, "", `Nothing live was changed. ${NEXT[kind]}`].join("\n")}\n`;
}

const NEXT: Readonly<Record<Renamed["renaming"]["kind"], string>> = {
  workbook:
    "By `was` the next apply renames the live workbook, which keeps its id, its links and what is published.",
  report: "Its publicId stays, so `boardwright plan` finds the same live report.",
  member: "See what a deployment gets with `boardwright plan`.",
  target:
    "Where `--target`, BOARDWRIGHT_TARGET or a workflow names it, write the new name. A plan is the same as before.",
};

function rowsOf(places: readonly Place[]): string[] {
  const files = new Set(places.map(({ file }) => file));
  return [...files].map((file) => {
    const numbers = [...new Set(places.flatMap((place) => (place.file === file ? [place.line] : [])))];
    const more = numbers.length > MOST ? ` and ${numbers.length - MOST} more` : "";
    return `  ${file}:${numbers.slice(0, MOST).join(", ")}${more}`;
  });
}

// What rows of one template have several values for: each value with the rows that have it.

import type { Change } from "../../model/index.ts";
import { cells, count, listNames, pad } from "../text/cells.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import { type BodyLine, type BodyStyle, diffLines, statementOf } from "./change-body.ts";
import { fieldSections, subjectText } from "./field-sections.ts";
import type { ByRow } from "./template-groups.ts";

/** Values that are shown if not all of them are: of few, one more costs no more than the line that counts it. */
const VALUES = 4;
/** Of the width: the names of rows beside a value. */
const NAMES = 0.3;

/** Whether what the action does is different by row, and not the same for all. */
export function isActionByRow(byRow: readonly ByRow[], change: Change): boolean {
  return byRow.some(
    ({ of, values }) => of === change && values.some((one) => one.change.fields.length === 0),
  );
}

/**
 * What the values are of, and a line for each, escaped. `areAll`: however many they are; else some of them, and how many rows have others. `hint`: how
 * to see these.
 */
export function byRowLines(
  { values }: ByRow,
  style: BodyStyle,
  { areAll, hint = "" }: { areAll: boolean; hint?: string },
): BodyLine[] {
  const shown = areAll || values.length <= VALUES + 1 ? values : values.slice(0, VALUES);
  const beside = Math.floor(style.width * NAMES);
  const names = shown.map(({ rows }) => {
    const keys = rows.map((row) => excerpt(row, 0, NAME_ROOM));
    return listNames(keys, areAll ? Number.MAX_SAFE_INTEGER : beside);
  });
  const column = Math.max(0, ...names.map(cells).filter((size) => size <= beside));
  const room = Math.max(20, style.width - column - 4);
  let title = "";
  const lines = shown.flatMap(({ change }, at): BodyLine[] => {
    const name = names[at] ?? "";
    const said = change.fields.length === 0 ? statementOf(change, room) : undefined;
    const [section] = said === undefined ? fieldSections(change, { room, below: room }, style) : [];
    const [row] = section?.rows ?? [];
    if (section) title = `${[subjectText(section), row?.label].filter(Boolean).join(" ")}, `;
    const text = said ?? row?.text ?? "";
    const diff = diffLines(row?.diff ?? [], "    ", style);
    if (cells(name) > column && text !== "")
      return [plain(`  ${name}`), plain(`  ${pad("", column)}  ${text}`), ...diff];
    return [plain(`  ${pad(name, column)}  ${text}`.trimEnd()), ...diff];
  });
  const left = values.slice(shown.length).reduce((sum, { rows }) => sum + rows.length, 0);
  const more =
    left > 0 ? [plain(style.paint.dim(`  and ${count(left, "row")} with other values${hint}`))] : [];
  return [plain(`${title}by row:`), ...lines, ...more];
}

function plain(text: string): BodyLine {
  return { sign: " ", text };
}

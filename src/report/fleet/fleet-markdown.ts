// Where the targets of a fleet are after an apply, in markdown, and the files of jobs that are left out.

import type { FleetReport, UnreadFile } from "../../model/index.ts";
import { markdownCode, markdownName } from "../document/markdown-text.ts";
import { listNames } from "../text/cells.ts";
import { NAME_ROOM } from "../text/value-text.ts";
import { standingEnd, standingReasons, standingRows } from "./standings.ts";

/** Cells of the names of targets in one row. */
const NAMES = 120;
/** Characters of a sentence of the platform or of a file. */
const SENTENCE = 400;

/** A table with a row for each wave and end, what was not done, and how to go on. Ends with a line end. */
export function renderFleetMarkdown(report: FleetReport): string {
  const rows = standingRows(report).map(({ wave, state, words, names }) => [
    ...[String(wave), String(names.length), state, markdownName(words, SENTENCE)],
    markdownName(listNames(names, NAMES), NAMES + NAME_ROOM),
  ]);
  const head = ["wave", "targets", "state", "", "names"];
  const table = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const reasons = standingReasons(report).map((line) => `- ${markdownName(line, SENTENCE)}`);
  return `${[table, ...(reasons.length > 0 ? [reasons.join("\n")] : []), standingEnd(report)].join("\n\n")}\n`;
}

/** A line for each. Ends with a line end. */
export function renderUnreadMarkdown(unread: readonly UnreadFile[]): string {
  const lines = unread.map(
    ({ file, message }) => `- ${markdownCode(file, NAME_ROOM)} ${markdownName(message, SENTENCE)}`,
  );
  return `**Left out:**\n\n${lines.join("\n")}\n`;
}

// Previews for people at a terminal: the copies and their links, what was taken down, what is up.

import {
  type ListedPreview,
  type PreviewDownResult,
  type PreviewUpResult,
  targetFlag,
} from "../../model/index.ts";
import { count, listNames } from "../text/cells.ts";
import { breakCommands, escapeTerminal } from "../text/escape.ts";
import { fixingCommand } from "../text/findings.ts";
import { momentText } from "../text/moment.ts";
import { paintWith } from "../text/paint.ts";
import { alignColumns, renderTable, type TableStyle } from "../text/table.ts";
import { renderApplySummary } from "./apply-pretty.ts";
import { lintPretty } from "./lint-pretty.ts";

const NAMES_WIDTH = 90;

/**
 * Findings in their places, the results for the copies, and their links. `target`: if a command that names none means another.
 * The text ends with a line end.
 */
export function renderPreviewUp(
  report: PreviewUpResult,
  { color, width, target }: { color: boolean; width?: number | undefined; target?: string | undefined },
): string {
  const { diagnostics, files, text, results } = report;
  const blocks: string[] = [];
  const blocked = blockedLines(report, color);
  if (blocked.length > 0) blocks.push(`${breakCommands(blocked.join("\n"))}\n`);
  if (diagnostics.length > 0)
    blocks.push(
      lintPretty({ diagnostics, files, text, color, width, fix: fixingCommand(report.branch, target) }),
    );
  if (results.length > 0) blocks.push(renderApplySummary({ ...report, links: new Map() }, { color }));
  blocks.push(`${breakCommands(upLines(report, color, targetFlag(target)).join("\n"))}\n`);
  return blocks.join("\n");
}

function upLines(report: PreviewUpResult, color: boolean, flag: string): string[] {
  const { name, workbooks, broken, brokenAnywhere, staging } = report;
  const branch = `branch ${escapeTerminal(report.branch)}`;
  const model = `the model of ${branch}`;
  const others = brokenAnywhere.filter((slug) => !broken.includes(slug));
  const lines: string[] = [];
  if (workbooks.length > 0) {
    const many = count(workbooks.length, "workbook");
    lines.push(paintWith(color).bold(`Preview ${name} on ${model}: ${many} to look at.`));
    lines.push(...linkLines(workbooks));
    if (report.movedFrom !== undefined)
      lines.push(`It was of branch ${escapeTerminal(report.movedFrom)}, which no longer exists.`);
    if (report.until !== undefined)
      lines.push(
        `It ends on ${momentText(report.until)}: \`boardwright preview down --stale${flag}\` removes it then.`,
      );
  } else if (broken.length === 0 && !report.interrupted && report.results.length === 0) {
    lines.push("Nothing to preview: no dashboard differs from the live one.");
  }
  if (others.length > 0) lines.push(`Not changed here, but would not work on it either: ${names(others)}.`);
  lines.push(...removals(report));
  if (staging === "off") lines.push(`The staging environment of ${branch} is off.`);
  else if (workbooks.length > 0)
    lines.push(`Take it down with \`boardwright preview down --name ${name}${flag}\`.`);
  return lines;
}

/** Why there is no preview: before all findings, of which there may be many. */
function blockedLines({ name, branch, broken, standing }: PreviewUpResult, color: boolean): string[] {
  if (broken.length === 0) return [];
  const why = `${names(broken)} would not work on the model of branch ${escapeTerminal(branch)}`;
  return [
    paintWith(color).red(`Nothing is previewed: ${why}.`),
    ...(standing.length > 0
      ? [`Preview ${name} is still as an earlier run put it up: ${names(standing)}.`]
      : []),
  ];
}

function linkLines(workbooks: PreviewUpResult["workbooks"]): string[] {
  const rows = workbooks.map(({ slug, name, id, link }) =>
    [slug, name, link ?? `workbook ${id}`].map(escapeTerminal),
  );
  return alignColumns(rows).map((row) => `  ${row}`);
}

/** The text ends with a line end. */
export function renderPreviewDown(
  { previews, untouched }: PreviewDownResult,
  asked: { name?: string | undefined; stale?: boolean | undefined; target?: string | undefined },
): string {
  const lines = previews.flatMap((preview) => {
    const { name, removed, removedReports } = preview;
    const reports = removedReports.length > 0 ? ` and ${count(removedReports.length, "report")}` : "";
    const isWhole = preview.failed.length + preview.kept.length === 0;
    const end = isWhole ? "is taken down" : "is not completely taken down";
    return [
      `Preview ${name} ${end}: ${count(removed.length, "workbook")}${reports} removed.`,
      ...removals({ ...preview, removed: [], kept: [...preview.kept, ...preview.keptReports] }),
      stagingText(preview),
    ];
  });
  if (previews.length === 0 && asked.stale === true) {
    lines.push("No preview is stale: there is nothing to take down.");
  } else if (previews.length === 0) {
    const branch = `of branch ${escapeTerminal(untouched?.branch ?? "")}`;
    const which = asked.name === undefined ? branch : `with the name ${asked.name}`;
    lines.push(`No preview ${which} is up: there is nothing to take down.`);
    lines.push(...untouchedText(untouched, targetFlag(asked.target)));
  }
  return `${breakCommands(lines.join("\n"))}\n`;
}

function stagingText({ branch, staging, neededBy }: PreviewDownResult["previews"][number]): string {
  const shown = escapeTerminal(branch);
  if (staging === "untouched")
    return `The staging environment of branch ${shown} is left as it is: only reports of the preview were left.`;
  if (staging === "absent") return `Branch ${shown} no longer exists, nor does its staging environment.`;
  if (staging === "off") return `The staging environment of branch ${shown} is off.`;
  const why = neededBy.length > 0 ? `${names(neededBy)} of the same branch is still up` : "it was on before";
  return `The staging environment of branch ${shown} stays on: ${why}.`;
}

function untouchedText(untouched: PreviewDownResult["untouched"], flag: string): string[] {
  if (untouched?.state === "gone" || untouched?.state === "off") return [];
  const branch = untouched ? escapeTerminal(untouched.branch) : "BRANCH";
  return [
    "A staging environment that may be on is left as it is, because it is unknown whether it was on before:",
    `\`boardwright data-model disable-branch ${branch}${flag}\` turns it off.`,
  ];
}

/** One line for each workbook; ends with a line end. */
export function renderPreviewList(
  previews: readonly ListedPreview[],
  { stale, ...style }: TableStyle & { stale: boolean },
): string {
  if (previews.length === 0) return `No preview is ${stale ? "stale" : "up"}.\n`;
  const hasEnds = previews.some(({ until }) => until !== undefined);
  const rows = previews.flatMap(({ name, branch, staging, until, workbooks, reports }) => {
    const end = until === undefined ? "-" : momentText(until);
    const about = [name, branch, staging, ...(hasEnds ? [end] : [])];
    if (workbooks.length === 0) return [[...about, "-", `only ${count(reports.length, "report")} left`]];
    return workbooks.map(({ slug, id, link }) => [...about, slug, link ?? `workbook ${id}`]);
  });
  const head = ["NAME", "BRANCH", "STAGING", ...(hasEnds ? ["UNTIL"] : []), "SLUG", "LINK"];
  return renderTable(head, rows, style);
}

function removals({
  removed,
  kept,
  inUse,
  failed,
}: Pick<PreviewUpResult, "removed" | "kept" | "inUse" | "failed">): string[] {
  const lines = failed.map(({ key, message }) => `error: ${escapeTerminal(key)}: ${escapeTerminal(message)}`);
  for (const { key, by } of inUse)
    lines.unshift(
      `Kept, because a workbook outside the preview draws it: report ${names([key])} (${names(by)}).`,
    );
  if (kept.length > 0)
    lines.unshift(`Still there, because the deployment offers no way to delete them: ${names(kept)}.`);
  if (removed.length > 0) lines.unshift(`Removed, because no longer part of it: ${names(removed)}.`);
  return lines;
}

function names(keys: readonly string[]): string {
  return listNames(keys.map(escapeTerminal), NAMES_WIDTH);
}

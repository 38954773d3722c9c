// Previews for people at a terminal: what can be looked at and where, what was taken down, what is up.

import {
  type ListedPreview,
  type PreviewDownResult,
  type PreviewUpResult,
  targetFlag,
} from "../../model/index.ts";
import { count, listNames } from "../text/cells.ts";
import { breakCommands, escapeTerminal } from "../text/escape.ts";
import { paintWith } from "../text/paint.ts";
import { alignColumns, renderTable } from "../text/table.ts";
import { renderApplySummary } from "./apply-pretty.ts";
import { lintPretty } from "./lint-pretty.ts";

const NAMES_WIDTH = 90;

/**
 * Findings in their places, what became of the copies, and where to look. `target`: where a command that names none means another.
 * The text ends with a line end.
 */
export function renderPreviewUp(
  report: PreviewUpResult,
  { color, target }: { color: boolean; target?: string | undefined },
): string {
  const { diagnostics, files, text, results } = report;
  const blocks: string[] = [];
  if (diagnostics.length > 0) blocks.push(lintPretty({ diagnostics, files, text, color }));
  if (results.length > 0) blocks.push(renderApplySummary({ ...report, links: new Map() }, { color }));
  blocks.push(`${breakCommands(upLines(report, color, targetFlag(target)).join("\n"))}\n`);
  return blocks.join("\n");
}

function upLines(report: PreviewUpResult, color: boolean, flag: string): string[] {
  const { name, branch, workbooks, broken, brokenAnywhere, staging } = report;
  const model = `the model of branch ${escapeTerminal(branch)}`;
  const others = brokenAnywhere.filter((slug) => !broken.includes(slug));
  const lines: string[] = [];
  if (broken.length > 0) {
    lines.push(paintWith(color).red(`Nothing is previewed: ${names(broken)} would not work on ${model}.`));
  } else if (workbooks.length > 0) {
    const many = count(workbooks.length, "workbook");
    lines.push(
      paintWith(color).bold(`Preview ${name} on ${model}: ${many} to look at.`),
      ...places(workbooks),
    );
  } else if (!report.interrupted && report.results.length === 0) {
    lines.push(`Nothing to preview: no dashboard differs from what is live.`);
  }
  if (others.length > 0) lines.push(`Not changed here, and would not work on it either: ${names(others)}.`);
  lines.push(...removals(report));
  if (staging === "off") lines.push(`The staging environment of branch ${escapeTerminal(branch)} is off.`);
  else if (workbooks.length > 0)
    lines.push(`Take it down with \`boardwright preview down --name ${name}${flag}\`.`);
  return lines;
}

function places(workbooks: PreviewUpResult["workbooks"]): string[] {
  const rows = workbooks.map(({ slug, name, id, link }) =>
    [slug, name, link ?? `workbook ${id}`].map((cell) => escapeTerminal(cell)),
  );
  return alignColumns(rows).map((row) => `  ${row}`);
}

/** The text ends with a line end. */
export function renderPreviewDown(
  { previews, untouched }: PreviewDownResult,
  asked: { name?: string | undefined; target?: string | undefined },
): string {
  const lines = previews.flatMap((preview) => {
    const { name, removed, removedReports } = preview;
    const gone = [
      count(removed.length, "workbook"),
      ...(removedReports.length > 0 ? [count(removedReports.length, "report")] : []),
    ];
    const end = preview.failed.length > 0 ? "is not all taken down" : "is taken down";
    return [
      `Preview ${name} ${end}: ${gone.join(" and ")} removed.`,
      ...removals({ removed: [], kept: [...preview.kept, ...preview.keptReports], failed: preview.failed }),
      stagingText(preview),
    ];
  });
  if (previews.length === 0) {
    const of =
      asked.name === undefined
        ? `of branch ${escapeTerminal(untouched?.branch ?? "")}`
        : `with the name ${asked.name}`;
    lines.push(
      `No preview ${of} is up: there is nothing to take down.`,
      ...untouchedText(untouched, targetFlag(asked.target)),
    );
  }
  return `${breakCommands(lines.join("\n"))}\n`;
}

function stagingText({ branch, staging, neededBy }: PreviewDownResult["previews"][number]): string {
  const shown = escapeTerminal(branch);
  if (staging === "absent")
    return `There is no branch ${shown} any more, and with it no staging environment.`;
  if (staging === "off") return `The staging environment of branch ${shown} is off.`;
  const why = neededBy.length > 0 ? `${names(neededBy)} of the same branch is still up` : "it was on before";
  return `The staging environment of branch ${shown} stays on: ${why}.`;
}

function untouchedText(untouched: PreviewDownResult["untouched"], flag: string): string[] {
  if (untouched?.state === "gone" || untouched?.state === "off") return [];
  const branch = untouched ? escapeTerminal(untouched.branch) : "BRANCH";
  return [
    "A staging environment that may be on is left as it is, because nothing says whether it was on before:",
    `\`boardwright data-model disable-branch ${branch}${flag}\` turns it off.`,
  ];
}

/** One line for each workbook; ends with a line end. */
export function renderPreviewList(
  previews: readonly ListedPreview[],
  { color, stale }: { color: boolean; stale: boolean },
): string {
  if (previews.length === 0)
    return stale ? "No preview is of a branch that is gone.\n" : "No preview is up.\n";
  const rows = previews.flatMap(({ name, branch, staging, workbooks, reports }) => {
    const about = [name, branch, staging];
    if (workbooks.length === 0) return [[...about, "-", `only ${count(reports.length, "report")} left`]];
    return workbooks.map(({ slug, id, link }) => [...about, slug, link ?? `workbook ${id}`]);
  });
  return renderTable(["NAME", "BRANCH", "STAGING", "SLUG", "LINK"], rows, { color });
}

function removals({ removed, kept, failed }: Pick<PreviewUpResult, "removed" | "kept" | "failed">): string[] {
  return [
    ...(removed.length > 0 ? [`No longer part of it, and removed: ${names(removed)}.`] : []),
    ...(kept.length > 0
      ? [`Still there, because the deployment describes no way to delete them: ${names(kept)}.`]
      : []),
    ...failed.map(({ key, message }) => `error: ${escapeTerminal(key)}: ${escapeTerminal(message)}`),
  ];
}

function names(keys: readonly string[]): string {
  return listNames(
    keys.map((key) => escapeTerminal(key)),
    NAMES_WIDTH,
  );
}

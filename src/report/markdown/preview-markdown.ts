// Previews of a pull request in markdown: the copies and their links, or what was taken down.

import {
  capital,
  type PreviewRemoval,
  type PreviewUpResult,
  type PreviewWorkbook,
} from "../../model/index.ts";
import { count } from "../text/cells.ts";
import { isError } from "../text/findings.ts";
import { momentText } from "../text/moment.ts";
import { diagnosticSections, type FindingOptions } from "./diagnostic-markdown.ts";
import { inLots, type MarkdownDocument } from "./markdown-document.ts";
import { linkTo, markdownCode, markdownName } from "./markdown-text.ts";

export interface ShownPreview
  extends Pick<PreviewUpResult, "name" | "branch" | "diagnostics">,
    Partial<Pick<PreviewUpResult, "broken" | "standing" | "standingLinks" | "until" | "movedFrom">> {
  workbooks: readonly Omit<PreviewWorkbook, "id">[];
}

export interface ShownRemoval
  extends Pick<
    PreviewRemoval,
    "name" | "removed" | "removedReports" | "kept" | "keptReports" | "inUse" | "staging" | "neededBy"
  > {
  failed?: readonly unknown[];
  /** Those that were taken down by the same run. */
  others?: readonly ShownRemoval[];
}

/** Longer lists are shown in lots, so that a cut loses lots. */
const LOT = 50;

/** Names in a sentence, at most. */
const NAMED = 20;

export function previewUpDocument(preview: ShownPreview, options: FindingOptions = {}): MarkdownDocument {
  const { name, branch, workbooks, diagnostics, broken = [], until, movedFrom } = preview;
  if (broken.length > 0) return blockedDocument(preview, broken, options);
  const lines = workbooks.map((workbook) => {
    const title = workbook.name === "" ? workbook.slug : workbook.name;
    const shown = workbook.link === undefined ? markdownName(title, 80) : linkTo(workbook.link, title);
    return `- ${shown} ${markdownCode(workbook.slug, 120)}`;
  });
  const isUp = workbooks.length > 0;
  const moved = `It was of branch ${markdownCode(movedFrom ?? "", 120)}, which no longer exists: renamed, most likely.`;
  return {
    light: diagnostics.some(isError) ? "wrong" : "go",
    verdict: [
      `preview ${markdownCode(name, 60)} on the model of branch ${markdownCode(branch, 120)}`,
      isUp ? `${count(workbooks.length, "workbook")} to look at` : "no workbook differs",
      ...(isUp && until !== undefined ? [`until ${markdownName(momentText(until), 60)}`] : []),
      ...(diagnostics.length === 0 ? [] : [count(diagnostics.length, "finding")]),
    ],
    lead: isUp && movedFrom !== undefined ? [moved] : [],
    sections: [...inLots(lines, LOT, "workbook"), ...diagnosticSections(diagnostics, options)],
  };
}

/** Why comes first: whoever looks for the links has to know that there are none. */
function blockedDocument(
  { name, branch, diagnostics, standing = [], standingLinks = {} }: ShownPreview,
  broken: readonly string[],
  options: FindingOptions,
): MarkdownDocument {
  const on = `on the model of branch ${markdownCode(branch, 120)}`;
  const opened = (slug: string) => {
    const link = Object.hasOwn(standingLinks, slug) ? standingLinks[slug] : undefined;
    return link === undefined ? markdownCode(slug, 120) : linkTo(link, slug);
  };
  const earlier = `Preview ${markdownCode(name, 60)} is still as an earlier run put it up: ${shown(standing, opened)}.`;
  return {
    light: "wrong",
    verdict: [
      `no preview: ${count(broken.length, "workbook")} would break ${on}`,
      count(diagnostics.length, "finding"),
    ],
    lead: [
      `Nothing was applied, because of ${codes(broken)}. Fix the members below, or the model of the branch, and push again.`,
      ...(standing.length > 0 ? [earlier] : []),
    ],
    sections: diagnosticSections(diagnostics, options),
  };
}

function codes(keys: readonly string[]): string {
  return shown(keys, (key) => markdownCode(key, 120));
}

function shown(keys: readonly string[], show: (key: string) => string): string {
  const some = keys.slice(0, NAMED).map(show);
  const more = keys.length - some.length;
  return `${some.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const STAGING = {
  off: "the staging environment is off",
  "left-on": "the staging environment was on before, and stays on",
  absent: "the staging environment was already gone",
  untouched: "the staging environment is left as it is",
} as const;

export function previewDownDocument(removal: ShownRemoval): MarkdownDocument {
  const all = [removal, ...(removal.others ?? [])];
  if (all.length === 1) return removalDocument(removal);
  const parts = all.map(removalDocument);
  return {
    light: "none",
    verdict: [
      `${count(all.length, "preview")} ${all.every(isWhole) ? "are taken down" : "are taken down in part"}`,
      countBoth(
        all.flatMap(({ removed }) => removed),
        all.flatMap(({ removedReports }) => removedReports),
        "removed",
      ) ?? "nothing was left to remove",
    ],
    // Of many the rest is counted in the verdict.
    lead: parts.slice(0, NAMED).flatMap(({ verdict, lead }) => [`${capital(verdict.join(" · "))}.`, ...lead]),
    sections: parts.flatMap(({ sections }) => sections),
  };
}

function removalDocument(removal: ShownRemoval): MarkdownDocument {
  const { name, removed, removedReports, kept, keptReports, inUse, staging, neededBy } = removal;
  const kinds = [...(kept.length > 0 ? ["workbooks"] : []), ...(keptReports.length > 0 ? ["reports"] : [])];
  const keptText = `This deployment offers no way to delete ${kinds.join(" and ")}, so these are left for somebody to delete by hand:`;
  const sections = [...lotsOf(kept, "workbook"), ...lotsOf(keptReports, "report")];
  const gone = countBoth(removed, removedReports, "removed");
  const left = countBoth(kept, keptReports, "left");
  return {
    light: "none",
    verdict: [
      `preview ${markdownCode(name, 60)} is taken down${isWhole(removal) ? "" : " in part"}`,
      ...(gone === undefined && left === undefined ? ["nothing was left to remove"] : []),
      ...[gone, left].filter((text) => text !== undefined),
      neededBy.length > 0
        ? `the staging environment stays on for ${neededBy.map((other) => markdownCode(other, 60)).join(", ")}`
        : STAGING[staging],
    ],
    lead: [
      ...(removed.length > 0 ? [`Gone: ${codes(removed)}.`] : []),
      ...inUse.map(stillDrawn),
      ...(sections.length === 0 ? [] : [keptText]),
    ],
    sections,
  };
}

/** A report that somebody draws is theirs by now. */
function isWhole({ kept, keptReports, failed = [] }: ShownRemoval): boolean {
  return kept.length + keptReports.length + failed.length === 0;
}

/** `2 workbooks and 1 report removed`; undefined if there is neither. */
function countBoth(
  workbooks: readonly string[],
  reports: readonly string[],
  what: "removed" | "left",
): string | undefined {
  const parts = [
    ...(workbooks.length > 0 ? [count(workbooks.length, "workbook")] : []),
    ...(reports.length > 0 ? [count(reports.length, "report")] : []),
  ];
  return parts.length === 0 ? undefined : `${parts.join(" and ")} ${what}`;
}

function stillDrawn({ key, by }: PreviewRemoval["inUse"][number]): string {
  const [first = "", ...more] = by;
  const others = more.length === 0 ? "" : ` and ${count(more.length, "other workbook")}`;
  return `The report ${markdownCode(key, 120)} is kept: ${markdownCode(first, 120)}${others}, outside the preview, draws it.`;
}

function lotsOf(keys: readonly string[], noun: string): MarkdownDocument["sections"] {
  return inLots(
    keys.map((key) => `- ${markdownCode(key, 120)}`),
    LOT,
    noun,
  );
}

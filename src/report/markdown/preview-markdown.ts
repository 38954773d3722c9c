// Previews of a pull request in markdown: the copies and their links, or what was taken down.

import type { PreviewRemoval, PreviewUpResult, PreviewWorkbook } from "../../model/index.ts";
import { count } from "../text/cells.ts";
import { isError } from "../text/findings.ts";
import { diagnosticSections } from "./diagnostic-markdown.ts";
import { inLots, type MarkdownDocument } from "./markdown-document.ts";
import { linkTo, markdownCode, markdownName } from "./markdown-text.ts";

export interface ShownPreview extends Pick<PreviewUpResult, "name" | "branch" | "diagnostics"> {
  workbooks: readonly Omit<PreviewWorkbook, "id">[];
}

export type ShownRemoval = Pick<
  PreviewRemoval,
  "name" | "removed" | "removedReports" | "kept" | "keptReports" | "inUse" | "staging" | "neededBy"
>;

/** Longer lists are shown in lots, so that a cut loses lots. */
const LOT = 50;

export function previewUpDocument({ name, branch, workbooks, diagnostics }: ShownPreview): MarkdownDocument {
  const lines = workbooks.map((workbook) => {
    const title = workbook.name === "" ? workbook.slug : workbook.name;
    const shown = workbook.link === undefined ? markdownName(title, 80) : linkTo(workbook.link, title);
    return `- ${shown} ${markdownCode(workbook.slug, 120)}`;
  });
  const what =
    workbooks.length === 0 ? "no workbook differs" : `${count(workbooks.length, "workbook")} to look at`;
  return {
    light: diagnostics.some(isError) ? "wrong" : "go",
    verdict: [
      `preview ${markdownCode(name, 60)} on the model of branch ${markdownCode(branch, 120)}`,
      what,
      ...(diagnostics.length === 0 ? [] : [count(diagnostics.length, "finding")]),
    ],
    lead: [],
    sections: [...inLots(lines, LOT, "workbook"), ...diagnosticSections(diagnostics)],
  };
}

const STAGING = {
  off: "the staging environment is off",
  "left-on": "the staging environment was on before, and stays on",
  absent: "the staging environment was already gone",
} as const;

export function previewDownDocument({
  name,
  removed,
  removedReports,
  kept,
  keptReports,
  inUse,
  staging,
  neededBy,
}: ShownRemoval): MarkdownDocument {
  const reports = removedReports.length === 0 ? "" : ` and ${count(removedReports.length, "report")}`;
  const kinds = [...(kept.length > 0 ? ["workbooks"] : []), ...(keptReports.length > 0 ? ["reports"] : [])];
  const keptText = `This deployment cannot delete ${kinds.join(" and ")}. These are still there; delete them by hand:`;
  const sections = [...lotsOf(kept, "workbook"), ...lotsOf(keptReports, "report")];
  return {
    light: "none",
    verdict: [
      `preview ${markdownCode(name, 60)} is taken down`,
      `${count(removed.length, "workbook")}${reports} removed`,
      neededBy.length > 0
        ? `the staging environment stays on for ${neededBy.map((other) => markdownCode(other, 60)).join(", ")}`
        : STAGING[staging],
    ],
    lead: [...inUse.map(stillDrawn), ...(sections.length === 0 ? [] : [keptText])],
    sections,
  };
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

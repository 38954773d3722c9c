// Previews of a pull request in markdown: what can be looked at and where, or what was taken down.

import type { Diagnostic } from "../../model/index.ts";
import { count } from "../text/cells.ts";
import { diagnosticSections } from "./diagnostic-markdown.ts";
import { inLots, type MarkdownDocument } from "./markdown-document.ts";
import { linkTo, markdownCode, markdownName } from "./markdown-text.ts";

/** What `preview up` put up. */
export interface PreviewReport {
  /** Like `pr-123`. */
  name: string;
  branch: string;
  workbooks: readonly { slug: string; name: string; link?: string }[];
  /** What the check against the branch's model found. */
  diagnostics: readonly Diagnostic[];
}

/** What `preview down` took down. */
export interface PreviewRemoval {
  name: string;
  removed: readonly string[];
  /** Slugs that are still there, because the deployment cannot delete. */
  kept: readonly string[];
  /** Whether the staging environment of the branch was turned off, or was on before the preview, or is gone. */
  staging: "off" | "left-on" | "absent";
  /** The other previews of the branch that it was left on for. */
  neededBy?: readonly string[];
}

/** Lists longer than this are told in lots, so that a cut loses lots. */
const LOT = 50;

export function previewUpDocument({ name, branch, workbooks, diagnostics }: PreviewReport): MarkdownDocument {
  const lines = workbooks.map((workbook) => {
    const title = workbook.name === "" ? workbook.slug : workbook.name;
    const shown = workbook.link === undefined ? markdownName(title, 80) : linkTo(workbook.link, title);
    return `- ${shown} ${markdownCode(workbook.slug, 120)}`;
  });
  const what =
    workbooks.length === 0 ? "no workbook differs" : `${count(workbooks.length, "workbook")} to look at`;
  return {
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
  absent: "there was no staging environment any more",
} as const;

export function previewDownDocument({
  name,
  removed,
  kept,
  staging,
  neededBy = [],
}: PreviewRemoval): MarkdownDocument {
  const keptText =
    "This deployment cannot delete workbooks. These previews are still there; delete them by hand:";
  const lines = kept.map((slug) => `- ${markdownCode(slug, 120)}`);
  return {
    verdict: [
      `preview ${markdownCode(name, 60)} is taken down`,
      `${count(removed.length, "workbook")} removed`,
      neededBy.length > 0
        ? `the staging environment stays on for ${neededBy.map((other) => markdownCode(other, 60)).join(", ")}`
        : STAGING[staging],
    ],
    lead: kept.length === 0 ? [] : [keptText],
    sections: inLots(lines, LOT, "workbook"),
  };
}

// What `preview up` has found before anything is applied.

import { MODEL_RULES } from "../../lint/index.ts";
import { type ApplySummary, compareDiagnostics, type PreviewUpResult } from "../../model/index.ts";
import type { Checked } from "../check-files.ts";
import { workbookLink } from "../execute-plan.ts";
import { isIncomplete } from "../exit-codes.ts";
import type { Prepared } from "./prepare-preview.ts";

const NOTHING: ApplySummary = {
  created: 0,
  updated: 0,
  published: 0,
  stamped: 0,
  deleted: 0,
  unchanged: 0,
  failed: 0,
  skipped: 0,
};
const MODEL_RULE_IDS: ReadonlySet<string> = new Set(MODEL_RULES.map(({ id }) => id));

/** Before anything is applied: what the check found, and what could not be planned. */
export function beginResult(
  { planned, changed, plan, mark, movedFrom, isOn, own }: Prepared,
  checked: Checked,
  link: string | undefined,
): PreviewUpResult {
  const standing = own.filter(({ kind }) => kind === "workbook");
  const links = standing.map(({ key, id }) => [key, workbookLink(link ?? "", id, key)] as const);
  const ofModel = checked.diagnostics.filter(({ rule }) => MODEL_RULE_IDS.has(rule));
  const leftOut = [...planned.plan.diagnostics, ...plan.diagnostics].filter(
    ({ severity }) => severity === "error",
  );
  // A project may have made warnings of what the check finds.
  const isBroken = ofModel.some(({ severity }) => severity === "error");
  const shown = new Set(changed.slugs);
  return {
    name: mark.name,
    branch: mark.branch,
    workbooks: [],
    diagnostics: [...ofModel, ...leftOut].sort(compareDiagnostics),
    broken: isBroken ? checked.broken.filter((slug) => shown.has(slug)) : [],
    brokenAnywhere: [...checked.broken],
    summary: NOTHING,
    results: [],
    elapsedMs: 0,
    removed: [],
    kept: [],
    inUse: [],
    failed: [],
    ...(mark.until !== undefined && { until: mark.until }),
    ...(movedFrom !== undefined && { movedFrom }),
    standing: standing.map(({ key }) => key),
    ...(link !== undefined && { standingLinks: Object.fromEntries(links) }),
    staging: isOn ? "on" : "off",
    interrupted: false,
    complete: !isIncomplete(planned.plan) && !isIncomplete(plan),
    files: checked.files,
    text: checked.text,
  };
}

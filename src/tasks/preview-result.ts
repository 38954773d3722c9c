// What `preview up` tells: data, for the reporters and the Action.

import { isIncomplete } from "../cli/plan-target.ts";
import { MODEL_RULES } from "../lint/index.ts";
import {
  type ApplySummary,
  compareDiagnostics,
  type Diagnostic,
  EXIT,
  type ExitCode,
  type Result,
} from "../model/index.ts";
import type { Checked } from "./check-files.ts";
import type { Prepared } from "./prepare-preview.ts";

export interface PreviewUpResult {
  name: string;
  branch: string;
  /** What can be looked at, sorted. `of`: the slug of the workbook that it is a copy of. */
  workbooks: { slug: string; name: string; of: string; id: number; link?: string }[];
  /** What the model check found in all workbooks, and what the plan had to leave out; sorted. */
  diagnostics: Diagnostic[];
  /** Slugs of the workbooks that would be previewed and do not work on the model: where there are any, nothing was applied. */
  broken: string[];
  /** Of all workbooks that do not work on the model. */
  brokenAnywhere: string[];
  /** What became of each copy that had to be written; empty where all were up as they should be. */
  summary: ApplySummary;
  results: Result[];
  elapsedMs: number;
  /** Copies of earlier runs that are no longer part of it: slugs and report keys. */
  removed: string[];
  kept: string[];
  /** What could not be deleted, and the environment where it could not be put back. */
  failed: { key: string; message: string }[];
  /** The branch's environment at the end. */
  staging: "on" | "off";
  interrupted: boolean;
  exitCode: ExitCode;
  /** For showing the findings in their places. */
  files: number;
  text: Checked["text"];
}

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
  { planned, changed, plan, mark, isOn }: Prepared,
  checked: Checked,
): PreviewUpResult {
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
    failed: [],
    staging: isOn ? "on" : "off",
    interrupted: false,
    exitCode: isIncomplete(planned.plan) || isIncomplete(plan) ? EXIT.failed : EXIT.ok,
    files: checked.files,
    text: checked.text,
  };
}

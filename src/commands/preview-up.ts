// Bringing a preview up (contract 8), for the command and the Action: data in, data out. Nothing here prints or asks.

import { applyPlan } from "../apply/index.ts";
import { MODEL_RULES } from "../lint/index.ts";
import { fetchModel } from "../live/index.ts";
import {
  type ApplySummary,
  compareDiagnostics,
  type Diagnostic,
  EXIT,
  type ExitCode,
  type Result,
  UsageError,
} from "../model/index.ts";
import { type Clock, type Platform, systemClock } from "../platform/index.ts";
import {
  openStaging,
  readPreviewName,
  readPreviews,
  refuseInterrupted,
  removePreviews,
  type Staging,
  takeDown,
} from "../preview/index.ts";
import { type Checked, checkFiles } from "./desired-state.ts";
import { workbookLink } from "./execute-plan.ts";
import type { PlanOptions } from "./make-plan.ts";
import { isIncomplete } from "./plan-target.ts";
import { type Prepared, preparePreview } from "./prepare-preview.ts";

/** What it is doing now. Up to `staging` only GET requests were sent, and ending the connection leaves nothing behind. */
export type PreviewStep = "planning" | "staging" | "model" | "applying";

export interface PreviewUpOptions
  extends Pick<PlanOptions, "project" | "target" | "env" | "cwd" | "paths" | "only"> {
  branch: string;
  name: string;
  /** The same platform each time. Its own signal, if it has one, must not abort from the step `staging` on. */
  connect(): Promise<Platform>;
  /** For waiting; the system's where absent. */
  clock?: Clock;
  /** For the environment to come up and its model to answer, in milliseconds. */
  deadlineMs?: number;
  /** Ctrl-C: what has not begun is left, and the environment put back where nothing was written. */
  signal?: AbortSignal;
  onStep?(step: PreviewStep): void;
  onProgress?(state: { done: number; total: number; current?: string }): void;
}

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
  failed: { key: string; message: string }[];
  /** The branch's environment at the end. */
  staging: "on" | "off";
  interrupted: boolean;
  exitCode: ExitCode;
  /** For showing the findings in their places. */
  files: number;
  text: Checked["text"];
}

/** An environment that is turned on for the first time is built first. */
const DEADLINE_MS = 300_000;
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

/**
 * Turns the branch's staging environment on, checks all workbooks against its model, and applies the changed ones under preview slugs.
 * Rejects with a UserError where it cannot: then nothing was applied, and the environment is as it was before.
 */
export async function previewUp(options: PreviewUpOptions): Promise<PreviewUpResult> {
  const { branch, target, clock = systemClock, signal, onStep, ...chosen } = options;
  const name = readPreviewName(options.name);
  if (branch.trim() === "") throw new UsageError("the name of the branch is empty");
  onStep?.("planning");
  const prepared = await preparePreview({ ...chosen, target, branch, name }, options.connect);
  const { platform, isOn, all } = prepared;
  const isNeeded = all.some(({ mark }) => mark.branch === branch);
  const staging = openStaging(platform, target.deployment, { branch, isOn, isNeeded });
  refuseInterrupted(signal);
  onStep?.("staging");
  let checked: Checked;
  try {
    await staging.turnOn();
    onStep?.("model");
    const model = await fetchModel(platform, target.deployment, {
      branch,
      awaitEnvironment: true,
      clock,
      deadlineMs: options.deadlineMs ?? DEADLINE_MS,
      ...(signal ? { signal } : {}),
    }).catch((error: unknown) => {
      refuseInterrupted(signal);
      throw error;
    });
    // All workbooks, whatever was chosen: what breaks on the merge is what nobody looked at.
    checked = await checkFiles({
      project: options.project,
      target,
      env: options.env,
      cwd: options.cwd,
      model,
    });
    refuseInterrupted(signal);
  } catch (error) {
    throw await staging.afterFailure(error);
  }
  const result = begin(prepared, checked);
  if (result.broken.length > 0) {
    const isOff = await staging.putBack();
    return { ...result, staging: isOff ? "off" : "on", exitCode: EXIT.failed };
  }
  return prepared.changed.slugs.length === 0
    ? withoutChanges(result, prepared, staging)
    : carryOut(result, prepared, staging, { ...options, clock });
}

function begin({ planned, changed, plan, mark, isOn }: Prepared, checked: Checked): PreviewUpResult {
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

/** The pull request changes nothing that could be looked at, any more: what an earlier run put up goes, and the environment with it. */
async function withoutChanges(
  result: PreviewUpResult,
  { platform, planned, all, obsolete }: Prepared,
  staging: Staging,
): Promise<PreviewUpResult> {
  if (await staging.putBack()) return { ...result, staging: "off" };
  const [down] = await takeDown(platform, planned.plan.target.deploymentId, { chosen: obsolete, all });
  if (!down) return { ...result, staging: "on" };
  const { removed, removedReports, kept, keptReports, failed } = down;
  return {
    ...result,
    removed: [...removed, ...removedReports],
    kept: [...kept, ...keptReports],
    failed,
    staging: down.staging === "left-on" ? "on" : "off",
    exitCode: failed.length > 0 ? EXIT.failed : result.exitCode,
  };
}

async function carryOut(
  result: PreviewUpResult,
  { platform, planned, plan, mark, copies, obsolete }: Prepared,
  staging: Staging,
  { project, target, clock = systemClock, signal, onStep, onProgress }: PreviewUpOptions,
): Promise<PreviewUpResult> {
  const deploymentId = target.deployment;
  const total = plan.changes.length;
  let done = 0;
  onStep?.("applying");
  const start = clock.now();
  const { summary, results, interrupted } = await applyPlan(plan, {
    platform,
    deploymentId,
    project,
    ignored: planned.ignored,
    // What is undone by taking the preview down needs no backup.
    backups: undefined,
    reportVersions: new Map(),
    concurrency: project.apply.concurrency,
    stop: signal ?? new AbortController().signal,
    pause: (ms) => clock.sleep(ms, signal ? [signal] : []),
    random: Math.random,
    onStart: ({ key }) => onProgress?.({ done, total, current: key }),
    onResult() {
      done += 1;
      onProgress?.({ done, total });
    },
  });
  const isDone = results.every(({ status }) => status === "applied");
  // What others may still show goes only after what takes its place is there.
  const { removed, kept, failed } = await removePreviews(platform, deploymentId, isDone ? obsolete : []);
  const made = new Map(
    results.flatMap(({ kind, key, id }) => (kind === "workbook" && id !== null ? [[key, id]] : [])),
  );
  const workbooks = copies.flatMap(({ id: known, ...copy }) => {
    const id = known ?? made.get(copy.slug);
    if (id === undefined) return [];
    return [{ ...copy, id, ...(target.link ? { link: workbookLink(target.link, id, copy.slug) } : {}) }];
  });
  const isNothingUp = workbooks.length === 0 && !(await isAnyUp(platform, deploymentId, mark.branch));
  return {
    ...result,
    workbooks,
    summary,
    results,
    elapsedMs: clock.now() - start,
    removed: removed.map(({ key }) => key),
    kept: kept.map(({ key }) => key),
    failed: failed.map(({ item, message }) => ({ key: item.key, message })),
    staging: isNothingUp && (await staging.putBack()) ? "off" : "on",
    interrupted,
    exitCode: interrupted ? EXIT.interrupted : isDone && failed.length === 0 ? result.exitCode : EXIT.failed,
  };
}

/** Nothing could be applied: is there a copy all the same, that says whether the environment was on? */
async function isAnyUp(platform: Platform, deploymentId: number, branch: string): Promise<boolean> {
  return (await readPreviews(platform, deploymentId)).some(({ mark }) => mark.branch === branch);
}

// Bringing a preview up, for the command and the Action: data in, data out. Nothing here prints or asks.

import { fetchModel } from "../../live/index.ts";
import {
  type ApplyProgress,
  isWritten,
  type PreviewUpResult,
  UsageError,
  UserError,
} from "../../model/index.ts";
import { type Clock, systemClock } from "../../platform/index.ts";
import {
  endOf,
  isUp,
  openStaging,
  readPreviewName,
  readPreviews,
  refuseInterrupted,
  removePreviews,
  type Staging,
  takeDown,
} from "../../preview/index.ts";
import { type Checked, checkFiles } from "../check-files.ts";
import { executePlan, workbookLink } from "../execute-plan.ts";
import type { PlanOptions } from "../make-plan.ts";
import type { TaskContext } from "../task-context.ts";
import { keptMarks } from "./kept-marks.ts";
import { makeWitness } from "./make-witness.ts";
import { type Prepared, preparePreview } from "./prepare-preview.ts";
import { keepingOf } from "./preview-down.ts";
import { beginResult } from "./preview-result.ts";

/**
 * What it is doing now. Up to `staging` only GET requests were sent, and ending the connection leaves nothing behind; from then on a
 * signal of the connection must not abort it.
 */
export type PreviewStep = "planning" | "staging" | "model" | "applying";

export interface PreviewUpOptions extends TaskContext, Pick<PlanOptions, "paths" | "only"> {
  branch: string;
  name: string;
  /** How long it stays up at most, counted from this run, like `72h`. Without it only its branch ends it. */
  ttl?: string | undefined;
  /** For waiting, and for its end; the system's if absent. */
  clock?: Clock;
  /** For the environment to come up and its model to answer, in milliseconds. */
  deadlineMs?: number;
  /** Ctrl-C: what has not begun is left, and the environment put back if nothing was written. */
  signal?: AbortSignal;
  onStep?: (step: PreviewStep) => void;
  onProgress?: ((state: ApplyProgress) => void) | undefined;
}

/** An environment that is turned on for the first time is built first. */
const DEADLINE_MS = 300_000;
/**
 * Turns the branch's staging environment on, checks all workbooks against its model, and applies the changed ones under preview slugs.
 * Rejects with a UserError if it cannot: then nothing was applied, and the environment is as it was before.
 */
export async function previewUp(options: PreviewUpOptions): Promise<PreviewUpResult> {
  const { branch, target, clock = systemClock, signal, onStep, ...chosen } = options;
  const name = readPreviewName(options.name);
  if (branch.trim() === "") throw new UsageError("the name of the branch is empty");
  const until = options.ttl === undefined ? undefined : endOf(options.ttl, clock.now());
  onStep?.("planning");
  const prepared = await preparePreview({ ...chosen, target, branch, name, until });
  const { platform, isOn, all } = prepared;
  const isNeeded = isUp(all, branch);
  const leaveWitness = () => makeWitness(prepared, options);
  const staging = openStaging(platform, target.deployment, { branch, isOn, isNeeded, leaveWitness });
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
    const { project, env, cwd } = options;
    checked = await checkFiles({ project, target, env, cwd, model });
    refuseInterrupted(signal);
  } catch (error) {
    throw await staging.afterFailure(error);
  }
  const result = beginResult(prepared, checked, target.link);
  if (result.broken.length > 0) return { ...(await putBack(result, staging)), complete: false };
  return prepared.changed.slugs.length === 0
    ? withoutChanges(result, prepared, staging, options)
    : applyCopies(result, prepared, staging, options);
}

/** The result with the environment as it was before. If that fails, what was found is still reported. */
async function putBack(result: PreviewUpResult, staging: Staging): Promise<PreviewUpResult> {
  try {
    return { ...result, staging: (await staging.putBack()) ? "off" : "on" };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const failed = [
      { key: `branch ${result.branch}`, message: [error.message, ...error.details].join(" · ") },
    ];
    return { ...result, staging: "on", failed, complete: false };
  }
}

/** The pull request no longer changes anything to look at: what an earlier run put up goes, and the environment with it. */
async function withoutChanges(
  result: PreviewUpResult,
  { platform, planned, all, obsolete }: Prepared,
  staging: Staging,
  options: PreviewUpOptions,
): Promise<PreviewUpResult> {
  const downs = await takeDown(platform, planned.plan.target.deploymentId, {
    chosen: obsolete,
    all,
    isSweep: true,
    ...(await keepingOf(options, options.clock)),
  });
  const failed = downs.flatMap((down) => down.failed);
  const ended: PreviewUpResult = {
    ...result,
    standing: result.standing.filter((slug) => !obsolete.some(({ key }) => key === slug)),
    removed: downs.flatMap(({ removed, removedReports }) => [...removed, ...removedReports]),
    kept: downs.flatMap(({ kept, keptReports }) => [...kept, ...keptReports]),
    inUse: downs.flatMap(({ inUse }) => inUse),
    failed,
    complete: result.complete && failed.length === 0,
  };
  const own = downs.find(({ branch, staging }) => branch === result.branch && staging !== "untouched");
  // Nothing of it was up: the environment is another preview's, or this run turned it on.
  if (!own) return putBack(ended, staging);
  return { ...ended, staging: own.staging === "left-on" ? "on" : "off" };
}

async function applyCopies(
  result: PreviewUpResult,
  { platform, planned, plan, mark, copies, obsolete }: Prepared,
  staging: Staging,
  options: PreviewUpOptions,
): Promise<PreviewUpResult> {
  const { project, target, env, clock, signal, onStep, onProgress } = options;
  const deploymentId = target.deployment;
  onStep?.("applying");
  const { summary, results, interrupted, elapsedMs } = await executePlan(
    { plan, ignored: planned.ignored, liveIds: planned.liveIds },
    // What is undone by taking the preview down needs no backup.
    { project, target, env, platform, clock, stop: signal, onProgress, backups: false },
  );
  // Where the copy that came first is still empty, it shows nothing.
  const witness = staging.witness();
  const isEmpty = ({ id }: { id: number | undefined }): boolean =>
    id === witness?.id && !results.some((result) => result.key === witness?.key && isWritten(result));
  const isDone = results.every(({ status }) => status === "applied");
  // What something may still show goes only after its replacement is there.
  const { removed, kept, inUse, failed } = await removePreviews(platform, deploymentId, {
    items: isDone ? obsolete : [],
    ...(await keepingOf(options, clock)),
  });
  const { lost, left, until } = await keptMarks(platform, deploymentId, { results, mark });
  const made = new Map(
    results.flatMap(({ kind, key, id }) => (kind === "workbook" && id !== null ? [[key, id]] : [])),
  );
  const workbooks = copies.flatMap(({ id: known, ...copy }) => {
    const id = known ?? made.get(copy.slug);
    if (id === undefined || isEmpty({ id }) || lost.has(id)) return [];
    return [{ ...copy, id, ...(target.link ? { link: workbookLink(target.link, id, copy.slug) } : {}) }];
  });
  const { until: _, ...found } = result;
  const applied: PreviewUpResult = {
    ...found,
    ...(until !== undefined && { until }),
    workbooks,
    summary,
    results: [...results],
    elapsedMs,
    removed: removed.map(({ key }) => key),
    kept: kept.map(({ key }) => key),
    inUse: inUse.map(({ item, by }) => ({ key: item.key, by })),
    failed: [...failed.map(({ item, message }) => ({ key: item.key, message })), ...left],
    standing: [],
    staging: "on",
    interrupted,
    complete: result.complete && isDone && failed.length === 0,
  };
  const isAnyThere =
    workbooks.length > 0 ||
    isUp(
      (await readPreviews(platform, deploymentId)).filter((item) => !isEmpty(item) && !lost.has(item.id)),
      mark.branch,
    );
  return isAnyThere ? applied : putBack(applied, staging);
}

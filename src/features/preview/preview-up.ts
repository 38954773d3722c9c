// Bringing a preview up, for the command and the Action: data in, data out. Nothing here prints or asks.

import { MODEL_RULES } from "../../lint/index.ts";
import { abilitiesOf, fetchModel, pairReports, readReports } from "../../live/index.ts";
import {
  type ApplySummary,
  type PreviewUpOptions as AskedPreview,
  compareDiagnostics,
  isWritten,
  type Plan,
  type PreviewMark,
  type PreviewUpResult,
  type Result,
  STAMP_NOT_KEPT,
  targetFlag,
  UsageError,
  UserError,
} from "../../model/index.ts";
import { asShell, type LiveWorkbook, ownerOf, withChanges } from "../../plan/index.ts";
import { type Clock, type Platform, systemClock } from "../../platform/index.ts";
import { type Checked, checkFiles } from "../../project/check-files.ts";
import type { Asked, ProjectContext } from "../../project/context.ts";
import { executePlan, workbookLink } from "../../project/execute-plan.ts";
import { isIncomplete } from "../../project/exit-codes.ts";
import { type PlanInputs, type Planned, type PlanOptions, planWithInputs } from "../../project/make-plan.ts";
import { findStaging, readBranchStates } from "./branch.ts";
import { type Changed, findChanged } from "./copies.ts";
import { previewKey, readPreviewName } from "./name.ts";
import { copyReports, type PreviewCopy, type PreviewInput, planPreview } from "./plan.ts";
import { keepingOf } from "./preview-down.ts";
import { isUp, type LivePreview, readPreviews, wasOnBefore } from "./read.ts";
import { removePreviews } from "./remove.ts";
import { openStaging, refuseInterrupted, type Staging } from "./staging.ts";
import { takeBack, type Unmarked } from "./take-back.ts";
import { takeDown } from "./take-down.ts";
import { endOf, untilOf } from "./until.ts";

// What `preview up` has found before anything is applied.

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
function beginResult(
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

/** What it is doing now. Up to `staging` only GET requests were sent, and ending the connection leaves nothing behind. */
export type PreviewStep = "planning" | "staging" | "model" | "applying";

export interface PreviewUpOptions extends ProjectContext, Asked<AskedPreview> {
  /** For waiting, and for its end; the system's if absent. */
  clock?: Clock;
  /** For the environment to come up and its model to answer, in milliseconds. */
  deadlineMs?: number;
  onStep?: (step: PreviewStep) => void;
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
  options.beginWriting?.();
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
    { project, target, env, platform, clock, signal, onProgress, backups: false },
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

// What the platform kept of the stamps of copies. A copy without its stamp is found by nobody, and one with an earlier stamp has its end.

interface KeptMarks {
  /** Ids of workbooks that lost their stamp, and that are no part of the preview. */
  lost: ReadonlySet<number>;
  /** What could not be deleted, or not be written. */
  left: readonly { key: string; message: string }[];
  /** The end that the copies have. */
  until: string | undefined;
}

/** Deletes the copies without a stamp. Sends nothing if every stamp was kept. */
async function keptMarks(
  platform: Platform,
  deploymentId: number,
  { results, mark }: { results: readonly Result[]; mark: PreviewMark },
): Promise<KeptMarks> {
  const unkept = results.flatMap(({ kind, key, id, error }): Unmarked[] =>
    error?.code === STAMP_NOT_KEPT && kind !== "folder" && id !== null ? [{ kind, key, id }] : [],
  );
  if (unkept.length === 0) return { lost: new Set(), left: [], until: mark.until };
  const { lost, left, marked } = await takeBack(platform, deploymentId, unkept);
  // Those that kept their stamp have the end that was asked for.
  const isAnyKept = results.some(({ kind, status }) => kind === "workbook" && status === "applied");
  const until = untilOf([
    ...marked,
    ...(isAnyKept || marked.length === 0 ? [{ kind: "workbook" as const, mark }] : []),
  ]);
  const isOther = until !== mark.until;
  const message =
    "the platform kept an earlier stamp, so `boardwright preview down --stale` does not know this end";
  return {
    lost: new Set(lost.flatMap(({ kind, id }) => (kind === "workbook" ? [id] : []))),
    left: [
      ...left.map(({ item, message: why }) => ({ key: item.key, message: why })),
      ...(isOther ? [{ key: `the end of preview ${mark.name}`, message }] : []),
    ],
    until,
  };
}

// The first copy of a preview, empty, made before its staging environment is turned on: until a copy is live, nothing else says who did that.

/**
 * Undefined where there is no copy to make, or where it could not be deleted again if nothing comes of the preview. Rejects with a
 * UserError if none can be made.
 */
async function makeWitness(
  { platform, planned, plan, mark }: Prepared,
  { project, target, env, clock, signal }: PreviewUpOptions,
): Promise<LivePreview | undefined> {
  if (!abilitiesOf(await platform.capabilities()).delete.workbooks) return undefined;
  const options = { project, target, env, platform, clock, signal, backups: false };
  let refused: Result | undefined;
  for (const change of plan.changes) {
    if (change.kind !== "workbook" || change.action !== "create") continue;
    const { results } = await executePlan(
      { plan: withChanges(plan, [asShell(change)], 0), ignored: planned.ignored, liveIds: planned.liveIds },
      options,
    );
    const [result] = results;
    const { key } = change;
    if (result?.status === "applied" && result.id !== null)
      return { kind: "workbook", key, id: result.id, name: key, project: project.name, mark };
    refuseInterrupted(signal);
    if (result?.error?.code === STAMP_NOT_KEPT && result.id !== null)
      throw await withoutStamps(platform, planned.plan.target.deploymentId, { key, id: result.id });
    // One that is refused stops none of the others.
    refused ??= result;
  }
  if (!refused) return undefined;
  const { message = "the platform gave no reason", details = [] } = refused.error ?? {};
  throw new UserError(`no copy of the preview could be made: ${message}`, { details });
}

/** Nothing would find the copies again, nor turn the environment off: so there is no preview at all. */
async function withoutStamps(
  platform: Platform,
  deploymentId: number,
  { key, id }: { key: string; id: number },
): Promise<UserError> {
  const { left } = await takeBack(platform, deploymentId, [{ kind: "workbook", key, id }]);
  return new UserError("no preview is possible here: the platform does not keep the stamp of a copy", {
    details: [
      left[0] ? `${key}: ${left[0].message}.` : `The copy ${key} was deleted again.`,
      "Without stamps nobody could take the preview down, or turn its staging environment off.",
      "Find out what drops or changes `meta.boardwright`, on the platform or on the way there.",
    ],
  });
}

// What `preview up` knows before it sends anything that writes: the branch, what the pull request changes, what is up already, and
// the plan of the copies.

interface Prepared {
  platform: Platform;
  planned: Planned;
  mark: PreviewMark;
  /** The branch that is gone and that the preview was of; undefined if it was of none, or of this one. */
  movedFrom: string | undefined;
  /** Whether the staging environment is already on. */
  isOn: boolean;
  changed: Changed;
  /** Creates and updates the copies; empty if all are up to date. */
  plan: Plan;
  /** The copies, sorted, each with its live id if it is already up. */
  copies: (PreviewCopy & { id: number | undefined })[];
  /** Every preview of the deployment, of any project and name. */
  all: LivePreview[];
  /** Those of this preview. */
  own: LivePreview[];
  /** And no longer part of it. */
  obsolete: LivePreview[];
}

/**
 * Sends GET requests only. Throws a UserError for a branch that cannot be previewed (findStaging), a preview of that name on another
 * branch, and, with exit code 3, for what holds a slug of the preview and is none.
 */
async function preparePreview(
  options: PlanOptions & { branch: string; name: string; until: string | undefined },
): Promise<Prepared> {
  const { project, target, branch, name, until, connect } = options;
  const deploymentId = target.deployment;
  let isOn = false;
  // The branch is looked at before the deployment is read through, and after the files are known to be right.
  const { planned, inputs } = await planWithInputs({
    ...options,
    async connect() {
      const platform = await connect();
      ({ isOn } = await findStaging(platform, deploymentId, branch));
      return platform;
    },
  });
  const platform = await connect();
  const changed = findChanged(planned.plan, inputs.declared);
  const wanted = new Set(changed.slugs.flatMap((slug) => [slug, previewKey(slug, name)]));
  const live = new Map<string, LiveWorkbook>();
  const doubles: LiveWorkbook[] = [];
  const mine = { project: project.name, deploymentId, preview: { name, branch, wasOn: false } };
  const all = await readPreviews(platform, deploymentId, {
    folders: inputs.folders,
    needsDraft: (workbook) => wanted.has(workbook.slug) && ownerOf(workbook, mine).kind === "us",
    visit(workbook) {
      if (!wanted.has(workbook.slug)) return;
      if (live.has(workbook.slug)) doubles.push(workbook);
      else live.set(workbook.slug, workbook);
    },
  });
  const own = all.filter((item) => item.project === project.name && item.mark.name === name);
  const movedFrom = await findMove(platform, own, {
    ...{ deploymentId, branch, name },
    flag: targetFlag(planned.target),
  });
  const wasOn = wasOnBefore(all, { name, branch, isOn });
  const mark = { name, branch, wasOn, ...(until !== undefined && { until }) };
  const known = { options, planned, inputs, mark, changed, live, doubles, own };
  const copies = await planCopies(platform, known);
  return { platform, planned, mark, movedFrom, isOn, changed, all, own, ...copies };
}

interface Known {
  options: PlanOptions;
  planned: Planned;
  inputs: PlanInputs;
  mark: PreviewMark;
  changed: Changed;
  live: ReadonlyMap<string, LiveWorkbook>;
  doubles: readonly LiveWorkbook[];
  own: readonly LivePreview[];
}

async function planCopies(
  platform: Platform,
  { options, planned, inputs, mark, changed, live, doubles, own }: Known,
): Promise<Pick<Prepared, "plan" | "copies" | "obsolete">> {
  const { project, target, only = [], paths = [] } = options;
  const input: PreviewInput = {
    toolVersion: BOARDWRIGHT_VERSION,
    project,
    target: planned.plan.target,
    can: inputs.can,
    mark,
    changed,
    declared: inputs.declared,
    reports: inputs.reports.pairs.map(({ declared }) => declared),
    live,
    doubles,
    ignored: planned.ignored,
    folders: inputs.folders.ids,
    reportIds: inputs.reports.ids,
  };
  const reports = copyReports(input);
  const publicIds = new Set(reports.map(({ publicId }) => publicId));
  const { reports: found } = await readReports(platform, target.deployment, { publicIds });
  const { plan, copies } = planPreview(input, pairReports(reports, found));
  // Narrowed work makes nothing an orphan.
  const isNarrowed = only.length > 0 || paths.length > 0;
  const kept = new Set([
    ...changed.slugs.map((slug) => `workbook ${previewKey(slug, mark.name)}`),
    ...reports.map(({ key }) => `report ${key}`),
  ]);
  return {
    plan,
    copies: copies.map((copy) => ({ ...copy, id: live.get(copy.slug)?.id })),
    obsolete: isNarrowed ? [] : own.filter(({ kind, key }) => !kept.has(`${kind} ${key}`)),
  };
}

/**
 * The branch that the preview was of, if that is gone: a branch that was renamed takes its previews along. Throws a UserError if it still
 * exists: its environment would stay on, and nobody would know why.
 */
async function findMove(
  platform: Platform,
  own: readonly LivePreview[],
  { deploymentId, branch, name, flag }: { deploymentId: number; branch: string; name: string; flag: string },
): Promise<string | undefined> {
  // A report that is left, because somebody draws it, is no preview that is up.
  const workbooks = own.filter(({ kind, mark }) => kind === "workbook" && mark.branch !== branch);
  const others = new Set(workbooks.map(({ mark }) => mark.branch));
  const states = await readBranchStates(platform, deploymentId, others);
  const other = [...others].find((each) => states.get(each) !== "gone");
  if (other === undefined) return [...others][0];
  throw new UserError(`the preview ${name} is already up, for branch ${other} and not for ${branch}`, {
    details: [
      `Take it down first with \`boardwright preview down --name ${name}${flag}\`, or choose another name.`,
    ],
  });
}

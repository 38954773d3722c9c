// Puts a run's record, its backups, live state and planning together: the plan that brings back what was there before it.

import { dirname, join, relative } from "node:path";
import { readBackup } from "../../apply/index.ts";
import {
  findReports,
  type Looked,
  noteResident,
  type Residents,
  readDeployment,
  readResidents,
  shownVersions,
  toLiveReport,
  toLiveWorkbook,
} from "../../live/index.ts";
import {
  EXIT,
  isObject,
  isUndoable,
  type JsonObject,
  narrowingOf,
  type Run,
  type RunChange,
  STAMP_KEY,
  UserError,
} from "../../model/index.ts";
import {
  type LiveReport,
  type LiveWorkbook,
  type Past,
  planRollback,
  publishedSince,
  reportsDrawnBy,
} from "../../plan/index.ts";
import type { WireReport, WireWorkbook } from "../../platform/index.ts";
import type { ProjectContext } from "../../project/context.ts";
import type { Planned } from "../../project/make-plan.ts";
import { readIgnored } from "../../project/read-ignored.ts";
import { requireOperations } from "../../project/require-operations.ts";
import { selectSlugs } from "../../project/select-slugs.ts";
import { policyOfPlan } from "../../target/index.ts";

export interface RollbackOptions extends Pick<ProjectContext, "project" | "target" | "connect"> {
  /** The folder that holds the runs, absolute. */
  folder: string;
  run: Run;
  /** All runs of the project, newest first. */
  runs: readonly Run[];
  /** Globs of slugs that narrow the work; reports and their keys are not slugs, and stay out of it then. */
  only?: readonly string[] | undefined;
}

/** Sends nothing but GET. Rejects with a UserError if a backup cannot be read. */
export async function makeRollback(options: RollbackOptions): Promise<Planned> {
  const { project, target, connect, folder, run, runs, only = [] } = options;
  requireProven(run);
  const ignored = readIgnored(project);
  const selection = selectSlugs(only, "that run did not change");
  const ofTarget = runs.filter((other) => isSameTarget(other, run));
  const later = ofTarget.filter(({ record }) => record.startedAt > run.record.startedAt);
  const isNamed = run.record.disowns
    ? isLetGo
    : (change: RunChange) => isUndoable(change) && !isTakenOver(change, later);
  const named = run.record.changes.filter(isNamed);
  const recordFile = relative(project.root, join(folder, run.name, "run.json"));
  const past = <T>(changes: RunChange[], read: (state: unknown) => T | undefined): Promise<Past<T>[]> =>
    Promise.all(
      changes.map(async (change): Promise<Past<T>> => {
        const state = change.backup && (await readState(join(folder, run.name), change));
        const before = state === undefined ? undefined : read(state);
        const file = before ? join(dirname(recordFile), change.backup ?? "") : recordFile;
        return { change, before, file };
      }),
    );
  const wanted = named.filter(({ kind, key }) => kind === "workbook" && selection.takes(key));
  selection.check();
  const workbooks = await past(wanted, (state) =>
    isObject(state) ? toLiveWorkbook(state as unknown as WireWorkbook, new Map()) : undefined,
  );
  const reports = await past(
    named.filter(({ kind }) => kind === "report" && only.length === 0),
    (state) => (isObject(state) ? toLiveReport(state as unknown as WireReport) : undefined),
  );

  const platform = await connect();
  requireOperations(await platform.capabilities(), target);
  const publicIds = new Set(reports.flatMap(({ change }) => change.publicId ?? []));
  const shown = workbooks.flatMap(({ change, before }) =>
    change.publish ? [...(before?.snapshots.keys() ?? [])] : [],
  );
  const ownIds = new Set(
    reports.flatMap(({ change, before }) => before?.id ?? change.claimed ?? change.id ?? []),
  );
  const [{ can, folders, readWorkbooks, lookForWorkbooks, lookForReports }, found] = await Promise.all([
    readDeployment(platform, target, { folders: true }),
    findReports(platform, target.deployment, publicIds, new Set([...ownIds, ...shown])),
  ]);
  const listed = [...found.values()].map(toLiveReport);
  const all = [...listed, ...(await findUnlisted([...ownIds], listed, lookForReports))];
  const liveReports = all.filter(({ id, publicId }) => publicIds.has(publicId) || ownIds.has(id));
  const live: LiveWorkbook[] = [];
  const missing = new Set(wanted.map(({ key }) => key));
  const since = only.length === 0 ? publishedSince(run, ofTarget).keys() : [];
  const slugs = new Set([...missing, ...since, ...wanted.flatMap(({ was }) => was ?? [])]);
  const liveIds = new Set<number>();
  const visit = (workbook: LiveWorkbook): void => {
    liveIds.add(workbook.id);
    missing.delete(workbook.slug);
    live.push(slugs.has(workbook.slug) ? workbook : outlineLive(workbook, project.reportKeys));
  };
  const counted = await readWorkbooks({
    needsDraft: ({ slug }) => slugs.has(slug),
    needsPublished: (slug) => slugs.has(slug),
    visitUnnamed: ({ id }) => void liveIds.add(id),
    visit,
    isAnyMissing: () => missing.size > 0,
  });
  const workbookIds = workbooks.flatMap(({ change, before }) => before?.id ?? change.claimed ?? []);
  const unlisted = await findUnlisted(workbookIds, live, lookForWorkbooks);
  unlisted.forEach(visit);
  const liveCount = counted + unlisted.length;
  const made = new Set(wanted.filter(({ action }) => action === "create").map(({ key }) => key));
  const madeIds = new Set(live.filter(({ slug }) => made.has(slug)).map(({ id }) => id));
  const residents: Residents = new Map();
  for (const report of await readResidents(platform, target.deployment, madeIds))
    noteResident(residents, report);
  const plan = planRollback({
    toolVersion: BOARDWRIGHT_VERSION,
    project,
    target: { name: target.name, url: target.url, deploymentId: target.deployment },
    run,
    recordFile,
    workbooks,
    reports,
    live,
    liveReports,
    shownReports: versionsOf(all),
    runs: ofTarget,
    residents,
    can,
    folderPaths: folders.paths,
    reportKeys: project.reportKeys,
    laterRuns: (change) =>
      later
        .filter(({ record }) => hasDone(record.changes, change))
        .map(({ name }) => name)
        .reverse(),
    scope: {
      project: project.name,
      deploymentId: target.deployment,
      ignored,
      reportVersions: shownVersions(liveReports),
      folders: folders.ids,
    },
  });
  const files = [...workbooks, ...reports].filter(({ before }) => before).length;
  const whole = { ...plan, ...policyOfPlan(project) };
  const narrowing = narrowingOf({ only }, []);
  return { plan: whole, files, liveCount, ignored, liveIds, updated: new Map(), narrowing };
}

/** Of those with an id of `ids` what no list showed: that says of none that it is gone. */
async function findUnlisted<T extends { id: number }>(
  ids: readonly number[],
  listed: readonly T[],
  lookFor: (ids: readonly number[]) => Promise<Looked<T>>,
): Promise<T[]> {
  const known = new Set(listed.map(({ id }) => id));
  return (await lookFor(ids.filter((id) => !known.has(id)))).found;
}

/** Of the reports whose version is known. */
function versionsOf(reports: readonly LiveReport[]): Map<number, { name: string; version: number }> {
  const versions = shownVersions(reports);
  return new Map(
    reports.flatMap(({ id, name }) => {
      const version = versions.get(id);
      return version === undefined ? [] : [[id, { name, version }] as const];
    }),
  );
}

/** As much of a workbook that the run does not name as the plan asks about: its owner, and the reports that it draws. */
function outlineLive(workbook: LiveWorkbook, reportKeys: readonly string[]): LiveWorkbook {
  const stamp = workbook.meta[STAMP_KEY];
  const meta: JsonObject = stamp === undefined ? {} : { [STAMP_KEY]: stamp };
  const [reportKey = ""] = reportKeys;
  const drawn = (board: JsonObject | undefined) =>
    board && { widgets: [...reportsDrawnBy(board, reportKeys)].map((id) => ({ [reportKey]: id })) };
  return { ...workbook, meta, draft: drawn(workbook.draft), published: drawn(workbook.published) };
}

/** Throws a UserError of exit code 3 if its record is not what was written: it says what would be deleted and restored. */
function requireProven({ name, problem }: Run): void {
  if (problem === undefined) return;
  throw new UserError(`refused, nothing was written: the record of the run ${name} ${problem}`, {
    details: ["Put the folder of the run back as it was, from where the job kept it."],
    exitCode: EXIT.refused,
  });
}

async function readState(folder: string, { backup = "", backupDigest }: RunChange): Promise<unknown> {
  try {
    return await readBackup(folder, backup, backupDigest);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`the backup ${join(folder, backup)} cannot be read`, {
      details: [error instanceof Error ? error.message : String(error), "Nothing was sent."],
      cause: error,
    });
  }
}

export function isSameTarget({ record: one }: Run, { record: two }: Run): boolean {
  return one.target.url === two.target.url && one.target.deploymentId === two.target.deploymentId;
}

/** Whether a disown took its stamp off; a killed one may have. */
function isLetGo({ status, attempts = 0 }: RunChange): boolean {
  return status === undefined || (status === "applied" && attempts > 0);
}

/** What a run left empty, because it was killed or its write failed, is what a later run found and made something of. */
function isTakenOver(change: RunChange, later: readonly Run[]): boolean {
  if (change.action !== "create" || change.status === "applied") return false;
  const isMade = ({ action, status, attempts = 0 }: RunChange) =>
    action === "create" && status === "applied" && attempts > 0;
  return later.some(({ record }) => record.changes.some((other) => isLike(other, change) && isMade(other)));
}

function hasDone(changes: readonly RunChange[], change: RunChange): boolean {
  return changes.some((other) => isLike(other, change) && other.status !== undefined && isUndoable(other));
}

function isLike(one: RunChange, two: RunChange): boolean {
  return one.kind === two.kind && one.key === two.key;
}

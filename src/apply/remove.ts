// One deletion: read, backed up, and read again right before the request that deletes. If it is gone already, that is fine.

import { toLiveReport, toLiveWorkbook } from "../live/index.ts";
import { type Change, nameOfChange, type Result } from "../model/index.ts";
import { fingerprint, reportFingerprint } from "../plan/index.ts";
import type { WireReport, WireWorkbook } from "../platform/index.ts";
import { backUp } from "./backups.ts";
import type { ApplyContext } from "./context.ts";
import { attempt, requireGoingOn, StaleError } from "./failure.ts";
import { refuseUnreadable } from "./read-workbook.ts";
import type { Residents } from "./residents.ts";

/** Ids of workbooks that are deleted: what belonged to one belongs to none by now. */
export type Gone = ReadonlySet<number>;

const NONE: Gone = new Set();

export interface Prepared {
  /** As it was read; undefined if it is gone, or could not be read. */
  live: WireWorkbook | WireReport | undefined;
  /** How it ended, because it is gone, has moved or could not be backed up; undefined if it is backed up. */
  ended: Result | undefined;
}

/** Reads what is to be deleted and backs it up, if it is still as it was planned. */
export async function prepare(
  context: ApplyContext,
  change: Change,
  { gone, residents }: { gone: Gone; residents?: Residents },
): Promise<Prepared> {
  let live: Prepared["live"];
  let isBackedUp = false;
  const ended = await attempt(change, async () => {
    live = await readLive(context, change);
    if (!live && change.kind === "workbook") await refuseUnreadable(context, change.key, change.id as number);
    if (!live) return;
    requirePlanned(context, live, { change, gone });
    requireGoingOn(context);
    await backUp(context, change, live);
    await residents?.backUp(change);
    isBackedUp = true;
  });
  return { live, ended: isBackedUp ? undefined : ended };
}

/** Deletes a workbook that is still as it was planned. `inside`: reports of it that are to be deleted, too; `residents`: the others. */
export async function removeWorkbook(
  context: ApplyContext,
  change: Change,
  { inside, residents }: { inside: readonly Change[]; residents: Residents },
): Promise<Result> {
  const { platform, deploymentId } = context;
  return attempt(change, async (result, onAttempt) => {
    if (!(await readPlanned(context, { change, gone: NONE }))) return;
    for (const report of inside) await readPlanned(context, { change: report, gone: NONE, home: change });
    await residents.requireBackedUp(change);
    requireGoingOn(context);
    await platform.deleteWorkbook(deploymentId, change.id as number, { onAttempt });
    const notes = await residents.notesOfGone(change);
    if (notes.length > 0) result.notes = notes;
  });
}

/** The same for a report. */
export async function removeReport(context: ApplyContext, change: Change, gone: Gone): Promise<Result> {
  const { platform, deploymentId } = context;
  return attempt(change, async (_, onAttempt) => {
    if (!(await readPlanned(context, { change, gone }))) return;
    requireGoingOn(context);
    await platform.deleteReport(deploymentId, change.id as number, { onAttempt });
  });
}

/**
 * After a workbook was asked to be deleted: the result of a report that went with it, undefined if it is still there. It counts the
 * requests that deleted the workbook, because those deleted it.
 */
export async function findGoneAlong(
  { platform, deploymentId }: ApplyContext,
  change: Change,
  { home, attempts }: { home: string; attempts: number },
): Promise<Result | undefined> {
  let isThere = false;
  const result = await attempt(change, async (along) => {
    along.attempts = attempts;
    isThere = (await platform.getReport(deploymentId, change.id as number)) !== undefined;
    along.notes = [`${nameOfChange(change)} was deleted by the platform with its workbook ${home}`];
  });
  return isThere ? undefined : result;
}

interface Expected {
  change: Change;
  gone: Gone;
  /** The workbook that would be deleted with it. */
  home?: Change;
}

async function readPlanned(context: ApplyContext, expected: Expected): Promise<Prepared["live"]> {
  const live = await readLive(context, expected.change);
  if (live) requirePlanned(context, live, expected);
  return live;
}

async function readLive(
  { platform, deploymentId }: ApplyContext,
  { kind, id }: Change,
): Promise<Prepared["live"]> {
  return kind === "report"
    ? platform.getReport(deploymentId, id as number)
    : platform.getWorkbook(deploymentId, id as number);
}

/** Throws a StaleError if it is not as it was planned. */
function requirePlanned(
  context: ApplyContext,
  now: WireWorkbook | WireReport,
  { change, gone, home }: Expected,
): void {
  if (change.kind === "report") {
    const report = now as WireReport;
    if (report.publicId === change.publicId && isAsPlanned(report, change, gone)) return;
  } else {
    const live = toLiveWorkbook(now as WireWorkbook, new Map());
    if (live?.slug === change.key && fingerprint(live, context) === change.fingerprint) return;
  }
  const moved = `${nameOfChange(change)} was changed on the platform since the plan was made`;
  throw new StaleError(home ? `${home.key} is kept: ${moved}, and belongs to it` : `${moved}, and is kept`);
}

/** Whether a report is as it was planned, except that its workbook may have been deleted before it. */
export function isAsPlanned(now: WireReport, { fingerprint: planned }: Change, gone: Gone): boolean {
  const live = toLiveReport(now);
  const homes = live.workbookId === null ? [null, ...gone] : [live.workbookId];
  return homes.some((workbookId) => reportFingerprint({ ...live, workbookId }) === planned);
}

// One deletion: read, backed up, and read again right before the request that deletes. If it is gone already, that is fine.

import { type Change, nameOfChange, type Result } from "../model/index.ts";
import { fingerprint, kindOf, type Live } from "../plan/index.ts";
import { backUp } from "./backups.ts";
import type { ApplyContext, Found } from "./context.ts";
import { attempt, requireGoingOn, StaleError } from "./failure.ts";
import type { Residents } from "./residents.ts";
import { liveName, wayOf } from "./ways.ts";

/** Ids of workbooks that are deleted: what belonged to one belongs to none by now. */
export type Gone = ReadonlySet<number>;

const NONE: Gone = new Set();

export interface Prepared {
  /** As it was read; undefined if it is gone, or could not be read. */
  found: Found | undefined;
  /** How it ended, because it is gone, has moved or could not be backed up; undefined if it is backed up. */
  ended: Result | undefined;
}

/** Reads what is to be deleted and backs it up, if it is still as it was planned. */
export async function prepare(
  context: ApplyContext,
  change: Change,
  { gone, residents }: { gone: Gone; residents?: Residents },
): Promise<Prepared> {
  let found: Prepared["found"];
  const way = wayOf(change);
  let isBackedUp = false;
  const ended = await attempt(change, async () => {
    found = await way.read(context, change.id as number);
    if (!found) await way.refuseUnreadable?.(context, change.key, change.id as number);
    if (!found) return;
    requirePlanned(context, found.live, { change, gone });
    requireGoingOn(context);
    await backUp(context, change, found.wire);
    await residents?.backUp(change);
    isBackedUp = true;
  });
  return { found, ended: isBackedUp ? undefined : ended };
}

interface Removal {
  gone: Gone;
  /** Of a workbook: reports of it that are to be deleted, too, and the others. */
  inside?: readonly Change[];
  residents?: Residents;
}

/** Deletes what is still as it was planned. */
export async function remove(
  context: ApplyContext,
  change: Change,
  { gone, inside = [], residents }: Removal,
): Promise<Result> {
  return attempt(change, async (result, onAttempt) => {
    if (!(await readPlanned(context, { change, gone }))) return;
    for (const report of inside) await readPlanned(context, { change: report, gone: NONE, home: change });
    await residents?.requireBackedUp(change);
    requireGoingOn(context);
    await wayOf(change).remove(context, change.id as number, { onAttempt });
    const notes = (await residents?.notesOfGone(change)) ?? [];
    if (notes.length > 0) result.notes = notes;
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

async function readPlanned(context: ApplyContext, expected: Expected): Promise<Prepared["found"]> {
  const { change } = expected;
  const found = await wayOf(change).read(context, change.id as number);
  if (found) requirePlanned(context, found.live, expected);
  return found;
}

/** Throws a StaleError if it is not as it was planned. */
function requirePlanned(context: ApplyContext, live: Live, { change, gone, home }: Expected): void {
  if (kindOf(live).nameOf(live) === liveName(change) && isAsPlanned(context, live, change, gone)) return;
  const moved = `${nameOfChange(change)} was changed on the platform since the plan was made`;
  throw new StaleError(home ? `${home.key} is kept: ${moved}, and belongs to it` : `${moved}, and is kept`);
}

/** Whether it is as it was planned to be deleted, except that its workbook may have been deleted before it. */
export function isAsPlanned(
  scope: Pick<ApplyContext, "ignored">,
  live: Live,
  change: Change,
  gone: Gone,
): boolean {
  const before = wayOf(change).before?.(live, gone) ?? [live];
  return before.some((one) => fingerprint(one, scope) === change.fingerprint);
}

// One deletion: read, backed up, and read again right before the request that deletes. If it is gone already, that is fine.

import { readResidents, toLiveReport } from "../live/index.ts";
import { type Change, nameOfChange, type Result, writeJson } from "../model/index.ts";
import { fingerprint, kindOf, type Live } from "../plan/index.ts";
import type { WireReport } from "../platform/index.ts";
import { backUp, residentChange } from "./backups.ts";
import type { ApplyContext, Found } from "./context.ts";
import { attempt, requireGoingOn, StaleError } from "./failure.ts";
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

// The reports in workbooks that are deleted, and that the plan does not delete by itself: a platform may delete them with their workbook.

interface Residents {
  /** Backs up those of a workbook. Throws a StaleError if one is in it that the plan did not name, or one was edited since. */
  backUp(workbook: Change): Promise<void>;
  /** Throws a StaleError if one of them moved since its backup. */
  requireBackedUp(workbook: Change): Promise<void>;
  /** A note for each of them that went with the workbook. */
  notesOfGone(workbook: Change): Promise<string[]>;
}

/** Lists the reports once, when the first workbook asks for its own. */
export function watchResidents(
  context: ApplyContext,
  { workbooks, reports }: { workbooks: readonly Change[]; reports: readonly Change[] },
): Residents {
  const { platform, deploymentId } = context;
  const going = new Set(reports.map(({ id }) => id));
  let listed: Promise<WireReport[]> | undefined;
  const list = () => {
    listed ??= readResidents(platform, deploymentId, new Set(workbooks.map(({ id }) => id as number)));
    return listed;
  };
  const saved = new Map<number | null, WireReport[]>();
  return {
    async backUp(workbook) {
      const inside = (await list()).filter(
        ({ id, workbookId }) => workbookId === workbook.id && !going.has(id),
      );
      const planned = new Map(workbook.residents?.map((resident) => [resident.id, resident]));
      const added = inside.find(({ id }) => !planned.has(id));
      if (added)
        throw new StaleError(
          `${workbook.key} is kept: ${nameOf(added)} belongs to it since the plan was made`,
        );
      const edited = inside.find((report) => {
        const known = planned.get(report.id)?.fingerprint;
        return known !== undefined && known !== printOf(report);
      });
      if (edited)
        throw new StaleError(
          `${workbook.key} is kept: ${nameOf(edited)}, which belongs to it, was changed since the plan was made`,
        );
      for (const report of inside) await backUp(context, residentChange(report), report);
      saved.set(workbook.id, inside);
    },
    async requireBackedUp(workbook) {
      const { has } = await platform.capabilities();
      for (const before of has("getReport") ? (saved.get(workbook.id) ?? []) : []) {
        const now = await platform.getReport(deploymentId, before.id);
        if (!now || printOf(now) === printOf(before)) continue;
        throw new StaleError(
          `${workbook.key} is kept: ${nameOf(before)}, which belongs to it, was changed in this moment`,
        );
      }
    },
    async notesOfGone(workbook) {
      const { has } = await platform.capabilities();
      const notes: string[] = [];
      for (const before of has("getReport") ? (saved.get(workbook.id) ?? []) : [])
        if (!(await platform.getReport(deploymentId, before.id)))
          notes.push(`${nameOf(before)} was deleted by the platform with it; a rollback makes it again`);
      return notes;
    },
  };
}

/** Of all of a report. */
function printOf(report: WireReport): string {
  return fingerprint(toLiveReport(report), { ignored: [] });
}

function nameOf({ name }: WireReport): string {
  return `the report ${writeJson(name)}`;
}

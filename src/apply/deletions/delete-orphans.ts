// The deletions of a plan, workbooks first. All of them are read and backed up before the first request that deletes: a platform may
// delete the reports of a workbook with it (the platform document does not say), and then there is nothing left to back up.

import { type Change, isDone, nameOfChange, type Result, type ResultError } from "../../model/index.ts";
import type { WireReport } from "../../platform/index.ts";
import type { ApplyContext } from "../context.ts";
import { runAll } from "../scheduler.ts";
import { findGoneAlong, prepare, removeReport, removeWorkbook } from "./remove.ts";
import { watchResidents } from "./residents.ts";

export interface Deletions {
  workbooks: readonly Change[];
  reports: readonly Change[];
  /** How many at once; asked before each. */
  atOnce(): number;
  /** When it aborts, nothing more is begun; what is not begun then has no result. */
  stop: AbortSignal;
  onStart?(change: Change): void;
  record(change: Change, result: Result): void;
  /** The result of what is not deleted. */
  skip(change: Change, error: ResultError): Result;
}

/** Not all else was done: until the replacing dashboard is made, or a chart points elsewhere, the old one is still needed. */
export const HELD_BACK: ResultError = {
  code: "held-back",
  message: "kept, because not all other changes were made",
};

export async function deleteOrphans(context: ApplyContext, deletions: Deletions): Promise<void> {
  const { atOnce, stop, onStart, skip } = deletions;
  const results = new Map<Change, Result>();
  const record = (change: Change, result: Result): void => {
    results.set(change, result);
    deletions.record(change, result);
  };
  const gone = new Set<number>();
  const residents = watchResidents(context, deletions);
  const each = (changes: readonly Change[], run: (change: Change) => Promise<void>) => {
    const open = changes.filter((change) => !results.has(change));
    return runAll(open, { atOnce, stop }, run);
  };

  await each(deletions.workbooks, async (change) => {
    const { ended } = await prepare(context, change, { gone, residents });
    if (!ended) return;
    record(change, ended);
    if (isDone(ended)) gone.add(change.id as number);
  });
  /** Workbook id → its reports that go, too; and one that is kept. Under `undefined` those that could not be read. */
  const going = new Map<number | null | undefined, Change[]>();
  const kept = new Map<number | null | undefined, Change>();
  await each(deletions.reports, async (change) => {
    const { live, ended } = await prepare(context, change, { gone });
    if (ended) record(change, ended);
    if (ended && isDone(ended)) return;
    const home = live && ((live as WireReport).workbookId ?? null);
    if (ended) kept.set(home, change);
    else going.set(home, [...(going.get(home) ?? []), change]);
  });

  await each(deletions.workbooks, async (change) => {
    onStart?.(change);
    const stays = kept.get(change.id) ?? kept.get(undefined);
    if (stays) return record(change, skip(change, keptFor(stays)));
    const inside = going.get(change.id) ?? [];
    const result = await removeWorkbook(context, change, { inside, residents });
    record(change, result);
    if (isDone(result)) gone.add(change.id as number);
    // Its request may have arrived although it failed.
    if (result.attempts === 0) return;
    await Promise.all(
      inside.map(async (report) => {
        const along = await findGoneAlong(context, report, { home: change.key, attempts: result.attempts });
        if (along) record(report, along);
      }),
    );
  });
  const isSafe = deletions.workbooks.every((change) => isDone(results.get(change) ?? READY));
  await each(deletions.reports, async (change) => {
    onStart?.(change);
    record(change, isSafe ? await removeReport(context, change, gone) : skip(change, HELD_BACK));
  });
}

/** What has no result was read and backed up. */
const READY = { status: "applied" } as const;

/** Where the platform deletes reports with their workbook, it would go, too. */
function keptFor(report: Change): ResultError {
  return {
    code: "held-back",
    message: `kept, because ${nameOfChange(report)}, which may belong to it, was not deleted`,
  };
}

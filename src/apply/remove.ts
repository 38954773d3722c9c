// Deleting an orphan: read again, back up, delete. If it is gone already, that is fine.

import { toLiveReport, toLiveWorkbook } from "../live/index.ts";
import type { Change, Result } from "../model/index.ts";
import { fingerprint, reportFingerprint } from "../plan/index.ts";
import type { WireReport } from "../platform/index.ts";
import { backUp } from "./backups.ts";
import type { ApplyContext } from "./context.ts";
import { attempt, requireGoingOn, StaleError } from "./failure.ts";

/** Deletes a workbook that is still as it was planned. */
export async function removeWorkbook(context: ApplyContext, change: Change): Promise<Result> {
  const { platform, deploymentId } = context;
  const id = change.id as number;
  return attempt(change, async (_, onAttempt) => {
    const now = await platform.getWorkbook(deploymentId, id);
    if (!now) return;
    const live = toLiveWorkbook(now, new Map());
    if (live?.slug !== change.key || fingerprint(live, context) !== change.fingerprint) throw changed(change);
    requireGoingOn(context);
    await backUp(context, change, now);
    await platform.deleteWorkbook(deploymentId, id, { onAttempt });
  });
}

/** The same for a report. `gone`: ids of the workbooks that this run deleted; their reports now belong to none. */
export async function removeReport(
  context: ApplyContext,
  change: Change,
  gone: ReadonlySet<number>,
): Promise<Result> {
  const { platform, deploymentId } = context;
  const id = change.id as number;
  return attempt(change, async (_, onAttempt) => {
    const now = await platform.getReport(deploymentId, id);
    if (!now) return;
    if (now.publicId !== change.publicId || !isAsPlanned(now, change, gone)) throw changed(change);
    requireGoingOn(context);
    await backUp(context, change, now);
    await platform.deleteReport(deploymentId, id, { onAttempt });
  });
}

/** Whether a report is as it was planned, except that its workbook may have been deleted before it. */
export function isAsPlanned(
  now: WireReport,
  { fingerprint: planned }: Change,
  gone: ReadonlySet<number>,
): boolean {
  const live = toLiveReport(now);
  const homes = live.workbookId === null ? [null, ...gone] : [live.workbookId];
  return homes.some((workbookId) => reportFingerprint({ ...live, workbookId }) === planned);
}

function changed({ kind, key }: Change): StaleError {
  const name = kind === "workbook" ? key : `the report ${key}`;
  return new StaleError(`${name} was changed on the platform since the plan was made, and is kept`);
}

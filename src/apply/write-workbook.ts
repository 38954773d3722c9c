// One workbook: read again, back up, write, publish.

import type { Change, Result } from "../model/index.ts";
import {
  fingerprint,
  type Habits,
  holdsRequest,
  isPublished,
  isUnfinished,
  type LiveWorkbook,
} from "../plan/index.ts";
import { backUp } from "./backups.ts";
import type { ApplyContext } from "./context.ts";
import { checkSlug, converge, createdMeanwhile } from "./converge.ts";
import { attempt, StaleError } from "./failure.ts";
import type { FindHolder } from "./holders.ts";
import { isRepublished, publish } from "./publish.ts";
import { type Found, readBack, readById } from "./read-workbook.ts";
import { upsert } from "./upsert.ts";

/** A workbook that this run made, still without a dashboard, because its reports must be written first and belong to it. */
export interface Shell {
  live: LiveWorkbook;
  /** Requests that it took. */
  attempts: number;
}

/** `change` is a shell's (asShell). The empty workbook has our stamp, so it is known as ours even if the run ends here. */
export async function makeShell(
  context: ApplyContext,
  change: Change,
  findHolder: FindHolder,
): Promise<Shell | Result> {
  const request = change.request ?? {};
  let live: LiveWorkbook | undefined;
  const result = await attempt(change, async (_, onAttempt) => {
    await stillFree(context, change, findHolder);
    const send = () =>
      context.platform.upsertWorkbook(context.deploymentId, change.key, request, { onAttempt });
    const lookAgain = () => checkSlug(context, change, { wanted: [request], known: undefined });
    const answer = await upsert(context, change.key, { send, lookAgain });
    live = (await readBack(context, answer)).live;
  });
  return live ? { live, attempts: result.attempts } : result;
}

export function writeWorkbook(
  context: ApplyContext,
  change: Change,
  { findHolder, habits, shell }: { findHolder: FindHolder; habits: Habits; shell: Shell | undefined },
): Promise<Result> {
  return attempt(change, async (result, onAttempt) => {
    result.attempts = shell?.attempts ?? 0;
    // A create with an id continues what an earlier run of the same plan started.
    const before = change.id === null ? undefined : await readAgain(context, change);
    const begun = shell ?? before ?? (await stillFree(context, change, findHolder));
    let live = begun?.live;
    const config = change.publishConfig;
    const isWritten = change.request && !(live && holdsRequest(change.request, live, context.ignored));
    const shows = (now: LiveWorkbook | undefined): boolean =>
      change.publish &&
      now !== undefined &&
      (change.action === "publish" || !isPublished(now, context, config));
    // An overwritten draft is lost, and so is a publication.
    const overwrites = (isWritten && change.action === "update") || shows(live);
    if (before && overwrites) await backUp(context, change, before.wire);
    if (before) result.published = { before: !!before.live.published, after: !!before.live.published };
    if (change.request && isWritten) {
      live = await converge(context, change, { planned: change.request, before: live, habits, onAttempt });
    }
    result.id = live?.id ?? result.id;
    if (live && shows(live)) {
      result.status = await publish(context, live, { onAttempt, config });
      const after = result.status === "applied" || result.published?.before === true;
      result.published = { before: result.published?.before ?? false, after };
    }
  });
}

/** Undefined if nobody holds the slug; the workbook if another run of the same project applied the same, or is about to. */
async function stillFree(
  { ignored }: ApplyContext,
  change: Change,
  findHolder: FindHolder,
): Promise<Found | undefined> {
  const now = await findHolder(change.key);
  if (!now) return undefined;
  const { request } = change;
  const isOurs =
    request && (holdsRequest(request, now.live, ignored) || isUnfinished(request, now.live, ignored));
  if (isOurs) return now;
  throw createdMeanwhile(change);
}

/** The live workbook, if it is still as planned from, or already as the plan asks. */
async function readAgain(context: ApplyContext, change: Change): Promise<Found> {
  const now = change.id === null ? undefined : await readById(context, change.id);
  if (!now || now.live.slug !== change.key) {
    throw new StaleError(`${change.key} was deleted or renamed since the plan was made`);
  }
  const asPlanned = fingerprint(now.live, context) === change.fingerprint;
  if (!asPlanned && !(change.request && holdsRequest(change.request, now.live, context.ignored))) {
    throw new StaleError(`${change.key} was changed on the platform since the plan was made`);
  }
  if (isRepublished(change, now.live, context)) {
    throw new StaleError(`${change.key} was published on the platform since the plan was made`);
  }
  return now;
}

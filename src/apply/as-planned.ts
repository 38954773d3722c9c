// Right before a workbook is written: is it still as it was planned from? What another run of this project has made of it meanwhile is gone on
// with, and what that run is in the middle of is waited for.

import { type Change, readStamp } from "../model/index.ts";
import {
  fingerprint,
  holdsRequest,
  isBegun,
  isSameWork,
  isStillApplied,
  isUnfinished,
} from "../plan/index.ts";
import { WAITS_MS } from "./claim.ts";
import type { ApplyContext, Found } from "./context.ts";
import { StaleError } from "./failure.ts";
import { isRepublished } from "./publication/publish.ts";
import { readById, refuseUnreadable } from "./read-workbook.ts";

/** The live workbook, if it is still as planned from, or what another run of this project makes of it. */
export async function readAgain(context: ApplyContext, change: Change, id: number): Promise<Found> {
  const { ignored } = context;
  const { key, was = key, request, applied } = change;
  const isNamed = (slug: string | undefined) => slug === key || slug === was;
  const now = await readById(context, id);
  if (!now) await refuseUnreadable(context, change.key, id);
  if (!now || !isNamed(now.live.slug))
    throw new StaleError(`${key} was deleted or renamed since the plan was made`);
  const isAsPlanned = ({ live }: Found) => fingerprint(live, context, change) === change.fingerprint;
  const isPublishedAlone = ({ live }: Found) =>
    applied !== undefined &&
    isStillApplied(live, { digest: applied, project: context.project.name, ignored });
  const isOurs = ({ live }: Found) =>
    request !== undefined &&
    // A run gives it the slug before anything else.
    live.slug === key &&
    (holdsRequest(request, live, ignored) ||
      isUnfinished(request, live, ignored) ||
      (isBegun(request, live) && isSameWork(request, live, ignored)));
  const isIts = (found: Found): boolean =>
    isNamed(found.live.slug) &&
    (isAsPlanned(found) || isOurs(found) || isPublishedAlone(found)) &&
    !isRepublished(change, found.live, context);
  const isAtWork = ({ live }: Found): boolean =>
    isBegun(request, live) || (applied !== undefined && readStamp(live.meta)?.digest === applied);
  const found = await whenSettled(context, now, { isIts, isBegun: isAtWork });
  if (found) return found;
  const what = isAsPlanned(now) || isOurs(now) || isPublishedAlone(now) ? "published" : "changed";
  throw new StaleError(`${key} was ${what} on the platform since the plan was made`);
}

/** The workbook as soon as it is what is expected; undefined if it is not, though nobody is at work on it or it was waited for. */
async function whenSettled(
  context: ApplyContext,
  first: Found,
  { isIts, isBegun }: { isIts(found: Found): boolean; isBegun(found: Found): boolean },
): Promise<Found | undefined> {
  let now: Found | undefined = first;
  for (const ms of WAITS_MS) {
    if (!now || isIts(now)) return now;
    if (!isBegun(now) || context.stop?.aborted) return undefined;
    await context.clock.sleep(ms, context.stop ? [context.stop] : []);
    now = await readById(context, first.live.id);
  }
  return now && isIts(now) ? now : undefined;
}

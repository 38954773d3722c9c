// Right before a workbook is written: is it still as it was planned from? What another run of this project has made of it meanwhile is gone on
// with, and what that run is in the middle of is waited for.

import { type Change, type JsonObject, readStamp } from "../model/index.ts";
import {
  fingerprint,
  holdsRequest,
  isBegun,
  isSameWork,
  isStillApplied,
  isUnfinished,
  type LiveWorkbook,
} from "../plan/index.ts";
import type { ApplyContext } from "./context.ts";
import { claimSlug, takenMeanwhile } from "./creations/created.ts";
import type { Look, SlugWatch } from "./creations/holders.ts";
import { requireGoingOn, StaleError } from "./failure.ts";
import { isRepublished } from "./publication/publish.ts";
import { type Found, readById, refuseUnreadable } from "./read-workbook.ts";
import { createdMeanwhile } from "./writer.ts";

/** Between two requests of another run, a workbook may look like one that somebody edited: it is read again after each of these waits. */
export const WAITS_MS = [200, 400, 800, 1_600];

/** What is known right before a creation. */
export interface Free {
  /** What another run of the same project applied, or is about to; undefined if nobody holds the slug. */
  found: Found | undefined;
  look: Look;
  /** The empty workbook that holds the slug for this run, where an answer does not show whether a workbook is new. */
  empty?: LiveWorkbook;
}

/** `whole`: the request that comes after a shell's. */
export async function stillFree(
  context: ApplyContext,
  change: Change,
  { slugs, whole, onAttempt }: { slugs: SlugWatch; whole?: JsonObject | undefined; onAttempt(): void },
): Promise<Free> {
  const { ignored } = context;
  const look = await slugs.look(change.key);
  const isShown = look.showsTimes ?? slugs.showsTimes ?? true;
  if (!look.holder) requireGoingOn(context);
  if (!look.holder) slugs.begin(change.key);
  if (!look.holder && isShown) return { found: undefined, look };
  const claimed = look.holder ? undefined : await claimSlug(context, change.key, { look, onAttempt });
  if (claimed && claimed.sign === undefined) return { found: undefined, look, empty: claimed.found.live };
  const holder = look.holder ?? (claimed?.found as Found);
  const { request } = change;
  const asked = whole ?? request;
  const isIts = ({ live }: Found): boolean =>
    request !== undefined &&
    (holdsRequest(request, live, ignored) ||
      isUnfinished(request, live, ignored) ||
      isSameWork(asked ?? request, live, ignored));
  const found = await whenSettled(context, holder, { isIts, isBegun: ({ live }) => isBegun(asked, live) });
  if (!found && claimed?.sign) throw takenMeanwhile(change.key, holder.wire, claimed.sign);
  if (!found) throw createdMeanwhile(change, context, holder.live);
  slugs.meetOther();
  return { found, look };
}

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

// Was anything that a stamp covers edited since it was written? Asked before something of ours is deleted, and of what viewers see.

import { readStamp, type Stamp } from "../../model/index.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { ignoredIn, kindOf, livePartsOf } from "../state/kind.ts";
import { normalState } from "../state/normal-state.ts";
import type { ComparedState, Live, LiveReport } from "../state/state.ts";
import { type Base, normalBase } from "./base.ts";
import { expectedLive } from "./predict-answer.ts";
import { baseOf } from "./stamp.ts";
import { compareStates } from "./three-way.ts";

/** Whether anybody may have edited `live` since it had the base. */
function isEdited(live: ComparedState, base: Base): boolean {
  const { fields, isForeign } = compareStates(live, base.asked, base);
  return isForeign || fields.some(({ origin }) => origin === "live" || origin === "both");
}

/**
 * Where it belongs does not count: a workbook that was moved is deleted as well as one that was not, and another shard may give a report its
 * workbook. If the base cannot be read, nobody knows, and it may have been edited.
 */
export function isEditedSince(live: Live, stamp: Stamp, ignored: readonly IgnoredPath[]): boolean {
  const { home } = kindOf(live);
  const own = ignoredIn(live, ignored);
  const base = normalBase(baseOf(stamp), own);
  if (!base) return true;
  const { [home]: _there, ...parts } = expectedLive(base);
  const { [home]: _asked, ...asked } = base.asked;
  const like = { ...asked, ...parts, ...(asked.meta && { meta: { ...asked.meta, ...parts.meta } }) };
  return isEdited(normalState(livePartsOf(live, like), own), { ...base, asked });
}

/**
 * The version that a publication must hold for viewers to see the report as it is; null if the platform does not say. Writing stamps
 * alone may make new versions, in which viewers see nothing new. Not every platform counts that one: where it does not, the next version
 * is an edit.
 */
export function shownVersion(live: LiveReport): number | null {
  const { version } = live;
  const stamp = readStamp(live.meta);
  if (stamp?.over === undefined || version !== stamp.over + (stamp.stamps ?? 1)) return version;
  return isEditedSince(live, stamp, []) ? version : stamp.over;
}

/**
 * The stamp that is written over `live`, where viewers see nothing new in that: it says over which version, and the how many-th stamp alone it
 * is since. Where versions are not counted it says nothing of them.
 */
export function stampOver(stamp: Stamp, live: Live): Stamp {
  const { over: _over, stamps: _stamps, ...rest } = stamp;
  if (!("version" in live)) return rest;
  const [over, { version }] = [shownVersion(live), live];
  if (over === null || version === null) return rest;
  const stamps = version - over + 1;
  return stamps > 1 ? { ...rest, over, stamps } : { ...rest, over };
}

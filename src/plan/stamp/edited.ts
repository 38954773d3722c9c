// Was anything that a stamp covers edited since it was written? Asked before something of ours is deleted, and of what viewers see.

import { readStamp, type Stamp } from "../../model/index.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { normalState } from "../state/normal-state.ts";
import { type LiveReport, liveReportState } from "../state/report-state.ts";
import { type ComparedState, type LiveWorkbook, liveState, shapeOf } from "../state/state.ts";
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
 * Where it is does not count: a workbook that was moved is deleted as well as one that was not. If the base cannot be read, nobody
 * knows, and it may have been.
 */
export function isEditedSince(live: LiveWorkbook, stamp: Stamp, ignored: readonly IgnoredPath[]): boolean {
  const base = normalBase(baseOf(stamp), ignored);
  if (!base) return true;
  const { folder: _there, ...parts } = expectedLive(base);
  const { folder: _folder, ...asked } = base.asked;
  return isEdited(normalState(liveState(shapeOf(parts), live), ignored), { ...base, asked });
}

/** The same of a report; which workbook it belongs to does not count. */
export function isReportEditedSince(live: LiveReport, stamp: Stamp): boolean {
  const base = baseOf(stamp);
  if (!base) return true;
  const { workbook: _workbook, ...asked } = base.asked;
  return isEdited(liveReportState(asked, live, new Map()), { ...base, asked });
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
  return isReportEditedSince(live, stamp) ? version : stamp.over;
}

/**
 * The stamp that is written over `live`, where viewers see nothing new in that: it says over which version, and the how many-th stamp alone it
 * is since. Where versions are not counted it says nothing of them.
 */
export function stampOver(stamp: Stamp, live: LiveReport): Stamp {
  const { over: _over, stamps: _stamps, ...rest } = stamp;
  const [over, { version }] = [shownVersion(live), live];
  if (over === null || version === null) return rest;
  const stamps = version - over + 1;
  return stamps > 1 ? { ...rest, over, stamps } : { ...rest, over };
}

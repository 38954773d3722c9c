// Was anything that a stamp covers edited since it was written? Asked before something of ours is deleted.

import type { Stamp } from "../../model/index.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { normalState } from "../state/normal-state.ts";
import { type LiveReport, liveReportState } from "../state/report-state.ts";
import { type LiveWorkbook, liveState, shapeOf } from "../state/state.ts";
import { normalBase } from "./base.ts";
import { isEdited } from "./half-done.ts";
import { expectedLive } from "./predict-answer.ts";
import { baseOf } from "./stamp.ts";

/**
 * Where it is does not count: a workbook that was moved is deleted as well as one that was not. If the base cannot be read, nobody
 * knows, and it may have been.
 */
export function isEditedSince(live: LiveWorkbook, stamp: Stamp, ignored: readonly IgnoredPath[]): boolean {
  const base = normalBase(baseOf(stamp), ignored);
  if (!base) return true;
  const { folder: _there, ...parts } = expectedLive(base);
  const { folder: _folder, ...asked } = base.asked;
  return isEdited(normalState(liveState(shapeOf(parts), live), ignored), asked, base);
}

/** The same of a report; which workbook it belongs to does not count. */
export function isReportEditedSince(live: LiveReport, stamp: Stamp): boolean {
  const base = baseOf(stamp);
  if (!base) return true;
  const { workbook: _workbook, ...asked } = base.asked;
  return isEdited(liveReportState(asked, live, new Map()), asked, base);
}

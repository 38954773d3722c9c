// Does a stamp expect something that is gone from live, and that its files never asked for, or not yet what is there? Then to write it
// again is not yet done, though what it asks for is the same.

import { isObject, type JsonObject, readStamp, STAMP_KEY } from "../../model/index.ts";
import { isSame } from "../state/canonical.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { normalState } from "../state/normal-state.ts";
import { type LiveReport, liveReportState } from "../state/report-state.ts";
import { type LiveWorkbook, liveState, shapeOf } from "../state/state.ts";
import { type Base, normalBase } from "./base.ts";
import { expectedLive } from "./predict-answer.ts";
import { isStampRequest } from "./request.ts";
import { baseOf } from "./stamp.ts";
import { compareStates } from "./three-way.ts";

/** `base`: of the stamp that is there. Only asked of a request that writes nothing but the stamp. */
export function hasToRestamp(
  request: JsonObject,
  live: LiveWorkbook,
  { base, ignored }: { base: Base; ignored: readonly IgnoredPath[] },
): boolean {
  const known = normalBase(base, ignored);
  if (!isStampRequest(request) || !known) return false;
  const sent = normalBase(baseOf(readStamp(request.meta)), ignored);
  // What the platform filled in when it published, and no run saw.
  const next = sent && expectedLive(sent).dashboard;
  const last = expectedLive(known).dashboard;
  if (next && last && !isSame(next, last)) return true;
  const { folder: _, ...parts } = expectedLive(known);
  const there = normalState(liveState(shapeOf(parts), live), ignored);
  return compareStates(there, known.asked, known).lost.length > 0;
}

/** The same of a report, whose stamp is sent with all the meta that is there. */
export function hasToRestampReport(request: JsonObject, live: LiveReport, base: Base): boolean {
  const isStamp = Object.keys(request).length === 1 && isObject(request.meta) && STAMP_KEY in request.meta;
  if (!isStamp) return false;
  return compareStates(liveReportState(base.asked, live, new Map()), base.asked, base).lost.length > 0;
}

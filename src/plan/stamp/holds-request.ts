// Does live hold what a request asks for? Asked of a plan that is carried out a second time, or was cut short the first time.

import { isSameMark, type JsonObject, readStamp, type Stamp } from "../../model/index.ts";
import { fillsIgnored, type IgnoredPath } from "../state/ignore.ts";
import { stateText } from "../state/normal-state.ts";
import { anyState, type ComparedState, type LiveWorkbook, liveState } from "../state/state.ts";
import { hasToRestamp } from "./outdated.ts";
import { expectedLive } from "./predict-answer.ts";
import { isStampRequest } from "./request.ts";
import { askedState, requestShape, sentStamp } from "./sent.ts";
import { baseOf } from "./stamp.ts";

/** Whether live already holds all that the request asks for, its stamp included: somebody applied the same before. */
export function alreadyApplied(
  request: JsonObject,
  live: LiveWorkbook,
  ignored: readonly IgnoredPath[],
): boolean {
  const sent = sentStamp(request);
  const there = readStamp(live.meta);
  const base = baseOf(there);
  if (!isSameStamp(request, sent, there) || !base || hasToRestamp(request, live, { base, ignored }))
    return false;
  // The stamp tells which folder was asked for, not where the workbook is now.
  if (request.folderId !== undefined && request.folderId !== live.folderId) return false;
  const shape = requestShape(request, baseOf(sent));
  return stateText(askedState(request, shape), ignored) === stateText(liveState(shape, live), ignored);
}

/**
 * Whether live holds all that the request asks for: exactly, or as the platform answered it when we wrote it. The second is what our
 * stamp says: it has the digest of what is asked, and live is what its base expects.
 */
export function holdsRequest(
  request: JsonObject,
  live: LiveWorkbook,
  ignored: readonly IgnoredPath[],
): boolean {
  if (fillsIgnored(askedState(request, requestShape(request, undefined)), anyState(live), ignored))
    return false;
  if (alreadyApplied(request, live, ignored)) return true;
  const stamp = readStamp(live.meta);
  const sent = readStamp(request.meta);
  if (!sent || !isSameStamp(request, sent, stamp)) return false;
  if (request.folderId !== undefined && request.folderId !== live.folderId) return false;
  const base = baseOf(stamp);
  if (!base || hasToRestamp(request, live, { base, ignored })) return false;
  const shape = requestShape(request, base);
  const { name, meta, dashboard } = expectedLive(base);
  const expected: ComparedState = shape.metaKeys ? { meta: meta ?? {} } : {};
  if (shape.name && name !== undefined) expected.name = name;
  if (shape.dashboard && dashboard !== undefined) expected.dashboard = dashboard;
  return stateText(expected, ignored) === stateText(liveState(shape, live), ignored);
}

/**
 * A request of a stamp alone may have nothing else to say than the number of the publication, which goes on with each, or the mark of a
 * preview: that it ends at another time, or is of another branch.
 */
function isSameStamp(request: JsonObject, sent: Stamp, live: Stamp | undefined): boolean {
  if (isStampRequest(request) && live?.published !== sent.published) return false;
  const isSame = live?.of === sent.of && live.project === sent.project && live.digest === sent.digest;
  return isSame && isSameMark(sent.preview, live.preview);
}

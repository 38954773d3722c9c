// Does live hold what a request asks for? Asked of a plan that is carried out a second time, or was cut short the first time.

import { isSameMark, type JsonObject, readStamp, type Stamp } from "../../model/index.ts";
import { fillsIgnored, type IgnoredPath } from "../state/ignore.ts";
import { stateText } from "../state/normal-state.ts";
import { anyState, type ComparedState, type LiveWorkbook, liveState } from "../state/state.ts";
import { expectedLive } from "./predict-answer.ts";
import { isStampRequest } from "./request.ts";
import { askedState, requestShape, sentStamp } from "./sent.ts";
import { baseOf } from "./stamp.ts";

/**
 * Whether live holds all that the request asks for: exactly, or as the platform answered it when we wrote it. The second is what our
 * stamp says: it has the digest of what is asked, and live is what its base expects.
 */
export function holdsRequest(
  request: JsonObject,
  live: LiveWorkbook,
  ignored: readonly IgnoredPath[],
): boolean {
  const [sent, there] = [sentStamp(request), readStamp(live.meta)];
  const base = baseOf(there);
  if (!base || !isSameStamp(request, sent, there)) return false;
  // The stamp says which folder was asked for, not where the workbook is now.
  if (request.folderId !== undefined && request.folderId !== live.folderId) return false;
  const shape = requestShape(request, base);
  const asked = askedState(request, shape);
  if (fillsIgnored(asked, anyState(live), ignored)) return false;
  const { name, meta, dashboard } = expectedLive(base);
  const expected: ComparedState = shape.metaKeys ? { meta: meta ?? {} } : {};
  if (shape.name && name !== undefined) expected.name = name;
  if (shape.dashboard && dashboard !== undefined) expected.dashboard = dashboard;
  const now = stateText(liveState(shape, live), ignored);
  return [asked, expected].some((state) => stateText(state, ignored) === now);
}

/** A request of a stamp alone may have nothing else to say than what to expect, or the number of the publication, or the mark of a preview. */
function isSameStamp(request: JsonObject, sent: Stamp, live: Stamp | undefined): boolean {
  if (isStampRequest(request) && (live?.published !== sent.published || live?.base !== sent.base))
    return false;
  const isSame = live?.of === sent.of && live.project === sent.project && live.digest === sent.digest;
  return isSame && isSameMark(sent.preview, live.preview);
}

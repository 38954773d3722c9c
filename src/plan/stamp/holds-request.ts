// Does live hold what a request asks for? Asked of a plan that is carried out a second time, or was cut short the first time.

import { type JsonObject, readStamp, type Stamp } from "../../model/index.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { normalState } from "../state/normal-state.ts";
import { ABSENT, decodeParts, partsOf, type StampedPart, stampedPart } from "../state/parts.ts";
import { type LiveWorkbook, liveState } from "../state/state.ts";
import { alreadyApplied, requestShape } from "./answer.ts";

/**
 * Whether live holds all that the request asks for: exactly, or as the platform answered it when we wrote it. The second is what our
 * stamp tells: it has the digest of what is asked, and no part was edited since it was written.
 */
export function holdsRequest(
  request: JsonObject,
  live: LiveWorkbook,
  ignored: readonly IgnoredPath[],
): boolean {
  if (alreadyApplied(request, live, ignored)) return true;
  const [sent, stamp] = [readStamp(request.meta), readStamp(live.meta)];
  if (!sent || !stamp || !isSameOwner(sent, stamp) || stamp.digest !== sent.digest) return false;
  if (request.folderId !== undefined && request.folderId !== live.folderId) return false;
  return isAsStamped(request, live, decodeParts(stamp.parts), ignored);
}

function isSameOwner(one: Stamp, two: Stamp): boolean {
  return one.of === two.of && one.project === two.project;
}

function isAsStamped(
  request: JsonObject,
  live: LiveWorkbook,
  stamped: ReadonlyMap<string, StampedPart>,
  ignored: readonly IgnoredPath[],
): boolean {
  const shape = requestShape(request, stamped);
  const parts = partsOf(normalState(liveState(shape, live), ignored));
  const asAnswered = [...parts].every(([part, digest]) => stampedPart(stamped, part)?.returned === digest);
  const isCompared = (part: string) => part !== "folder" && (part !== "name" || shape.name);
  const noneMissing = [...stamped].every(
    ([part, { returned }]) => !isCompared(part) || returned === ABSENT || parts.has(part),
  );
  return asAnswered && noneMissing;
}

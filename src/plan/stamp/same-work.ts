// Another run of the same plan, at the same moment: is what it has made so far what this run is about to make?

import { type Json, type JsonObject, readStamp } from "../../model/index.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import type { LiveWorkbook } from "../state/state.ts";
import { isEditedSince } from "./edited.ts";
import { isPartOf } from "./half-done.ts";
import { baseOf } from "./stamp.ts";

/**
 * Whether live is some part of what the request asks for, or all of it, under our stamp, and nobody has edited it since. `request` may
 * name reports that it has no numbers for yet; the other run has.
 */
export function isSameWork(
  request: JsonObject,
  live: LiveWorkbook,
  ignored: readonly IgnoredPath[],
): boolean {
  const there = readStamp(live.meta);
  return there !== undefined && isSameAsked(request, live) && !isEditedSince(live, there, ignored);
}

/** Whether the stamp of a workbook or report says that a run of ours asked for some part of this, or for all of it. */
export function isSameAsked(request: JsonObject, { meta }: Pick<LiveWorkbook, "meta">): boolean {
  const sent = readStamp(request.meta);
  const there = readStamp(meta);
  if (!sent || !there || there.of !== sent.of || there.project !== sent.project) return false;
  const asked = baseOf(sent)?.asked;
  const begun = baseOf(there)?.asked;
  return asked !== undefined && begun !== undefined && isPartOf(begun as Json, asked as Json);
}

/** Whether a run of ours has written this request, or has begun to: it may be in the middle of it. */
export function isBegun(request: JsonObject | undefined, { meta }: Pick<LiveWorkbook, "meta">): boolean {
  const sent = readStamp(request?.meta);
  const there = readStamp(meta);
  if (!sent || !there || there.of !== sent.of || there.project !== sent.project) return false;
  if (sent.digest === there.digest) return true;
  const asked = baseOf(sent)?.asked;
  const begun = baseOf(there);
  return begun?.answered === null && isPartOf(begun.asked as Json, asked as Json | undefined);
}

/** Whether live is what was applied under this digest, as the stamp there says by now: a run that published it may have learned more. */
export function isStillApplied(
  live: LiveWorkbook,
  { digest, project, ignored }: { digest: string; project: string; ignored: readonly IgnoredPath[] },
): boolean {
  const stamp = readStamp(live.meta);
  return stamp?.project === project && stamp.digest === digest && !isEditedSince(live, stamp, ignored);
}

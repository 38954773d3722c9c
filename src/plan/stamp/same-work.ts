// What a run of ours made of a workbook or report, whole or in part: is it still that, and part of what is asked for now? Asked of a run
// that was killed, of a plan that is carried out a second time, and of another shard.

import { isObject, type Json, type JsonObject, ownValue, readStamp, type Stamp } from "../../model/index.ts";
import { isSame } from "../state/canonical.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { referenceKey } from "../state/references.ts";
import type { Live } from "../state/state.ts";
import { widgetsById } from "../state/widgets.ts";
import { isEditedSince } from "./edited.ts";
import { baseOf } from "./stamp.ts";

/**
 * Whether live is some part of what the request asks for, or all of it, under our stamp, and nobody has edited it since. `request` may
 * name reports that it has no numbers for yet.
 */
export function isSameWork(request: JsonObject, live: Live, ignored: readonly IgnoredPath[]): boolean {
  const there = partOfRequest(request, live);
  return there !== undefined && !isEditedSince(live, there, ignored);
}

/** The same of a run that was to write this very request, or that has not come to its end. */
export function isBegun(request: JsonObject, live: Live, ignored: readonly IgnoredPath[]): boolean {
  const there = begunBy(request, live);
  return there !== undefined && !isEditedSince(live, there, ignored);
}

function begunBy(request: JsonObject, live: Live): Stamp | undefined {
  const there = partOfRequest(request, live);
  const isIts = there?.digest === readStamp(request.meta)?.digest || baseOf(there)?.answered === null;
  return isIts ? there : undefined;
}

/** Our stamp, if what it asked for is asked for by the request as well. */
function partOfRequest(request: JsonObject, { meta }: Live): Stamp | undefined {
  const [sent, there] = [readStamp(request.meta), readStamp(meta)];
  if (!sent || !there || there.of !== sent.of || there.project !== sent.project) return undefined;
  const [asked, begun] = [baseOf(sent)?.asked, baseOf(there)?.asked];
  return asked && begun && isPartOf(begun as Json, asked as Json) ? there : undefined;
}

/** Whether live is what was applied under this digest: a run that published it may have learned more. */
export function isStillApplied(
  live: Live,
  { digest, project, ignored }: { digest: string; project: string; ignored: readonly IgnoredPath[] },
): boolean {
  const stamp = readStamp(live.meta);
  return stamp?.project === project && stamp.digest === digest && !isEditedSince(live, stamp, ignored);
}

/** Whether a run of ours made the workbook and ended before it put a dashboard in: to complete it is still to create it. */
export function isShell(live: Live, stamp: Stamp): boolean {
  return "draft" in live && live.draft === undefined && baseOf(stamp)?.answered === null;
}

/** Whether all that `part` asks for is asked for by `whole`, widgets by id. A report that `whole` only names may have any number. */
export function isPartOf(part: Json, whole: Json | undefined): boolean {
  if (typeof part === "number" && whole !== undefined && referenceKey(whole) !== undefined) return true;
  if (!isObject(part)) return isSame(part, whole);
  if (!isObject(whole)) return false;
  return Object.entries(part).every(([key, value]) => {
    if (key !== "widgets") return isPartOf(value, ownValue(whole, key));
    const widgets = widgetsById(whole);
    return [...widgetsById(part)].every(([id, widget]) => isPartOf(widget, widgets.get(id)));
  });
}

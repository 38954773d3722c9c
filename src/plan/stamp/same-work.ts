// What a run of ours made of a workbook or report, whole or in part: is it still that, and part of what is asked for now? Asked of a run
// that was killed, of a plan that is carried out a second time, and of another shard.

import {
  isObject,
  isSameMark,
  type Json,
  type JsonObject,
  ownValue,
  readStamp,
  type Stamp,
} from "../../model/index.ts";
import { isSame } from "../state/canonical.ts";
import { fillsIgnored, type IgnoredPath } from "../state/ignore.ts";
import { askedHome, askedParts, ignoredIn, type Kind, kindOf, livePartsOf } from "../state/kind.ts";
import { stateText } from "../state/normal-state.ts";
import { referenceKey } from "../state/references.ts";
import { anyState, type ComparedState, type Live } from "../state/state.ts";
import { widgetsById } from "../state/widgets.ts";
import type { Base } from "./base.ts";
import { isEditedSince } from "./edited.ts";
import { expectedLive } from "./predict-answer.ts";
import { isStampRequest } from "./request.ts";
import { baseOf, sentStamp } from "./stamp.ts";

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

// Does live hold what a request asks for? Asked of a plan that is carried out a second time or was cut short the first time, and beside
// another shard.

/**
 * Whether live holds all that the request asks for, as it is asked or as the platform answered it when we wrote it, under a stamp of the same
 * state. The stamps' bases may differ, because another shard leaves a report's workbook to ours.
 */
export function holdsRequest(request: JsonObject, live: Live, ignored: readonly IgnoredPath[]): boolean {
  const there = readStamp(live.meta);
  const isStamped = baseOf(there) !== undefined && isSameStamp(request, kindOf(live), there);
  return isStamped && unmet(request, live, ignored).length === 0;
}

/** Whether nothing of it is to change but where it belongs. */
export function isOnlyToMove(request: JsonObject, live: Live): boolean {
  return unmet(request, live, []).join() === kindOf(live).home;
}

/** A request of a stamp alone may have nothing else to say than what to expect, or the number of the publication, or the mark of a preview. */
function isSameStamp(request: JsonObject, kind: Kind, live: Stamp | undefined): boolean {
  const sent = sentStamp(request);
  if (isStampRequest(request, kind) && (live?.published !== sent.published || live?.base !== sent.base))
    return false;
  const isSame = live?.of === sent.of && live.project === sent.project && live.digest === sent.digest;
  return isSame && isSameMark(sent.preview, live.preview);
}

/** The parts that a request asks for and that `live` does not hold, neither as asked nor as it was answered to our stamp. */
function unmet(request: JsonObject, live: Live, ignored: readonly IgnoredPath[]): string[] {
  const kind = kindOf(live);
  const own = ignoredIn(live, ignored);
  const stamp = readStamp(live.meta);
  const sent = sentStamp(request);
  const known = stamp?.digest === sent.digest ? baseOf(stamp) : undefined;
  const asked = askedParts(request, kind, (known ?? baseOf(sent))?.asked ?? {});
  const there = livePartsOf(live, asked);
  const text = (state: ComparedState, part: string) => stateText({ [part]: state[part] }, own);
  const sides = known ? [asked, answeredBefore(asked, known)] : [asked];
  const missing = Object.keys(asked).filter(
    (part) => !sides.some((side) => text(side, part) === text(there, part)),
  );
  if (fillsIgnored(asked, anyState(live), own)) missing.push("ignored");
  const home = askedHome(request, kind);
  return home === undefined || home === kind.homeOf(live) ? missing : [...missing, kind.home];
}

/** The stamp has the digest of what is asked, so its base expects what comes of that. */
function answeredBefore(asked: ComparedState, base: Base): ComparedState {
  const { meta, ...expected } = expectedLive(base);
  const isManaged = (key: string) => base.asked.meta?.[key] !== undefined;
  const keys = Object.entries(asked.meta ?? {}).map(([key, value]): [string, Json | undefined] => [
    key,
    isManaged(key) ? meta?.[key] : value,
  ]);
  return { ...asked, ...expected, meta: Object.fromEntries(keys) as JsonObject };
}

// Does live hold what a request asks for? Asked of a plan that is carried out a second time or was cut short the first time, and beside
// another shard.

import { isSameMark, type Json, type JsonObject, readStamp, type Stamp } from "../../model/index.ts";
import { fillsIgnored, type IgnoredPath } from "../state/ignore.ts";
import { askedHome, askedParts, ignoredIn, type Kind, kindOf, livePartsOf } from "../state/kind.ts";
import { stateText } from "../state/normal-state.ts";
import { anyState, type ComparedState, type Live } from "../state/state.ts";
import type { Base } from "./base.ts";
import { expectedLive } from "./predict-answer.ts";
import { isStampRequest } from "./request.ts";
import { baseOf, sentStamp } from "./stamp.ts";

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

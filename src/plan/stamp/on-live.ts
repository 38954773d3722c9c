// A request as it is sent over what is live now, which a plan may have seen otherwise.

import {
  isObject,
  type JsonObject,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampToJson,
} from "../../model/index.ts";
import { type IgnoredPath, withLiveIgnored } from "../state/ignore.ts";
import { kindOf } from "../state/kind.ts";
import { anyState, type Live } from "../state/state.ts";
import { stampOver } from "./edited.ts";
import { isOnlyToMove } from "./holds.ts";
import { predictAnswer } from "./predict-answer.ts";
import { baseOf, makeStamp, sentStamp } from "./stamp.ts";

/**
 * What viewers wrote at ignored paths between plan and apply is sent back too. A report that only goes to a workbook, or from one to another,
 * shows viewers nothing new, so the stamp says which version they have already: a publication of it, perhaps by another shard, stays current.
 */
export function onLive(planned: JsonObject, live: Live, ignored: readonly IgnoredPath[]): JsonObject {
  const { hasIgnored, isVersioned } = kindOf(live);
  const request = onLiveMeta(hasIgnored ? withFreshIgnored(planned, live, ignored) : planned, live);
  if (!isVersioned || !isOnlyToMove(request, live)) return request;
  const stamp = expectingAsBefore(sentStamp(request), readStamp(live.meta));
  const meta = { ...(request.meta as JsonObject), [STAMP_KEY]: stampToJson(stampOver(stamp, live)) };
  return { ...request, meta };
}

/** With the live `meta` as it is now, if all of it is sent. Nulls take away. */
export function onLiveMeta(request: JsonObject, live: Live): JsonObject {
  if (!isObject(request.meta) || !kindOf(live).sendsWholeMeta) return request;
  const own = new Set([STAMP_KEY, ...Object.keys(baseOf(readStamp(request.meta))?.asked.meta ?? {})]);
  const sent = Object.entries(request.meta).filter(([key, value]) => own.has(key) || value === null);
  return { ...request, meta: { ...live.meta, ...Object.fromEntries(sent) } };
}

function withFreshIgnored(request: JsonObject, live: Live, ignored: readonly IgnoredPath[]): JsonObject {
  if (!isObject(request.meta)) return request;
  const { dashboardDraft, ...sent } = request.meta;
  const state = { meta: sent, ...(isObject(dashboardDraft) && { dashboard: dashboardDraft }) };
  const { meta = {}, dashboard } = withLiveIgnored(state, anyState(live), ignored);
  const known = Object.entries(meta).filter(([key]) => Object.hasOwn(sent, key));
  return {
    ...request,
    meta: { ...Object.fromEntries(known), ...(dashboard && { dashboardDraft: dashboard }) },
  };
}

/** The stamp, expecting the answer that the stamp that is there has seen. */
function expectingAsBefore(stamp: Stamp, there: Stamp | undefined): Stamp {
  const base = baseOf(stamp);
  const known = baseOf(there);
  if (!base?.asked || !known?.answered) return stamp;
  return makeStamp({ ...stamp, base: { asked: base.asked, answered: predictAnswer(base.asked, known) } });
}

// A request as it is sent over what is live now, which a plan may have seen otherwise.

import {
  type Change,
  isObject,
  type Json,
  type JsonObject,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampToJson,
} from "../../model/index.ts";
import { canonical, digest } from "../state/canonical.ts";
import { type IgnoredPath, withLiveIgnored } from "../state/ignore.ts";
import { kindOf } from "../state/kind.ts";
import { openReferences, type ReportIds, resolveReferences } from "../state/references.ts";
import { anyState, type ComparedState, type Live } from "../state/state.ts";
import type { Base } from "./base.ts";
import { stampOver } from "./edited.ts";
import { expectedLive, predictAnswer } from "./predict-answer.ts";
import { TEXT_MAPS } from "./request.ts";
import { isOnlyToMove } from "./same-work.ts";
import { baseOf, makeStamp, openStamp, sentStamp } from "./stamp.ts";

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

// Text maps on a platform that merges deeply: a key that has to go is kept, so the whole map is sent as null first.

/**
 * The request with every text map that has to lose a key sent as null, or undefined where none has to: the first of two requests
 * for a platform that may merge deeply and keep such a key. Its stamp leaves out what it clears: a run that ends between the two
 * leaves a draft of ours that is not whole, and nobody's edit.
 */
export function clearingRequest(request: JsonObject, live: Live): JsonObject | undefined {
  const meta = isObject(request.meta) ? request.meta : {};
  const { dashboard: draft } = anyState(live);
  const cleared = clearMaps({ ...live.meta, dashboardDraft: draft ?? null }, meta, "");
  if (!isObject(cleared) || cleared === meta) return undefined;
  const stamp = openStamp(sentStamp(request), ({ meta: keys, dashboard, ...rest }) => ({
    ...rest,
    ...(keys ? { meta: clearMaps(live.meta, keys, "") as JsonObject } : {}),
    ...(dashboard ? { dashboard: clearMaps(draft, dashboard, "") as JsonObject } : {}),
  }));
  return { ...request, meta: { ...cleared, [STAMP_KEY]: stampToJson(stamp) } };
}

/** At any depth: what has the name of a text map in a free configuration may hold objects, and none of them is sent a null. */
function losesKey(live: Json | undefined, asked: Json): boolean {
  if (!isObject(live) || !isObject(asked)) return false;
  return Object.entries(live).some(
    ([name, value]) => !Object.hasOwn(asked, name) || losesKey(value, asked[name] as Json),
  );
}

function clearMaps(live: Json | undefined, asked: Json, key: string): Json {
  if (!isObject(live) || !isObject(asked)) return asked;
  if (TEXT_MAPS.has(key)) return losesKey(live, asked) ? null : asked;
  let copy: JsonObject | undefined;
  for (const [name, value] of Object.entries(asked)) {
    const cleared = clearMaps(Object.hasOwn(live, name) ? live[name] : undefined, value, name);
    if (cleared !== value) {
      copy ??= { ...asked };
      copy[name] = cleared;
    }
  }
  return copy ?? asked;
}

// A request that was planned with open references, completed while it is applied.

/**
 * The change with the numbers of reports that this run made, and with a stamp that says so: the one it was planned with holds the
 * digest of a draft without them.
 */
export function completeReferences(change: Change, reports: ReportIds): Change {
  if (!change.request || openReferences(change.request).size === 0) return change;
  const request = resolveReferences(change.request, reports);
  const stamp = readStamp(request.meta);
  const planned = baseOf(stamp);
  if (!stamp || !planned || !isObject(request.meta)) return { ...change, request };
  const resolve = (state: ComparedState) => resolveReferences(state as JsonObject, reports) as ComparedState;
  const base: Base = { asked: resolve(planned.asked), answered: resolve(expectedLive(planned)) };
  const complete = makeStamp({ ...stamp, digest: digest(canonical(base.asked as JsonObject)), base });
  return {
    ...change,
    request: { ...request, meta: { ...request.meta, [STAMP_KEY]: stampToJson(complete) } },
  };
}

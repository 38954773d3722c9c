// Text maps on a platform that merges deeply: a key that has to go is kept, so the whole map is sent as null first.

import { isObject, type Json, type JsonObject, STAMP_KEY, stampToJson } from "../../model/index.ts";
import { anyState, type Live } from "../state/state.ts";
import { TEXT_MAPS } from "./request.ts";
import { openStamp, sentStamp } from "./stamp.ts";

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

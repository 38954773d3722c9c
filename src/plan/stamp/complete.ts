// A request that was planned with open references, completed while it is applied.

import {
  type Change,
  isObject,
  type JsonObject,
  readStamp,
  STAMP_KEY,
  stampToJson,
} from "../../model/index.ts";
import { canonical, digest } from "../state/canonical.ts";
import { openReferences, type ReportIds, resolveReferences } from "../state/references.ts";
import type { ComparedState } from "../state/state.ts";
import type { Base } from "./base.ts";
import { expectedLive } from "./predict-answer.ts";
import { baseOf, makeStamp } from "./stamp.ts";

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

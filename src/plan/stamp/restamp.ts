// A request that was planned with open references, completed while it is applied.

import {
  type Change,
  isObject,
  type Json,
  type JsonObject,
  readStamp,
  STAMP_KEY,
  stampToJson,
} from "../../model/index.ts";
import { canonical, digest } from "../state/canonical.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { normalState } from "../state/normal-state.ts";
import { decodeParts, partsOf } from "../state/parts.ts";
import { openReferences, type ReportIds, resolveReferences } from "../state/references.ts";
import type { ComparedState } from "../state/state.ts";
import { makeStamp } from "./stamp.ts";

/**
 * The change with the numbers of reports that this run made, and with a stamp that says so: the one it was planned with holds the
 * digest of a draft without them.
 */
export function completeReferences(
  change: Change,
  reports: ReportIds,
  ignored: readonly IgnoredPath[],
): Change {
  if (!change.request || openReferences(change.request).size === 0) return change;
  const request = resolveReferences(change.request, reports);
  const stamp = readStamp(request.meta);
  if (!stamp || !isObject(request.meta)) return { ...change, request };
  const state = requestedState(change, request, ignored);
  const desired = partsOf(state);
  const text = canonical(state as JsonObject);
  const returned = decodeParts(stamp.parts);
  const complete = makeStamp({
    project: stamp.project,
    of: stamp.of,
    publicId: stamp.publicId,
    preview: stamp.preview,
    digest: digest(text),
    desired,
    returned,
  });
  return {
    ...change,
    request: { ...request, meta: { ...request.meta, [STAMP_KEY]: stampToJson(complete) } },
  };
}

/** The managed state that a request asks for, in normal form. */
function requestedState(change: Change, request: JsonObject, ignored: readonly IgnoredPath[]): ComparedState {
  const { dashboardDraft, [STAMP_KEY]: _stamp, ...meta } = request.meta as JsonObject;
  const managed = decodeParts(readStamp(request.meta)?.parts ?? "");
  const state: ComparedState = {};
  if (managed.has("name")) state.name = request.name as string;
  if (change.folder !== undefined) state.folder = change.folder;
  if (Object.keys(meta).length > 0) state.meta = meta as Record<string, Json>;
  if (isObject(dashboardDraft)) state.dashboard = dashboardDraft;
  return normalState(state, ignored);
}

// A request as it is sent, read back: its stamp, what it manages, and the state that it asks for.

import { isObject, type Json, type JsonObject, readStamp, STAMP_KEY, type Stamp } from "../../model/index.ts";
import type { ComparedState, ManagedShape } from "../state/state.ts";
import type { Base } from "./base.ts";

export function sentStamp(request: JsonObject): Stamp {
  const stamp = readStamp(request.meta);
  if (!stamp) throw new Error("a request of a plan carries no stamp");
  return stamp;
}

// A create always sends a name, a stamp never does: only a name that is sent and managed is compared.
export function requestShape(request: JsonObject, base: Base | undefined): ManagedShape {
  const name = base?.asked.name !== undefined && request.name !== undefined;
  const meta = isObject(request.meta) ? request.meta : {};
  const keys = Object.keys(meta).filter((key) => key !== "dashboardDraft" && key !== STAMP_KEY);
  const metaKeys = keys.length > 0 ? keys : undefined;
  return { name, folder: undefined, metaKeys, dashboard: isObject(meta.dashboardDraft) };
}

export function askedState(request: JsonObject, shape: ManagedShape): ComparedState {
  const meta = isObject(request.meta) ? request.meta : {};
  const state: ComparedState = {};
  if (shape.name) state.name = request.name as string;
  if (shape.metaKeys) state.meta = Object.fromEntries(shape.metaKeys.map((key) => [key, meta[key] as Json]));
  if (isObject(meta.dashboardDraft)) state.dashboard = meta.dashboardDraft;
  return state;
}

// Two steps instead of one, where the platform may make its own of a draft: first the draft under a stamp that knows no answer, then the
// stamp that knows the answer. With the stamp in the first request, a run that is killed right after it leaves a draft with defaults
// under a stamp that does not know them, and the next plan takes the platform's own work for somebody's edit.

import {
  isObject,
  type JsonObject,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampToJson,
} from "../../model/index.ts";
import { digest } from "../state/canonical.ts";
import { decodeParts, type StampedPart } from "../state/parts.ts";
import type { LiveWorkbook } from "../state/state.ts";
import { clearingRequest } from "./answer.ts";
import { openStamp } from "./stamp.ts";

/** What a run has seen the platform do with a draft: fill something in, or not; undefined while it has seen no answer. */
export interface Habits {
  fillsIn: boolean | undefined;
}

/**
 * Whether the answer to a request may hold what was not asked for. A workbook that was written before says so itself: its stamp
 * knows what was filled in last time. For one that was not, it is what the run has seen so far, and until then, yes.
 */
export function mayBeFilledIn(
  request: JsonObject,
  before: LiveWorkbook | undefined,
  habits: Habits,
): boolean {
  const meta = isObject(request.meta) ? request.meta : {};
  if (!isObject(meta.dashboardDraft)) return false;
  // A platform that merges deeply keeps what a text map loses, until it is cleared.
  if (before && clearingRequest(request, before)) return true;
  const known = decodeParts(readStamp(before?.meta)?.parts ?? "");
  if (known.size === 0) return habits.fillsIn !== false;
  const sent = decodeParts(readStamp(meta)?.parts ?? "");
  if (habits.fillsIn !== true && !isAnyFilledIn(known)) return false;
  // A part that is asked for as it was before is answered as it was before.
  return [...sent].some(
    ([part, { asked }]) => part.startsWith("dashboard") && known.get(part)?.asked !== asked,
  );
}

/** Notes what the answer to a request was; `stamp` is the one that describes it. */
export function noteAnswer(habits: Habits, request: JsonObject, stamp: Stamp): void {
  if (!isObject(request.meta) || !isObject(request.meta.dashboardDraft)) return;
  habits.fillsIn = habits.fillsIn === true || isAnyFilledIn(decodeParts(stamp.parts));
}

function isAnyFilledIn(parts: ReadonlyMap<string, StampedPart>): boolean {
  return [...parts.values()].some(({ asked, returned }) => asked !== returned);
}

/** The request under a stamp that knows no answer. Its digest differs from a shell's, so that a lost answer can be told from none. */
export function withOpenStamp(request: JsonObject): JsonObject {
  const meta = request.meta as JsonObject;
  const stamp = readStamp(meta) as Stamp;
  const open = { ...openStamp(stamp), digest: digest(`unsettled ${stamp.digest}`) };
  return { ...request, meta: { ...meta, [STAMP_KEY]: stampToJson(open) } };
}

// Two steps instead of one, if the platform may make its own of a draft: first the draft under a stamp that knows no answer, then the
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
import { canonical, digest } from "../state/canonical.ts";
import type { LiveWorkbook } from "../state/state.ts";
import type { Base, Seen } from "./base.ts";
import { clearingRequest } from "./clearing.ts";
import { baseOf, openStamp } from "./stamp.ts";

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
  const known = baseOf(readStamp(before?.meta));
  if (!known || known.answered === null) return habits.fillsIn !== false;
  if (habits.fillsIn !== true && known.answered === undefined) return false;
  // What is asked for as it was before is answered as it was before.
  const sent = baseOf(readStamp(meta));
  return canonical(sent?.asked.dashboard ?? null) !== canonical(known.asked.dashboard ?? null);
}

/** Notes what the answer to a request was; `stamp` is the one that describes it. */
export function noteAnswer(habits: Habits, request: JsonObject, stamp: Stamp): void {
  if (!isObject(request.meta) || !isObject(request.meta.dashboardDraft)) return;
  habits.fillsIn = habits.fillsIn === true || baseOf(stamp)?.answered !== undefined;
}

/** Of a write whose answer was not seen either, what was seen before it. */
function lastSeen(base: Base | undefined): Seen | undefined {
  if (base?.answered === null) return base.was;
  return base && { asked: base.asked, ...(base.answered && { answered: base.answered }) };
}

/**
 * The request under a stamp that knows no answer, but what was asked for and answered `before`. It differs from a shell's, so that a lost
 * answer can be told from none.
 */
export function withOpenStamp(request: JsonObject, before: LiveWorkbook | undefined): JsonObject {
  const meta = request.meta as JsonObject;
  const stamp = readStamp(meta) as Stamp;
  const there = readStamp(before?.meta);
  const isOurs = there?.of === stamp.of && there.project === stamp.project;
  const open = { ...openStamp(stamp, undefined, isOurs ? lastSeen(baseOf(there)) : undefined) };
  open.digest = digest(`open ${stamp.digest}`);
  return { ...request, meta: { ...meta, [STAMP_KEY]: stampToJson(open) } };
}

// Writes one workbook until the live state is as requested.

import {
  type Change,
  isObject,
  type Json,
  type JsonObject,
  readStamp,
  STAMP_KEY,
  type Stamp,
} from "../model/index.ts";
import {
  anyState,
  clearingRequest,
  type Difference,
  type Habits,
  isStampRequest,
  type LiveWorkbook,
  mayBeFilledIn,
  noteAnswer,
  stampRequest,
  verifyAnswer,
  withLiveIgnored,
  withOpenStamp,
} from "../plan/index.ts";
import type { ApplyContext } from "./context.ts";
import { weigh } from "./drops-keys.ts";
import { didNotConverge } from "./failure.ts";
import { isStampedAs, otherRun, type StampWatch } from "./stamp-watch.ts";
import { openWriter, type Writer, type WriterOptions } from "./writer.ts";

export interface ConvergeOptions extends Pick<WriterOptions, "at" | "onAttempt"> {
  planned: JsonObject;
  /** What there was to write over; undefined for a creation. */
  before: LiveWorkbook | undefined;
  habits: Habits;
}

/** A workbook as far as this run has come with it. */
export interface Standing {
  /** The last answer. */
  live: LiveWorkbook;
  /** The stamp that the last request carried, or ours that was there; undefined if there was none of ours. */
  stamp: Stamp | undefined;
  writer: Writer;
}

export interface Converged extends Standing {
  /** The answer in which the dashboard was held against the request. What is in a later one besides, this run did not write. */
  verified: LiveWorkbook;
  /** What the platform stored otherwise than it was sent; the stamp knows it, so no later plan lists it. */
  unlike: Difference[];
}

/**
 * Writes until the live state is as requested: at most eight requests, all but the first only if the answers call for them. Throws a
 * StepError with the code `did-not-converge` if the next plan is going to ask for the same again.
 */
export async function converge(
  context: ApplyContext,
  change: Change,
  { planned, at, before, habits, onAttempt }: ConvergeOptions,
): Promise<Converged> {
  const request = withFreshIgnored(context, planned, before);
  const writer = openWriter(context, change, { request, at, onAttempt });
  const { write } = writer;
  const isOpen = mayBeFilledIn(request, before, habits);
  const body = isOpen ? withOpenStamp(request, before) : request;
  let live = await write(body);
  const sent = readStamp(request.meta) as Stamp;
  if (isStampRequest(request)) return { live, verified: before ?? live, stamp: sent, unlike: [], writer };
  const { ignored } = context;
  let answer = verifyAnswer(request, { live, before, ignored });
  const differs = answer.restamp !== undefined || answer.unconverged.length > 0;
  const clearing = before && differs ? clearingRequest(request, live) : undefined;
  if (clearing) {
    await write(clearing);
    live = await write(body);
    answer = verifyAnswer(request, { live, before, ignored });
  }
  noteAnswer(habits, request, answer.restamp ?? sent);
  // A draft that was not sent is what was found: what else is there, somebody wrote meanwhile.
  const sendsDraft = isObject(request.meta) && Object.hasOwn(request.meta, "dashboardDraft");
  const verified = sendsDraft ? live : (before ?? live);
  const end = (stamp: Stamp, { unconverged, isLearned }: typeof answer): Converged => {
    if (!isLearned && unconverged.length > 0) throw didNotConverge(change.key, unconverged);
    return { live, verified, stamp, unlike: unconverged, writer };
  };
  if (answer.unconverged.length > 0) {
    const lenient = verifyAnswer(request, { live, before: undefined, ignored });
    const writeStamp = (draft: JsonObject) => write({ meta: { [STAMP_KEY]: draft } });
    const weighed = await weigh({ check: answer, lenient, sent, writeStamp });
    live = weighed.live ?? live;
    if (weighed.stamp) return end(weighed.stamp, weighed.check);
    answer = weighed.check;
  }
  const stamp = answer.restamp ?? (isOpen ? sent : undefined);
  if (stamp) live = await write(stampRequest(stamp));
  return end(stamp ?? sent, answer);
}

/** What the platform has in place of a stamp that it did not keep; undefined if it kept it, or another run of ours wrote its own. */
export async function findUnkept(
  { live, stamp, writer }: Standing,
  { before, stamps }: { before: LiveWorkbook | undefined; stamps: StampWatch },
): Promise<{ sent: Stamp; back: Json | undefined } | undefined> {
  if (!stamp) return undefined;
  let now = live;
  const isShown = async (): Promise<boolean> => {
    now = await writer.look();
    return isStampedAs(stamp, now);
  };
  // The answer may leave out what was stored, and what is read may leave out what was answered.
  if (isStampedAs(stamp, live) ? await stamps.isShown(isShown) : await isShown()) return undefined;
  const other = otherRun(stamp, now, before);
  // Its open stamp is just like ours, and a platform that ignored the last write looks the same: asked once more, it tells.
  if (other === "begun") now = await writer.write(stampRequest(stamp));
  const isKept = other === "done" || isStampedAs(stamp, now);
  return isKept ? undefined : { sent: stamp, back: now.meta[STAMP_KEY] };
}

/** What viewers wrote at ignored paths between plan and apply is sent back too. */
function withFreshIgnored(
  context: ApplyContext,
  request: JsonObject,
  live: LiveWorkbook | undefined,
): JsonObject {
  if (!live || !isObject(request.meta)) return request;
  const { dashboardDraft, ...sent } = request.meta;
  const state = { meta: sent, ...(isObject(dashboardDraft) && { dashboard: dashboardDraft }) };
  const { meta = {}, dashboard } = withLiveIgnored(state, anyState(live), context.ignored);
  const known = Object.entries(meta).filter(([key]) => Object.hasOwn(sent, key));
  return {
    ...request,
    meta: { ...Object.fromEntries(known), ...(dashboard && { dashboardDraft: dashboard }) },
  };
}

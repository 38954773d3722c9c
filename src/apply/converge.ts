// Writes one workbook until the live state is as requested.

import { type Change, isObject, type JsonObject, readStamp, type Stamp } from "../model/index.ts";
import {
  type Answers,
  anyState,
  clearingRequest,
  type Difference,
  isAnswerOpen,
  isStampRequest,
  type LiveWorkbook,
  noteAnswer,
  stampRequest,
  verifyAnswer,
  withLiveIgnored,
  withOpenStamp,
} from "../plan/index.ts";
import type { ApplyContext } from "./context.ts";
import { didNotConverge } from "./failure.ts";
import { openWriter, type Write, type WriterOptions } from "./writer.ts";

export interface ConvergeOptions extends Pick<WriterOptions, "at" | "onAttempt"> {
  planned: JsonObject;
  /** What there was to write over; undefined for a creation. */
  before: LiveWorkbook | undefined;
  answers: Answers;
}

/** A workbook as far as this run has come with it. */
export interface Standing {
  /** The last answer. */
  live: LiveWorkbook;
  /** The stamp that the last request carried, or ours that was there; undefined if there was none of ours. */
  stamp: Stamp | undefined;
  write: Write;
}

export interface Converged extends Standing {
  stamp: Stamp;
  /** The answer in which the dashboard was held against the request. What is in a later one besides, this run did not write. */
  verified: LiveWorkbook;
  /** What the platform stored otherwise than it was sent; the stamp knows it, so no later plan lists it. */
  unlike: Difference[];
  /** What the platform kept, or filled in again, though it was to go. */
  putBack: readonly string[];
}

/**
 * Writes until the live state is as requested: at most three requests, all but the first only if the answers call for them. Throws a
 * StepError with the code `did-not-converge` if the next plan is going to ask for the same again.
 */
export async function converge(
  context: ApplyContext,
  change: Change,
  { planned, at, before, answers, onAttempt }: ConvergeOptions,
): Promise<Converged> {
  const { ignored } = context;
  const request = withFreshIgnored(context, planned, before);
  const sent = readStamp(request.meta) as Stamp;
  const write = openWriter(context, change, { request, at, onAttempt });
  // Before anything that a run may be killed after: on a platform that merges deeply, what the map loses would look like a default.
  const clearing = before && clearingRequest(request, before);
  if (clearing) await write(clearing);
  const isOpen = isAnswerOpen(request, before, answers);
  let live = await write(isOpen ? withOpenStamp(request) : request);
  if (isStampRequest(request))
    return { live, verified: before ?? live, stamp: sent, unlike: [], putBack: [], write };
  const answer = verifyAnswer(request, { live, ignored });
  // A draft that was not sent is what was found: what else is there, somebody wrote meanwhile.
  const sendsDraft = isObject(request.meta) && Object.hasOwn(request.meta, "dashboardDraft");
  const verified = sendsDraft ? live : (before ?? live);
  const stamp = answer.restamp ?? sent;
  if (sendsDraft) noteAnswer(answers, stamp);
  if (isOpen || answer.restamp) live = await write(stampRequest(stamp));
  const { unconverged: unlike, putBack, isLearned } = answer;
  if (!isLearned && unlike.length > 0) throw didNotConverge(change.key, unlike);
  return { live, verified, stamp, unlike, putBack, write };
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

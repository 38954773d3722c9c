// Writes one workbook or report until the live state is as requested: write, check the answer, stamp.

import type { Change, JsonObject } from "../model/index.ts";
import {
  type Answers,
  clearingRequest,
  isAnswerOpen,
  isOnlyToMove,
  isStampRequest,
  kindOf,
  noteAnswer,
  onLive,
  onLiveMeta,
  sendsContent,
  sentStamp,
  stampOver,
  stampRequest,
  verifyAnswer,
  withOpenStamp,
} from "../plan/index.ts";
import type { ApplyContext, Converged } from "./context.ts";
import { openWriter, type WriterOptions } from "./writer.ts";

export interface ConvergeOptions extends Omit<WriterOptions, "request"> {
  planned: JsonObject;
  answers: Answers;
}

/**
 * Writes until the live state is as requested: at most three requests, all but the first only if the answers call for them. If the result is not
 * learned, the next plan is going to ask for the same again.
 */
export async function converge(
  context: ApplyContext,
  change: Change,
  { planned, answers, ...options }: ConvergeOptions,
): Promise<Converged> {
  const { ignored } = context;
  const { at, before } = options;
  const kind = kindOf(at);
  const write = openWriter(context, change, { ...options, request: planned });
  let request = planned;
  let isOpen = false;
  // Before anything that a run may be killed after: on a platform that merges deeply, what the map loses would look like a default.
  const clearing = before && clearingRequest(onLive(planned, before, ignored), before);
  if (clearing) await write(() => clearing);
  const live = await write((now) => {
    // What the map lost is no answer.
    const there = clearing ? before : now;
    request = there ? onLive(planned, there, ignored) : planned;
    const isMove = kind.isVersioned && there !== undefined && isOnlyToMove(request, there);
    isOpen = !isMove && isAnswerOpen(request, there ?? at, answers);
    return isOpen ? withOpenStamp(request) : request;
  });
  const stamp = sentStamp(request);
  const asAsked = { unconverged: [], putBack: [], isLearned: true };
  if (isStampRequest(request, kind)) return { live, verified: before ?? live, stamp, ...asAsked, write };
  const { restamp, ...check } = verifyAnswer(request, { live, ignored });
  const isSent = sendsContent(request, kind);
  // What was not sent is what was found: what else is there, somebody wrote meanwhile.
  const verified = isSent ? live : (before ?? live);
  const known = restamp ?? stamp;
  if (isSent) noteAnswer(answers, known);
  if (!isOpen && !restamp) return { live, verified, stamp, ...check, write };
  const final = stampOver(known, live);
  const last = await write((there) => onLiveMeta(stampRequest(final), there ?? live));
  return { live: last, verified, stamp: final, ...check, write };
}

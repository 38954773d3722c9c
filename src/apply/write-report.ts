// One report: read again, back up, write, compare the answer with the request.

import { isRefusal, toLiveReport } from "../live/index.ts";
import {
  type Change,
  isObject,
  isRecordOnly,
  type JsonObject,
  type Result,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampToJson,
} from "../model/index.ts";
import {
  type AnswerCheck,
  type Answers,
  type Difference,
  expectingAsBefore,
  isAnswerOpen,
  isItsReport,
  isOnlyToMove,
  isReportApplied,
  noteAnswer,
  onLiveMeta,
  reportDifferences,
  reportFingerprint,
  shownVersion,
  stampOver,
  verifyReportAnswer,
  withOpenStamp,
} from "../plan/index.ts";
import type { WireReport } from "../platform/index.ts";
import { backUp } from "./backups.ts";
import { claimReport, compareFoundReport, explainConflict } from "./claim.ts";
import type { ApplyContext } from "./context.ts";
import {
  attempt,
  didNotConverge,
  doneBy,
  isStampedAs,
  isTrimmed,
  noteEmpty,
  noteFound,
  noteOf,
  requireGoingOn,
  StaleError,
  StepError,
  stampNotKept,
  tellDifferences,
} from "./failure.ts";
import { upsert, withoutOldStamp } from "./upsert.ts";

export interface WriteReportOptions {
  answers: Answers;
  /** Takes the keys of those that the next plan is going to ask for again, though they were written. */
  unapplied: Set<string>;
}

export function writeReport(
  context: ApplyContext,
  planned: Change,
  { answers, unapplied }: WriteReportOptions,
): Promise<Result> {
  const name = `the report ${planned.key}`;
  return attempt(planned, async (result, onAttempt) => {
    let change = planned;
    if (planned.id === null) requireGoingOn(context);
    const claim = planned.id === null ? await claimReport(context, planned, onAttempt) : undefined;
    if (claim && !claim.isNew) {
      const found = compareFoundReport(context, planned, claim.found);
      result.action = found?.action ?? "update";
      result.id = claim.found.id;
      result.notes = [noteFound(name, result.id)];
      if (!found) return noteVersion(context, claim.found);
      change = found;
    }
    if (claim?.isNew) result.notes = [noteEmpty(name)];
    const request = change.request ?? {};
    const before = change.id === null ? undefined : await readAgain(context, change, request);
    const at = (before ?? claim?.found) as WireReport;
    if (before && isReportApplied(request, toLiveReport(before))) {
      noteVersion(context, before);
      result.id = before.id;
      return;
    }
    if (before) requireGoingOn(context);
    if (before && change.action === "update") await backUp(context, change, before);
    const options = { request, before, at, answers, onAttempt };
    const { written, sent, isOpen } = await write(context, change, options);
    if (claim?.isNew) delete result.notes;
    const answer = isStamped(written) ? written : await readAnswer(context, written);
    result.id = answer.id;
    const { live, stamp, check, edits } = await settle(context, change, { answer, sent, isOpen, onAttempt });
    if (!isRecordOnly(change)) noteAnswer(answers, stamp);
    noteVersion(context, live);
    if (edits.length > 0) throw editedMeanwhile(name, edits);
    const { unconverged, putBack, isLearned } = check;
    // The next plan is going to ask for it again.
    if (!isLearned && unconverged.length > 0) unapplied.add(change.key);
    if (unconverged.length > 0 && !(isLearned && unconverged.every(isTrimmed)))
      throw didNotConverge(name, unconverged, doneBy(change.action));
    const trimmed = unconverged.map(({ path }) => path);
    const notes = [...noteOf(name, "trimmed", trimmed), ...noteOf(name, "kept, or filled in again", putBack)];
    if (notes.length > 0) result.notes = [...(result.notes ?? []), ...notes];
    if (!isStampedAs(stamp, toLiveReport(live)))
      throw stampNotKept(name, doneBy(change.action), live.meta?.[STAMP_KEY]);
  });
}

/**
 * The request, if `live` is what it finds. A report that only goes to a workbook, or from one to another, shows viewers nothing new, so
 * the stamp says which version they have already: a publication of it, perhaps by another shard, stays current.
 */
function bodyFor(planned: JsonObject, live: WireReport | undefined): JsonObject {
  if (!live) return planned;
  const request = onLiveMeta(planned, toLiveReport(live));
  const stamp = readStamp(request.meta);
  if (!stamp || !isObject(request.meta) || !isOnlyToMove(request, toLiveReport(live))) return request;
  const known = expectingAsBefore(stamp, readStamp(live.meta ?? undefined));
  const stamped = stampToJson(stampOver(known, toLiveReport(live)));
  return { ...request, meta: { ...request.meta, [STAMP_KEY]: stamped } };
}

/** Dashboards that draw the report are published after it, unless viewers see this version already. */
function noteVersion(context: ApplyContext, wire: WireReport): void {
  const version = shownVersion(toLiveReport(wire));
  if (version !== null) context.reportVersions.set(wire.id, version);
}

interface Sent {
  written: WireReport;
  /** What was asked for, under the stamp that it is to have in the end. */
  sent: JsonObject;
  /** Whether it went under one that knows no answer. */
  isOpen: boolean;
}

async function write(
  context: ApplyContext,
  change: Change,
  options: {
    request: JsonObject;
    before: WireReport | undefined;
    /** The report that is written: a creation has claimed one, which is empty. */
    at: WireReport;
    answers: Answers;
    onAttempt(): void;
  },
): Promise<Sent> {
  const { request, before, at, answers, onAttempt } = options;
  const publicId = change.publicId as string;
  let [sent, known] = [bodyFor(request, before), before];
  let isOpen = false;
  const send = () => {
    const live = known && toLiveReport(known);
    isOpen =
      !isRecordOnly(change) && !(live && isOnlyToMove(sent, live)) && isAnswerOpen(sent, live, answers);
    const body = withoutOldStamp(isOpen ? withOpenStamp(sent) : sent, known?.meta);
    return context.platform.upsertReport(context.deploymentId, publicId, body, { onAttempt });
  };
  const lookAgain = async (): Promise<void> => {
    const now = await context.platform.getReport(context.deploymentId, at.id);
    // Another shard, or another run of the same plan, made it in this moment.
    const isIts = now && isItsReport(request, toLiveReport(now));
    if (isIts) [sent, known] = [bodyFor(request, now), now];
    if (isIts || (now && isSame(at, now, change))) return;
    throw changedMeanwhile(change);
  };
  try {
    const written = await upsert(context, `the report ${change.key}`, { send, lookAgain });
    return { written, sent, isOpen };
  } catch (error) {
    throw explainConflict(error, change);
  }
}

function changedMeanwhile({ key }: Change): StaleError {
  return new StaleError(`the report ${key} was changed on the platform while it was being written`);
}

async function readAgain(context: ApplyContext, change: Change, request: JsonObject): Promise<WireReport> {
  const now = await context.platform.getReport(context.deploymentId, change.id as number);
  if (!now) throw new StaleError(`the report ${change.key} was deleted since the plan was made`);
  const live = toLiveReport(now);
  if (reportFingerprint(live, change) !== change.fingerprint && !isReportApplied(request, live)) {
    throw new StaleError(`the report ${change.key} was changed on the platform since the plan was made`);
  }
  return now;
}

function isSame(one: WireReport, two: WireReport, change: Change): boolean {
  return reportFingerprint(toLiveReport(one), change) === reportFingerprint(toLiveReport(two), change);
}

// The end of writing a report: the stamp that knows what the platform made of it. A report's `meta` is replaced as a whole on some
// platforms, so the stamp takes along all that is live right before.

interface SettleOptions {
  answer: WireReport;
  /** What was asked for, under the stamp that it is to have if the platform answered that. */
  sent: JsonObject;
  /** Whether it went under a stamp that knows no answer. */
  isOpen: boolean;
  onAttempt(): void;
}

interface Settled {
  /** The last answer. */
  live: WireReport;
  /** The one that the last request carried. */
  stamp: Stamp;
  check: AnswerCheck;
  /** What somebody changed, of what is managed, between the answer and the stamp: it stays. */
  edits: readonly Difference[];
}

/**
 * Stamps what the platform made of the request, if the stamp that was sent says something else. Throws a StaleError if the report is gone
 * by then.
 */
async function settle(
  context: ApplyContext,
  change: Change,
  { answer, sent, isOpen, onAttempt }: SettleOptions,
): Promise<Settled> {
  const stamp = readStamp(sent.meta) as Stamp;
  const live = toLiveReport(answer);
  const check = verifyReportAnswer(sent, live);
  const known = check.restamp ?? (isOpen ? stamp : undefined);
  // A stamp alone asks for nothing.
  if (isRecordOnly(change) || !known) return { live: answer, stamp, check, edits: [] };
  const final = stampOver(known, live);
  let last = answer;
  const look = async (): Promise<void> => {
    last = await readNow(context, change, last);
  };
  await look();
  const send = () => {
    const body = { meta: { ...last.meta, [STAMP_KEY]: stampToJson(final) } };
    const { platform, deploymentId } = context;
    return platform.upsertReport(deploymentId, change.publicId as string, withoutOldStamp(body, last.meta), {
      onAttempt,
    });
  };
  const written = await upsert(context, `the report ${change.key}`, { send, lookAgain: look });
  last = isStamped(written) ? written : await readAnswer(context, written);
  return { live: last, stamp: final, check, edits: reportDifferences(final, live, toLiveReport(last)) };
}

/** The report right before its stamp is written. What cannot be read is taken to be as it was answered. */
async function readNow(
  { platform, deploymentId }: ApplyContext,
  { key }: Change,
  last: WireReport,
): Promise<WireReport> {
  let now: WireReport | undefined;
  try {
    now = await platform.getReport(deploymentId, last.id);
  } catch (error) {
    if (isRefusal(error)) return last;
    throw error;
  }
  if (!now) throw new StaleError(`the report ${key} was deleted on the platform while it was being written`);
  return isObject(now.meta) ? now : { ...now, meta: last.meta ?? null };
}

function isStamped({ meta }: WireReport): boolean {
  return isObject(meta) && readStamp(meta) !== undefined;
}

/** If an answer leaves `meta` out, that says nothing of what was stored. */
async function readAnswer({ platform, deploymentId }: ApplyContext, answer: WireReport): Promise<WireReport> {
  return (await platform.getReport(deploymentId, answer.id)) ?? answer;
}

/** `name`: `the report revenue`. */
function editedMeanwhile(name: string, edits: readonly Difference[]): StepError {
  const message = `${name} was written, and edited on the platform before this run was done with it`;
  return new StepError("edited-meanwhile", message, [
    ...tellDifferences(edits, ["this run wrote", "the platform now has"]),
    "The edit stays, and nothing that draws the report was published.",
    "`boardwright pull` takes the edit into the files, `boardwright apply --allow drift` discards it.",
  ]);
}

// One report: read again, back up, write, compare the answer with the request.

import { findReports, toLiveReport } from "../../live/index.ts";
import {
  type Change,
  isObject,
  isRecordOnly,
  type JsonObject,
  type Result,
  readStamp,
  STAMP_KEY,
  stampToJson,
} from "../../model/index.ts";
import {
  expectingAsBefore,
  type Habits,
  isItsReport,
  isOnlyToMove,
  isReportApplied,
  mayReportBeFilledIn,
  noteReportAnswer,
  onLiveMeta,
  reportDifferences,
  reportFingerprint,
  shownVersion,
  stampOver,
  withOpenStamp,
} from "../../plan/index.ts";
import { PlatformError, type WireReport } from "../../platform/index.ts";
import { backUp } from "../backups.ts";
import type { ApplyContext } from "../context.ts";
import { requireNewReport } from "../creations/created.ts";
import type { FindReport } from "../creations/holders.ts";
import {
  attempt,
  didNotConverge,
  doneBy,
  isTrimmed,
  noteOf,
  requireGoingOn,
  StaleError,
  StepError,
  stampNotKept,
} from "../failure.ts";
import { isStampedAs, type StampWatch } from "../stamp-watch.ts";
import { upsert, withoutOldStamp } from "../upsert.ts";
import { editedMeanwhile, isStamped, readAnswer, settle } from "./settle-report.ts";

export interface WriteReportOptions {
  findReport: FindReport;
  habits: Habits;
  stamps: StampWatch;
  /** Takes the keys of those that the next plan is going to ask for again, though they were written. */
  unapplied: Set<string>;
}

export function writeReport(
  context: ApplyContext,
  change: Change,
  { findReport, habits, stamps, unapplied }: WriteReportOptions,
): Promise<Result> {
  const request = change.request ?? {};
  return attempt(change, async (result, onAttempt) => {
    const before =
      change.id === null
        ? await stillFree(change, request, findReport)
        : await readAgain(context, change, request);
    if (before && isReportApplied(request, toLiveReport(before))) {
      noteVersion(context, before);
      result.id = before.id;
      return;
    }
    requireGoingOn(context);
    if (before && change.action === "update") await backUp(context, change, before);
    const sentAt = context.clock.now();
    const { written, sent, isOpen } = await write(context, change, { request, before, habits, onAttempt });
    const answer = isStamped(written) ? written : await readAnswer(context, written);
    const elapsedMs = context.clock.now() - sentAt;
    if (change.id === null && !before)
      await requireNewReport(context, change, { answer, sent, elapsedMs, onAttempt });
    result.id = answer.id;
    const name = `the report ${change.key}`;
    const settling = { answer, sent, before, isOpen, onAttempt };
    const { live, stamp, check, edits } = await settle(context, change, settling);
    if (!isRecordOnly(change)) noteReportAnswer(habits, stamp);
    noteVersion(context, live);
    if (edits.length > 0) throw editedMeanwhile(name, edits);
    const { unconverged, isLearned } = check;
    // The next plan is going to ask for it again.
    if (!isLearned && unconverged.length > 0) unapplied.add(change.key);
    if (unconverged.length > 0 && !(isLearned && unconverged.every(isTrimmed)))
      throw didNotConverge(name, unconverged, doneBy(change.action));
    const notes = noteOf(name, "trimmed", unconverged);
    if (notes.length > 0) result.notes = notes;
    let shown = live;
    const readBack = async (): Promise<boolean> => {
      shown = await readAnswer(context, live);
      return isStamped(shown);
    };
    const wasRead = live === answer && answer !== written;
    const isKept = isStampedAs(stamp, toLiveReport(live)) && (wasRead || (await stamps.isShown(readBack)));
    const late = reportDifferences(stamp, toLiveReport(live), toLiveReport(shown));
    if (late.length > 0) throw editedMeanwhile(name, late);
    if (isKept) return;
    throw stampNotKept(name, doneBy(change.action), { sent: stamp, back: shown.meta?.[STAMP_KEY] });
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
  options: { request: JsonObject; before: WireReport | undefined; habits: Habits; onAttempt(): void },
): Promise<Sent> {
  const { request, before, habits, onAttempt } = options;
  const publicId = change.publicId as string;
  let [sent, known] = [bodyFor(request, before), before];
  let isOpen = false;
  const send = () => {
    const live = known && toLiveReport(known);
    isOpen = !isRecordOnly(change) && mayReportBeFilledIn(sent, live, habits);
    const body = withoutOldStamp(isOpen ? withOpenStamp(sent, live) : sent, known?.meta);
    return context.platform.upsertReport(context.deploymentId, publicId, body, { onAttempt });
  };
  const lookAgain = async (): Promise<void> => {
    const now = before
      ? await context.platform.getReport(context.deploymentId, before.id)
      : (await findReports(context.platform, context.deploymentId, new Set([publicId]))).get(publicId);
    // Another shard, or another run of the same plan, made it in this moment.
    const isIts = now && isItsReport(request, toLiveReport(now));
    if (isIts) [sent, known] = [bodyFor(request, now), now];
    if (isIts || (now ? before && isSame(before, now, change) : !before)) return;
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

/** Undefined if the publicId is free; the report if another run made the same one in the meantime. */
async function stillFree(
  change: Change,
  request: JsonObject,
  findReport: FindReport,
): Promise<WireReport | undefined> {
  const now = await findReport(change.publicId as string);
  if (!now || isItsReport(request, toLiveReport(now))) return now;
  throw new StaleError(`the report ${change.key} was created by somebody else since the plan was made`);
}

/** The other two kinds of 409 (field notes A.2) stay until an id is changed. */
function explainConflict(error: unknown, change: Change): unknown {
  if (!(error instanceof PlatformError) || error.status !== 409) return error;
  const id = `publicId ${change.publicId}`;
  if (error.code === "ambiguous_legacy_id") {
    const message = `the report ${change.key} was not written: its ${id} matches several older reports`;
    const next = "On the platform, give the one you mean an id of its own, and write that under `publicId`.";
    return new StepError(error.code, message, [...error.details, next], error);
  }
  if (error.code !== "conflict") return error;
  const message = `the report ${change.key} was not written: its ${id} belongs to a report of another deployment`;
  const next = "publicIds are unique in a whole account: give one per target, or none to have it derived.";
  return new StepError("public-id-taken", message, [...error.details, next], error);
}

function isSame(one: WireReport, two: WireReport, change: Change): boolean {
  return reportFingerprint(toLiveReport(one), change) === reportFingerprint(toLiveReport(two), change);
}

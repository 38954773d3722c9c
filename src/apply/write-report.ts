// One report: read again, back up, write, compare the answer with the request.

import { findReports, toLiveReport } from "../live/index.ts";
import {
  type Change,
  isObject,
  type JsonObject,
  type Result,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampToJson,
} from "../model/index.ts";
import {
  type AnswerCheck,
  expectingAsBefore,
  isItsReport,
  isOnlyToMove,
  isReportApplied,
  type LiveReport,
  reportFingerprint,
  shownVersion,
  verifyReportAnswer,
} from "../plan/index.ts";
import { PlatformError, type WireReport } from "../platform/index.ts";
import { backUp } from "./backups.ts";
import type { ApplyContext } from "./context.ts";
import { requireNewReport } from "./created.ts";
import { weigh } from "./drops-keys.ts";
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
} from "./failure.ts";
import type { FindReport } from "./holders.ts";
import { isStampedAs, type StampWatch } from "./stamp-watch.ts";
import { upsert, withoutOldStamp } from "./upsert.ts";

export function writeReport(
  context: ApplyContext,
  change: Change,
  { findReport, stamps, unapplied }: { findReport: FindReport; stamps: StampWatch; unapplied: Set<string> },
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
    const { written, sent } = await write(context, change, { request, before, onAttempt });
    const answer = isStamped(written) ? written : await readAnswer(context, written);
    const elapsedMs = context.clock.now() - sentAt;
    if (change.id === null && !before)
      await requireNewReport(context, change, { answer, sent, elapsedMs, onAttempt });
    result.id = answer.id;
    noteVersion(context, answer);
    const name = `the report ${change.key}`;
    const { live, stamp, check } = await settle(context, change, { answer, sent, before, onAttempt });
    noteVersion(context, live);
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
    if (isStampedAs(stamp, toLiveReport(live)) && (wasRead || (await stamps.isShown(readBack)))) return;
    throw stampNotKept(name, doneBy(change.action), shown.meta?.[STAMP_KEY]);
  });
}

interface Settled {
  live: WireReport;
  /** The one that the last request carried. */
  stamp: Stamp;
  check: AnswerCheck;
}

/** Stamps what the platform made of the request, if the stamp that was sent expects something else, and if it keeps stamps. */
async function settle(
  context: ApplyContext,
  change: Change,
  options: { answer: WireReport; sent: JsonObject; before: WireReport | undefined; onAttempt(): void },
): Promise<Settled> {
  const { answer, sent, before, onAttempt } = options;
  const stamp = readStamp(sent.meta) as Stamp;
  const [live, found] = [toLiveReport(answer), before && toLiveReport(before)];
  let check = verifyReportAnswer(sent, { live, before: found });
  const asIs = { live: answer, stamp, check };
  // A stamp alone asks for nothing.
  if (change.action === "stamp" || !isStamped(answer)) return asIs;
  const over = answer.version == null ? {} : { over: answer.version };
  let last = answer;
  const lookAgain = () => requireSame(context, change, last);
  const writeStamp = async (draft: JsonObject): Promise<LiveReport> => {
    const draftMeta = { meta: { ...live.meta, [STAMP_KEY]: draft } };
    const body = withoutOldStamp(draftMeta, last.meta);
    const send = () =>
      context.platform.upsertReport(context.deploymentId, change.publicId as string, body, { onAttempt });
    const written = await upsert(context, `the report ${change.key}`, { send, lookAgain });
    last = isStamped(written) ? written : await readAnswer(context, written);
    return toLiveReport(last);
  };
  if (check.unconverged.length > 0) {
    const lenient = verifyReportAnswer(sent, { live, before: undefined });
    const weighed = await weigh({ check, lenient, sent: stamp, writeStamp });
    check = weighed.check;
    if (weighed.stamp) return { live: last, stamp: weighed.stamp, check };
  }
  if (!check.restamp) return asIs;
  const known: Stamp = { ...check.restamp, ...over };
  await writeStamp(stampToJson(known));
  return { live: last, stamp: known, check };
}

function isStamped({ meta }: WireReport): boolean {
  return isObject(meta) && readStamp(meta) !== undefined;
}

/** If an answer leaves `meta` out, that says nothing of what was stored. */
async function readAnswer({ platform, deploymentId }: ApplyContext, answer: WireReport): Promise<WireReport> {
  return (await platform.getReport(deploymentId, answer.id)) ?? answer;
}

/**
 * The request, if `live` is what it finds. A report that only goes to a workbook, or from one to another, shows viewers nothing new, so
 * the stamp says which version they have already: a publication of it, perhaps by another shard, stays current.
 */
function bodyFor(request: JsonObject, live: WireReport | undefined): JsonObject {
  const stamp = readStamp(request.meta);
  if (!live || !stamp || !isObject(request.meta) || !isOnlyToMove(request, toLiveReport(live)))
    return request;
  const known = expectingAsBefore(stamp, readStamp(live.meta ?? undefined));
  const over = live.version == null ? {} : { over: live.version };
  return { ...request, meta: { ...request.meta, [STAMP_KEY]: stampToJson({ ...known, ...over }) } };
}

/** Dashboards that draw the report are published after it, unless viewers see this version already. */
function noteVersion(context: ApplyContext, wire: WireReport): void {
  const version = shownVersion(toLiveReport(wire));
  if (version !== null) context.reportVersions.set(wire.id, version);
}

async function write(
  context: ApplyContext,
  change: Change,
  options: { request: JsonObject; before: WireReport | undefined; onAttempt(): void },
): Promise<{ written: WireReport; sent: JsonObject }> {
  const { request, before, onAttempt } = options;
  const publicId = change.publicId as string;
  let [sent, known] = [bodyFor(request, before), before];
  const send = () =>
    context.platform.upsertReport(context.deploymentId, publicId, withoutOldStamp(sent, known?.meta), {
      onAttempt,
    });
  const lookAgain = async (): Promise<void> => {
    const now = before
      ? await context.platform.getReport(context.deploymentId, before.id)
      : (await findReports(context.platform, context.deploymentId, new Set([publicId]))).get(publicId);
    // Another shard, or another run of the same plan, made it in this moment.
    const isIts = now && isItsReport(request, toLiveReport(now));
    if (isIts) [sent, known] = [bodyFor(request, now), now];
    if (isIts || (now ? before && isSame(before, now) : !before)) return;
    throw changedMeanwhile(change);
  };
  try {
    const written = await upsert(context, `the report ${change.key}`, { send, lookAgain });
    return { written, sent };
  } catch (error) {
    throw explainConflict(error, change);
  }
}

/** Throws StaleError if the report is no longer as it was answered. */
async function requireSame(context: ApplyContext, change: Change, known: WireReport): Promise<void> {
  const now = await context.platform.getReport(context.deploymentId, known.id);
  if (!now || !isSame(known, now)) throw changedMeanwhile(change);
}

function changedMeanwhile({ key }: Change): StaleError {
  return new StaleError(`the report ${key} was changed on the platform while it was being written`);
}

async function readAgain(context: ApplyContext, change: Change, request: JsonObject): Promise<WireReport> {
  const now = await context.platform.getReport(context.deploymentId, change.id as number);
  if (!now) throw new StaleError(`the report ${change.key} was deleted since the plan was made`);
  const live = toLiveReport(now);
  if (reportFingerprint(live) !== change.fingerprint && !isReportApplied(request, live)) {
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

function isSame(one: WireReport, two: WireReport): boolean {
  return reportFingerprint(toLiveReport(one)) === reportFingerprint(toLiveReport(two));
}

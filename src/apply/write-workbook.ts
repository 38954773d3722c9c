// One workbook: read again, back up, write, compare the answer with what was asked, publish.

import {
  type Change,
  isObject,
  type Json,
  type JsonObject,
  type Result,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampToJson,
} from "../model/index.ts";
import {
  alreadyApplied,
  clearingRequest,
  fingerprint,
  type Habits,
  hasLanded,
  isPublished,
  isStampRequest,
  isUnfinished,
  type LiveWorkbook,
  mayBeFilledIn,
  noteAnswer,
  unsettledRequest,
  type Verdict,
  verifyAnswer,
  withLiveIgnored,
} from "../plan/index.ts";
import { backUp } from "./backups.ts";
import type { ApplyContext } from "./context.ts";
import { dropsKeys } from "./drops-keys.ts";
import { begin, didNotConverge, StaleError, StepError, toFailure } from "./failure.ts";
import type { FindHolder } from "./holders.ts";
import { type Found, lookUpById, lookUpBySlug, readBack } from "./look-up.ts";
import { publish } from "./publish.ts";
import { upsert } from "./upsert.ts";

/** A workbook that this run made for its reports to belong to, before its dashboard could be written. */
export interface Shell {
  live: LiveWorkbook;
  /** Requests that it took. */
  attempts: number;
}

/** `change` is a shell's (asShell). Makes an empty workbook with our stamp on it, so that a run that ends here leaves nothing that looks like somebody else's. */
export async function makeShell(
  context: ApplyContext,
  change: Change,
  findHolder: FindHolder,
): Promise<Shell | Result> {
  const result = begin(change);
  try {
    const request = change.request ?? {};
    await stillFree(context, change, findHolder);
    const onAttempt = () => {
      result.attempts += 1;
    };
    const send = () =>
      context.platform.upsertWorkbook(context.deploymentId, change.key, request, { onAttempt });
    const lookAgain = () => checkSlug(context, change, [request], undefined);
    const answer = await upsert(context, change.key, send, lookAgain);
    return { live: (await readBack(context, answer)).live, attempts: result.attempts };
  } catch (error) {
    return { ...result, ...toFailure(error) };
  }
}

/** Never rejects for what the platform or the disc does: that is this workbook's outcome, and the others go on. */
export async function writeWorkbook(
  context: ApplyContext,
  change: Change,
  { findHolder, habits, shell }: { findHolder: FindHolder; habits: Habits; shell: Shell | undefined },
): Promise<Result> {
  const result = begin(change);
  const onAttempt = () => {
    result.attempts += 1;
  };
  result.attempts = shell?.attempts ?? 0;
  try {
    const before = change.action === "create" ? undefined : await readAgain(context, change);
    const begun = shell ?? before ?? (await stillFree(context, change, findHolder));
    let live = begun?.live;
    if (change.request && !(live && alreadyApplied(change.request, live, context.ignored))) {
      if (before && change.action === "update") await backUp(context, change, before.wire);
      live = await converge(context, change, { planned: change.request, before: live, habits }, onAttempt);
    }
    result.id = live?.id ?? result.id;
    const wanted = change.action === "publish" || (live && !isPublished(live, context));
    if (change.publish && live && wanted) {
      result.status = await publish(context, live, onAttempt);
    }
    return result;
  } catch (error) {
    return { ...result, ...toFailure(error) };
  }
}

/** Undefined where nobody holds the slug; the workbook where somebody applied the same in the meantime. */
async function stillFree(
  context: ApplyContext,
  change: Change,
  findHolder: FindHolder,
): Promise<Found | undefined> {
  const now = await findHolder(change.key);
  if (!now || (change.request && alreadyApplied(change.request, now.live, context.ignored))) return now;
  throw createdMeanwhile(change);
}

/** What is live now, provided it is what the plan was computed from, or already what the plan asks for. */
async function readAgain(context: ApplyContext, change: Change): Promise<Found> {
  const now = change.id === null ? undefined : await lookUpById(context, change.id);
  if (!now || now.live.slug !== change.key) {
    throw new StaleError(`${change.key} was deleted or renamed since the plan was made`);
  }
  const asPlanned = fingerprint(now.live, context) === change.fingerprint;
  if (!asPlanned && !(change.request && alreadyApplied(change.request, now.live, context.ignored))) {
    throw new StaleError(`${change.key} was changed on the platform since the plan was made`);
  }
  return now;
}

/** Writes until live is what was asked: at most eight requests, of which all but the first answer a need the platform showed. */
async function converge(
  context: ApplyContext,
  change: Change,
  { planned, before, habits }: { planned: JsonObject; before: LiveWorkbook | undefined; habits: Habits },
  onAttempt: () => void,
): Promise<LiveWorkbook> {
  const request = withFreshIgnored(context, planned, before);
  let known = before;
  const write = async (body: JsonObject): Promise<LiveWorkbook> => {
    const lookAgain = () => checkSlug(context, change, [body, request], known);
    const send = () => context.platform.upsertWorkbook(context.deploymentId, change.key, body, { onAttempt });
    const answer = await upsert(context, change.key, send, lookAgain);
    if (known && answer.id !== known.id) throw recreated(change, answer.id);
    known = (await readBack(context, answer)).live;
    return known;
  };

  const unsettled = mayBeFilledIn(request, before, habits);
  const body = unsettled ? unsettledRequest(request) : request;
  let live = await write(body);
  if (isStampRequest(request)) return live;
  let verdict = verifyAnswer(request, live, before, context.ignored);
  const clearing = before && differs(verdict) ? clearingRequest(request, live) : undefined;
  if (clearing) {
    await write(clearing);
    live = await write(body);
    verdict = verifyAnswer(request, live, before, context.ignored);
  }
  const sent = readStamp(request.meta) as Stamp;
  noteAnswer(habits, request, verdict.restamp ?? sent);
  if (verdict.unconverged.length > 0) {
    const lenient = verifyAnswer(request, live, undefined, context.ignored);
    if (lenient.restamp && lenient.unconverged.length === 0) {
      const answer = await dropsKeys(lenient.restamp, write);
      if (answer.drops) return answer.live;
      verdict = { ...verdict, restamp: verdict.restamp ?? sent };
    }
  }
  const stamp = verdict.restamp ?? (unsettled ? sent : undefined);
  if (stamp) live = await write({ meta: { [STAMP_KEY]: stampToJson(stamp) } });
  if (verdict.unconverged.length > 0) throw didNotConverge(change.key, verdict.unconverged);
  return live;
}

/**
 * After a conflict: is the slug still what this write is meant for? What was asked may be there already, because the answer to an
 * earlier attempt was lost, or because another run of the same project is at it.
 */
async function checkSlug(
  context: ApplyContext,
  change: Change,
  wanted: readonly JsonObject[],
  known: LiveWorkbook | undefined,
): Promise<void> {
  const now = known ? await lookUpById(context, known.id) : await lookUpBySlug(context, change.key);
  const isThere = (live: LiveWorkbook) =>
    wanted.some(
      (body) =>
        alreadyApplied(body, live, context.ignored) ||
        hasLanded(body, live, known, context.ignored) ||
        isUnfinished(body, live),
    );
  if (now && isThere(now.live)) return;
  if (!known) {
    if (now) throw createdMeanwhile(change);
    return;
  }
  if (now && fingerprint(now.live, context) === fingerprint(known, context)) return;
  throw new StaleError(`${change.key} was changed on the platform while it was written`);
}

function createdMeanwhile(change: Change): StaleError {
  return new StaleError(`${change.key} was created by somebody else since the plan was made`);
}

/** The upsert names a slug, so where its holder was deleted a moment before, it made a new one. */
function recreated(change: Change, id: number): StepError {
  const message = `${change.key} was deleted on the platform while it was written, and is there again under the id ${id}`;
  const next =
    "Its draft is as declared; its links, its publication and its access rights are those of a new workbook.";
  return new StepError("recreated", message, [next]);
}

function differs(verdict: Verdict): boolean {
  return verdict.restamp !== undefined || verdict.unconverged.length > 0;
}

// What viewers wrote into ignored places between plan and apply is sent back too.
function withFreshIgnored(
  context: ApplyContext,
  request: JsonObject,
  live: LiveWorkbook | undefined,
): JsonObject {
  const meta = request.meta;
  if (!live || !isObject(meta) || !isObject(meta.dashboardDraft)) return request;
  const dashboardDraft: Json = withLiveIgnored(meta.dashboardDraft, live.draft, context.ignored);
  return { ...request, meta: { ...meta, dashboardDraft } };
}

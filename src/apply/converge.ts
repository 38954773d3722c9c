// Writes one workbook until live is what was asked, and looks again at who holds the slug where somebody came in between.

import {
  type Change,
  isObject,
  type Json,
  type JsonObject,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampToJson,
} from "../model/index.ts";
import {
  type AnswerCheck,
  alreadyApplied,
  clearingRequest,
  fingerprint,
  type Habits,
  hasLanded,
  isStampRequest,
  isUnfinished,
  type LiveWorkbook,
  mayBeFilledIn,
  noteAnswer,
  verifyAnswer,
  withLiveIgnored,
  withOpenStamp,
} from "../plan/index.ts";
import type { ApplyContext } from "./context.ts";
import { dropsKeys } from "./drops-keys.ts";
import { didNotConverge, StaleError, StepError } from "./failure.ts";
import { findBySlug, readBack, readById } from "./read-workbook.ts";
import { upsert } from "./upsert.ts";

export interface ConvergeOptions {
  planned: JsonObject;
  before: LiveWorkbook | undefined;
  habits: Habits;
  onAttempt(): void;
}

/** Writes until live is what was asked: at most eight requests, of which all but the first answer a need the platform showed. */
export async function converge(
  context: ApplyContext,
  change: Change,
  { planned, before, habits, onAttempt }: ConvergeOptions,
): Promise<LiveWorkbook> {
  const request = withFreshIgnored(context, planned, before);
  let known = before;
  const write = async (body: JsonObject): Promise<LiveWorkbook> => {
    const lookAgain = () => checkSlug(context, change, { wanted: [body, request], known });
    const sent = withoutOldStamp(body, known);
    const send = () => context.platform.upsertWorkbook(context.deploymentId, change.key, sent, { onAttempt });
    const written = await upsert(context, change.key, { send, lookAgain });
    if (known && written.id !== known.id) throw recreated(change, written.id);
    known = (await readBack(context, written)).live;
    return known;
  };

  const isOpen = mayBeFilledIn(request, before, habits);
  const body = isOpen ? withOpenStamp(request) : request;
  let live = await write(body);
  if (isStampRequest(request)) return live;
  const { ignored } = context;
  let answer = verifyAnswer(request, { live, before, ignored });
  const clearing = before && differs(answer) ? clearingRequest(request, live) : undefined;
  if (clearing) {
    await write(clearing);
    live = await write(body);
    answer = verifyAnswer(request, { live, before, ignored });
  }
  const sent = readStamp(request.meta) as Stamp;
  noteAnswer(habits, request, answer.restamp ?? sent);
  if (answer.unconverged.length > 0) {
    const lenient = verifyAnswer(request, { live, before: undefined, ignored });
    if (lenient.restamp && lenient.unconverged.length === 0) {
      const probed = await dropsKeys(lenient.restamp, write);
      if (probed.drops) return probed.live;
      answer = { ...answer, restamp: answer.restamp ?? sent };
    }
  }
  const stamp = answer.restamp ?? (isOpen ? sent : undefined);
  if (stamp) live = await write({ meta: { [STAMP_KEY]: stampToJson(stamp) } });
  if (answer.unconverged.length > 0) throw didNotConverge(change.key, answer.unconverged);
  return live;
}

/**
 * After a conflict: is the slug still what this write is meant for? What was asked may be there already, because the answer to an
 * earlier attempt was lost, or because another run of the same project is at it.
 */
export async function checkSlug(
  context: ApplyContext,
  change: Change,
  { wanted, known }: { wanted: readonly JsonObject[]; known: LiveWorkbook | undefined },
): Promise<void> {
  const { ignored } = context;
  const now = known ? await readById(context, known.id) : await findBySlug(context, change.key);
  const isThere = (live: LiveWorkbook) =>
    wanted.some(
      (body) =>
        alreadyApplied(body, live, ignored) ||
        hasLanded(body, { live, before: known, ignored }) ||
        isUnfinished(body, live, ignored),
    );
  if (now && isThere(now.live)) return;
  if (!known) {
    if (now) throw createdMeanwhile(change);
    return;
  }
  if (now && fingerprint(now.live, context) === fingerprint(known, context)) return;
  throw new StaleError(`${change.key} was changed on the platform while it was written`);
}

export function createdMeanwhile(change: Change): StaleError {
  return new StaleError(`${change.key} was created by somebody else since the plan was made`);
}

/** The upsert names a slug, so where its holder was deleted a moment before, it made a new one. */
function recreated(change: Change, id: number): StepError {
  const message = `${change.key} was deleted on the platform while it was written, and is there again under the id ${id}`;
  const next =
    "Its draft is as declared; its links, its publication and its access rights are those of a new workbook.";
  return new StepError("recreated", message, [next]);
}

function differs({ restamp, unconverged }: AnswerCheck): boolean {
  return restamp !== undefined || unconverged.length > 0;
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

/**
 * The body with what the live stamp says and ours does not as nulls: on a platform that merges deeply, the mark of a preview that was
 * adopted would stay, and with it a workbook that no plan takes for ours.
 */
function withoutOldStamp(body: JsonObject, live: LiveWorkbook | undefined): JsonObject {
  const [old, meta] = [live?.meta[STAMP_KEY], body.meta];
  const stamp = isObject(meta) ? meta[STAMP_KEY] : undefined;
  if (!isObject(old) || !isObject(meta) || !isObject(stamp)) return body;
  const gone = Object.keys(old).filter((key) => old[key] !== null && !Object.hasOwn(stamp, key));
  if (gone.length === 0) return body;
  const nulls = Object.fromEntries(gone.map((key) => [key, null]));
  return { ...body, meta: { ...meta, [STAMP_KEY]: { ...stamp, ...nulls } } };
}

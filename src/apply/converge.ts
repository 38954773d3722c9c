// Writes one workbook until the live state is as requested, and checks again who holds the slug after a conflict.

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
  clearingRequest,
  fingerprint,
  type Habits,
  hasLanded,
  holdsRequest,
  isSameWork,
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
import { type Creation, requireCreated } from "./created.ts";
import { weigh } from "./drops-keys.ts";
import { didNotConverge, StaleError, StepError } from "./failure.ts";
import { isTime, type SlugWatch } from "./holders.ts";
import { findBySlug, readBack, readById } from "./read-workbook.ts";
import { isStampedAs, otherRun, type StampWatch } from "./stamp-watch.ts";
import { upsert } from "./upsert.ts";

export interface ConvergeOptions {
  planned: JsonObject;
  before: LiveWorkbook | undefined;
  /** Of a creation: what was known right before it. */
  created?: { look: Creation["look"]; slugs: SlugWatch; empty: LiveWorkbook | undefined } | undefined;
  habits: Habits;
  stamps: StampWatch;
  onAttempt(): void;
}

export interface Converged {
  live: LiveWorkbook;
  /** Live is as requested, but the platform did not keep the stamp: what is in its place. */
  unstamped: { back: Json | undefined } | undefined;
}

/** Writes until the live state is as requested: at most eight requests, all but the first only if the answers call for them. */
export async function converge(
  context: ApplyContext,
  change: Change,
  options: ConvergeOptions,
): Promise<Converged> {
  const { live, stamp, writeStamp } = await writeUntilAsked(context, change, options);
  let now = live;
  const readAgain = async (): Promise<boolean> => {
    now = (await readById(context, live.id))?.live ?? live;
    return isStampedAs(stamp, now);
  };
  // The answer may leave out what was stored, and what is read may leave out what was answered.
  let isKept = isStampedAs(stamp, live) ? await options.stamps.isShown(readAgain) : await readAgain();
  if (!isKept) {
    const other = otherRun(stamp, now, options.before);
    // Its open stamp is just like ours, and a platform that ignored the last write looks the same: asked once more, it tells.
    if (other === "begun") now = await writeStamp();
    isKept = other === "done" || isStampedAs(stamp, now);
  }
  return { live: now, unstamped: isKept ? undefined : { back: now.meta[STAMP_KEY] } };
}

/** `stamp`: the one that the last request carried. */
async function writeUntilAsked(
  context: ApplyContext,
  change: Change,
  { planned, before, created, habits, onAttempt }: ConvergeOptions,
): Promise<{ live: LiveWorkbook; stamp: Stamp; writeStamp(): Promise<LiveWorkbook> }> {
  const request = withFreshIgnored(context, planned, before);
  let known = before ?? created?.empty;
  const sentAt = context.clock.now();
  const write = async (body: JsonObject): Promise<LiveWorkbook> => {
    const lookAgain = async (): Promise<void> => {
      known = await checkSlug(context, change, { wanted: [body, request], known });
    };
    const send = () =>
      context.platform.upsertWorkbook(context.deploymentId, change.key, withoutOldStamp(body, known), {
        onAttempt,
      });
    const written = await upsert(context, change.key, { send, lookAgain });
    if (known && written.id !== known.id)
      throw await madeAnother(context, change, { id: known.id, now: written.id });
    if (!known && created) {
      const { look, slugs } = created;
      const creation = { look, metOtherRun: slugs.metOtherRun, slug: change.key, request, sentAt, onAttempt };
      await requireCreated(context, written, creation);
    }
    if (created) created.slugs.showsTimes ??= isTime(written.createdAt);
    known = (await readBack(context, written)).live;
    return known;
  };

  const isOpen = mayBeFilledIn(request, before, habits);
  const body = isOpen ? withOpenStamp(request, before) : request;
  let live = await write(body);
  const sent = readStamp(request.meta) as Stamp;
  const end = (stamped: LiveWorkbook, stamp: Stamp) => ({
    live: stamped,
    stamp,
    writeStamp: () => write({ meta: { [STAMP_KEY]: stampToJson(stamp) } }),
  });
  if (isStampRequest(request)) return end(live, sent);
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
  if (answer.unconverged.length > 0) {
    const lenient = verifyAnswer(request, { live, before: undefined, ignored });
    const writeStamp = (draft: JsonObject) => write({ meta: { [STAMP_KEY]: draft } });
    const weighed = await weigh({ check: answer, lenient, sent, removed: null, writeStamp });
    answer = weighed.check;
    if (weighed.probed && answer.unconverged.length === 0)
      return end(weighed.probed.live, weighed.probed.stamp);
    if (weighed.probed) throw didNotConverge(change.key, answer.unconverged);
  }
  const stamp = answer.restamp ?? (isOpen ? sent : undefined);
  if (stamp) live = await end(live, stamp).writeStamp();
  if (answer.unconverged.length > 0) throw didNotConverge(change.key, answer.unconverged);
  return end(live, stamp ?? sent);
}

/**
 * After a conflict: does the slug still hold what this write is meant for? It may already hold what was requested, because the answer to an
 * earlier attempt was lost, or because another run of the same project is writing too. Resolves to the workbook, undefined if there is
 * still none. `whole`: the request that comes after a shell's.
 */
export async function checkSlug(
  context: ApplyContext,
  change: Change,
  {
    wanted,
    whole,
    known,
  }: {
    wanted: readonly JsonObject[];
    whole?: JsonObject | undefined;
    known: LiveWorkbook | undefined;
  },
): Promise<LiveWorkbook | undefined> {
  const { ignored } = context;
  const now = known ? await readById(context, known.id) : await findBySlug(context, change.key);
  const isThere = (live: LiveWorkbook) =>
    (whole !== undefined && isSameWork(whole, live, ignored)) ||
    wanted.some(
      (body) =>
        holdsRequest(body, live, ignored) ||
        hasLanded(body, { live, before: known, ignored }) ||
        isUnfinished(body, live, ignored),
    );
  if (now && isThere(now.live)) return now.live;
  if (!known) {
    if (now) throw createdMeanwhile(change);
    return undefined;
  }
  if (now && fingerprint(now.live, context) === fingerprint(known, context)) return now.live;
  throw new StaleError(`${change.key} was changed on the platform while it was being written`);
}

export function createdMeanwhile(change: Change): StaleError {
  return new StaleError(`${change.key} was created by somebody else since the plan was made`);
}

/** The upsert names a slug: if the workbook was deleted or renamed a moment before, the upsert creates a new one. */
async function madeAnother(
  { platform, deploymentId }: ApplyContext,
  { key }: Change,
  { id, now }: { id: number; now: number },
): Promise<StepError> {
  const old = await platform.getWorkbook(deploymentId, id);
  const rest = "its links, publication and access rights are those of a new workbook.";
  if (!old) {
    const message = `${key} was deleted on the platform while it was being written, and exists again with the id ${now}`;
    return new StepError("recreated", message, [`Its draft is as declared; ${rest}`]);
  }
  const how = old.slug == null ? "lost its slug" : `was given the slug ${old.slug}`;
  const message = `${key} ${how} on the platform while it was being written, and the write made a second workbook, ${now}`;
  return new StepError("renamed-meanwhile", message, [
    `The draft of the second is as declared; ${rest}`,
    `Delete ${now} on the platform, and give ${id} the slug ${key} back or rename it in Git too; or keep both. Until then, plans name them.`,
  ]);
}

// What viewers wrote at ignored paths between plan and apply is sent back too.
function withFreshIgnored(
  context: ApplyContext,
  request: JsonObject,
  live: LiveWorkbook | undefined,
): JsonObject {
  const meta = request.meta;
  if (!live || !isObject(meta) || !isObject(meta.dashboardDraft)) return request;
  const dashboardDraft = withLiveIgnored(meta.dashboardDraft, live.draft, context.ignored);
  return { ...request, meta: { ...meta, dashboardDraft } };
}

/**
 * The body with nulls for keys that only the live stamp has: on a platform that merges deeply, the mark of an adopted preview would
 * stay, and no plan would take the workbook for ours.
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

// Sends one body after the other to a workbook, and knows at each what the last one left: who holds the slug is checked again after a
// conflict, and an answer of another workbook than the one that is written is told.

import { type Change, type JsonObject, readStamp } from "../model/index.ts";
import {
  fingerprint,
  hasLanded,
  holdsRequest,
  isSameWork,
  isUnfinished,
  type LiveWorkbook,
} from "../plan/index.ts";
import type { ApplyContext } from "./context.ts";
import { answeredAnother } from "./creations/another.ts";
import { type Creation, requireCreated } from "./creations/created.ts";
import { isTime, ownerId, type SlugWatch } from "./creations/holders.ts";
import { StaleError } from "./failure.ts";
import { findBySlug, readBack, readById } from "./read-workbook.ts";
import { upsert, withoutOldStamp } from "./upsert.ts";

export interface WriterOptions {
  /** All that is to be written in the end, if it is more than each body. */
  request?: JsonObject | undefined;
  before: LiveWorkbook | undefined;
  /** Of a creation: what was known right before it. */
  created?: { look: Creation["look"]; slugs: SlugWatch; empty: LiveWorkbook | undefined } | undefined;
  onAttempt(): void;
}

export interface Writer {
  /** Resolves to the workbook as it was answered. */
  write(body: JsonObject): Promise<LiveWorkbook>;
  /** Reads the workbook, once after each write; as it was answered, if it is gone by then. */
  look(): Promise<LiveWorkbook>;
}

export function openWriter(
  context: ApplyContext,
  change: Change,
  { request, before, created, onAttempt }: WriterOptions,
): Writer {
  let known = before ?? created?.empty;
  let isRead = false;
  const sentAt = context.clock.now();
  const write = async (body: JsonObject): Promise<LiveWorkbook> => {
    const lookAgain = async (): Promise<void> => {
      known = await checkSlug(context, change, { wanted: request ? [body, request] : [body], known });
    };
    const send = () =>
      context.platform.upsertWorkbook(context.deploymentId, change.key, withoutOldStamp(body, known?.meta), {
        onAttempt,
      });
    const written = await upsert(context, change.key, { send, lookAgain });
    if (known && written.id !== known.id)
      throw await answeredAnother(context, change, {
        id: known.id,
        answer: written,
        body,
        sentAt,
        onAttempt,
      });
    if (!known && created) {
      const { look, slugs } = created;
      const creation = { look, slugs, slug: change.key, request: request ?? body, sentAt, onAttempt };
      await requireCreated(context, written, creation);
      slugs.owner ??= ownerId(written);
    }
    if (created) created.slugs.showsTimes ??= isTime(written.createdAt);
    known = (await readBack(context, written)).live;
    isRead = false;
    return known;
  };
  return {
    write,
    async look() {
      if (!isRead && known) known = (await readById(context, known.id))?.live ?? known;
      isRead = true;
      return known as LiveWorkbook;
    },
  };
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
    if (now) throw createdMeanwhile(change, context, now.live);
    return undefined;
  }
  if (now && fingerprint(now.live, context, change) === fingerprint(known, context, change)) return now.live;
  throw new StaleError(`${change.key} was changed on the platform while it was being written`);
}

/** `holder`: the workbook that has the slug now. */
export function createdMeanwhile(
  { key }: Change,
  { project }: ApplyContext,
  holder: LiveWorkbook,
): StaleError {
  const isOurs = readStamp(holder.meta)?.project === project.name;
  const who = isOurs ? "by a run of this project with other files" : "by somebody else";
  return new StaleError(`${key} was created ${who} since the plan was made`);
}

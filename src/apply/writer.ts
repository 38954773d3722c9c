// Sends one body after the other to a workbook or report, and knows at each what the last one left: what is written is looked at again after a
// conflict, and an answer of another workbook than that is told.

import { isRefusal } from "../live/index.ts";
import { type Change, isObject, type JsonObject } from "../model/index.ts";
import { fingerprint, holdsRequest, isSameWork, kindOf, type Live } from "../plan/index.ts";
import type { ApplyContext, Found, Write } from "./context.ts";
import { StaleError } from "./failure.ts";
import { upsert, withoutOldStamp } from "./repeat.ts";
import { liveName, wayOf } from "./ways.ts";

export interface WriterOptions {
  /** All that is to be written in the end, if it is more than each body. */
  request?: JsonObject | undefined;
  /** What is written: a creation has claimed one, which is empty. */
  at: Live;
  /** What there was to write over; undefined for a creation. */
  before: Live | undefined;
  onAttempt(): void;
  /** Called when the platform has answered a body. */
  onWritten?: (() => void) | undefined;
}

export function openWriter(
  context: ApplyContext,
  change: Change,
  { request, at, before, onAttempt, onWritten }: WriterOptions,
): Write {
  const way = wayOf(change);
  let known = at;
  let there = before;
  let isBegun = false;
  return async (compose) => {
    // What follows a write whose `meta` is replaced as a whole takes along all that is live right before.
    const isFollowing = isBegun && kindOf(known).sendsWholeMeta;
    if (isFollowing) there = known = await readNow(context, change, known);
    let body: JsonObject = {};
    const send = () => {
      body = compose(there);
      return way.upsert(context, change, withoutOldStamp(body, known.meta), { onAttempt });
    };
    const lookAgain = async () => {
      there = known = isFollowing
        ? await readNow(context, change, known)
        : await checkHolder(context, change, { body, request: request ?? body, known });
    };
    const answer = await upsert(context, way.nameOf(change.key), { send, lookAgain });
    if (answer.id !== known.id && way.answeredAnother)
      throw await way.answeredAnother(context, change, { id: known.id, answer, body, onAttempt });
    isBegun = true;
    onWritten?.();
    there = known = (await way.complete(context, answer, body)).live;
    return known;
  };
}

/**
 * After a conflict: is it still what this write is meant for? It may already hold what was requested, or a part of it, because the answer to an
 * earlier attempt was lost, or because another run of the same project is writing too.
 */
async function checkHolder(
  context: ApplyContext,
  change: Change,
  { body, request, known }: { body: JsonObject; request: JsonObject; known: Live },
): Promise<Live> {
  const { ignored } = context;
  const way = wayOf(change);
  const now = (await way.read(context, known.id))?.live;
  const isIt = (live: Live) =>
    holdsRequest(body, live, ignored) ||
    isSameWork(request, live, ignored) ||
    fingerprint(live, context, change) === fingerprint(known, context, change);
  if (now && kindOf(now).nameOf(now) === liveName(change) && isIt(now)) return now;
  throw new StaleError(`${way.nameOf(change.key)} was changed on the platform while it was being written`);
}

/** Right before the next body. What cannot be read is taken to be as it was answered. */
async function readNow(context: ApplyContext, change: Change, known: Live): Promise<Live> {
  const { read, nameOf } = wayOf(change);
  let now: Found | undefined;
  try {
    now = await read(context, known.id);
  } catch (error) {
    if (isRefusal(error)) return known;
    throw error;
  }
  const { key } = change;
  if (!now) throw new StaleError(`${nameOf(key)} was deleted on the platform while it was being written`);
  return isObject(now.wire.meta) ? now.live : { ...now.live, meta: known.meta };
}

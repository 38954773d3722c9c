// Sends one body after the other to a workbook, and knows at each what the last one left: who holds the slug is checked again after a
// conflict, and an answer of another workbook than the one that is written is told.

import type { Change, JsonObject } from "../model/index.ts";
import { fingerprint, holdsRequest, isSameWork, type LiveWorkbook } from "../plan/index.ts";
import { answeredAnother } from "./another.ts";
import type { ApplyContext } from "./context.ts";
import { StaleError } from "./failure.ts";
import { readBack, readById } from "./read-workbook.ts";
import { upsert, withoutOldStamp } from "./upsert.ts";

export interface WriterOptions {
  /** All that is to be written in the end, if it is more than each body. */
  request?: JsonObject | undefined;
  /** The workbook that is written: a creation has claimed one, which is empty. */
  at: LiveWorkbook;
  onAttempt(): void;
}

/** Sends a body and resolves to the workbook as it was answered. */
export type Write = (body: JsonObject) => Promise<LiveWorkbook>;

export function openWriter(
  context: ApplyContext,
  change: Change,
  { request, at, onAttempt }: WriterOptions,
): Write {
  let known = at;
  return async (body) => {
    const lookAgain = async (): Promise<void> => {
      known = await checkSlug(context, change, { body, request: request ?? body, known });
    };
    const send = () =>
      context.platform.upsertWorkbook(context.deploymentId, change.key, withoutOldStamp(body, known.meta), {
        onAttempt,
      });
    const written = await upsert(context, change.key, { send, lookAgain });
    if (written.id !== known.id)
      throw await answeredAnother(context, change, { id: known.id, answer: written, body, onAttempt });
    known = (await readBack(context, written)).live;
    return known;
  };
}

/**
 * After a conflict: does the slug still hold what this write is meant for? It may already hold what was requested, or a part of it, because the
 * answer to an earlier attempt was lost, or because another run of the same project is writing too.
 */
async function checkSlug(
  context: ApplyContext,
  change: Change,
  { body, request, known }: { body: JsonObject; request: JsonObject; known: LiveWorkbook },
): Promise<LiveWorkbook> {
  const { ignored } = context;
  const now = (await readById(context, known.id))?.live;
  const isThere = (live: LiveWorkbook) =>
    holdsRequest(body, live, ignored) || isSameWork(request, live, ignored);
  if (now && (isThere(now) || fingerprint(now, context, change) === fingerprint(known, context, change)))
    return now;
  throw new StaleError(`${change.key} was changed on the platform while it was being written`);
}

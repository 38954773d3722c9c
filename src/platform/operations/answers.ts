// How the rows of the table read an answer: as one object, as nothing, or as pages of a list.

import { isObject, type Json, type JsonObject } from "../../model/index.ts";
import { PlatformError } from "../http/platform-error.ts";
import type { PendingCall } from "./operation.ts";
import { choosePaging, type PagingStyle, readPages } from "./paging.ts";
import { unexpected } from "./unexpected.ts";

/** One object with these fields (an id, if none are named), at the top or under `data`. */
export function object<T>(...fields: string[]) {
  return async ({ transport, prepare }: PendingCall): Promise<T> => {
    const call = await prepare();
    const answer = await transport.send(call);
    const found = findObject(answer, fields.length > 0 ? fields : ["id"]);
    if (found !== undefined) return found as T;
    throw transport.reject(call, unexpected("the answer is not the expected object", answer));
  };
}

/** The same, or undefined if it is not there (404). */
export function objectOrNone<T>() {
  return async (pending: PendingCall): Promise<T | undefined> => {
    try {
      return await object<T>()(pending);
    } catch (error) {
      if (error instanceof PlatformError && error.status === 404) return undefined;
      throw error;
    }
  };
}

/** Whatever came, without an envelope if it is an object with an id; undefined for an empty body. */
export async function anything({ transport, prepare }: PendingCall): Promise<Json | undefined> {
  const answer = await transport.send(await prepare());
  return findObject(answer, ["id"]) ?? answer;
}

/** Nothing. A 404 counts as deleted: the answer to an earlier attempt may have been lost. */
export async function deletion({ transport, prepare }: PendingCall): Promise<void> {
  const call = await prepare();
  try {
    await transport.send(call);
  } catch (error) {
    // An undescribed operation that answers 404 is `no-such-operation` and means that nothing was deleted.
    if (!(error instanceof PlatformError && error.code === "not-found")) throw error;
  }
}

/** The pages of a list. `name` is what envelopes call it; `style`, if not given, is chosen by the description. */
export function pages<T>(name: string, style?: PagingStyle) {
  return async function* ({ transport, prepare, parameters }: PendingCall): AsyncGenerator<T[]> {
    const call = await prepare();
    yield* readPages<T>(transport, { name, call, style: style ?? choosePaging(await parameters()) });
  };
}

/** The object with all of `fields`, at the top or under `data`. */
export function findObject(answer: Json | undefined, fields: readonly string[]): JsonObject | undefined {
  if (!isObject(answer)) return undefined;
  return [answer, answer.data].filter(isObject).find((each) => fields.every((field) => field in each));
}

// When a write is sent again: after the wait that the platform room decides, and after a look that shows that it did not happen.

import { isObject, type Json, type JsonObject, STAMP_KEY } from "../model/index.ts";
import { delayBeforeNext, findRuleAfterLook, PlatformError } from "../platform/index.ts";
import type { ApplyContext } from "./context.ts";
import { StepError } from "./failure.ts";

/** Waits before the next attempt; resolves to false, at once, if there is to be none. */
export type AwaitNext = (error: PlatformError) => Promise<boolean>;

/** Counts the attempts of one write. */
function countAttempts({
  clock,
  random,
  onRetry,
}: Pick<ApplyContext, "clock" | "random" | "onRetry">): AwaitNext {
  const begun = clock.now();
  let attempt = 0;
  return async (error) => {
    attempt += 1;
    const { method, url, code, message: reason, retryAfterMs } = error;
    const tries = { attempt, elapsedMs: clock.now() - begun, random: random(), retryAfterMs };
    const rule = findRuleAfterLook(error);
    const delayMs = delayBeforeNext(rule, tries);
    if (rule === undefined || delayMs === undefined) return false;
    const left = rule.withinMs - tries.elapsedMs;
    const remains = Number.isFinite(left) ? { remainingMs: left } : {};
    onRetry?.({ method, url, attempt, elapsedMs: tries.elapsedMs, delayMs, reason, code, ...remains });
    await clock.sleep(delayMs, []);
    return true;
  };
}

/**
 * Sends a POST, and sends it again only if `look`, a read, does not find what it was for (contract 7). `mayBeThere`: refusals after
 * which it may be there although repeating is no use.
 */
export async function postOnce<T>(
  context: ApplyContext,
  {
    send,
    look,
    mayBeThere = () => false,
  }: { send(): Promise<T>; look(): Promise<T | undefined>; mayBeThere?(error: PlatformError): boolean },
): Promise<T> {
  const awaitNext = countAttempts(context);
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const isTransient = findRuleAfterLook(error) !== undefined;
      if (!isTransient && !mayBeThere(error)) throw error;
      const goesOn = await awaitNext(error);
      const found = await look();
      if (found !== undefined) return found;
      if (!goesOn) throw error;
    }
  }
}

// One upsert, repeated when the platform reports a concurrent writer (platform document, upsert, rule 7).

/** `lookAgain` is called after each conflict; it throws if `key` is no longer what the plan saw. */
export async function upsert<T>(
  context: ApplyContext,
  key: string,
  { send, lookAgain }: { send(): Promise<T>; lookAgain(): Promise<void> },
): Promise<T> {
  const awaitNext = countAttempts(context);
  for (let conflicts = 1; ; conflicts++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== "upsert_branch_changed") throw error;
      if (!(await awaitNext(error))) {
        const attempts = conflicts === 1 ? "the attempt" : `each of ${conflicts} attempts`;
        const message = `${key}: another writer created or deleted it at ${attempts}`;
        throw new StepError("upsert_branch_changed", message, [...error.details], error);
      }
      await lookAgain();
    }
  }
}

/**
 * The body with nulls for keys that only the live stamp has: on a platform that merges deeply, the mark of an adopted preview, or the
 * version that a report's last stamp knew, would stay, and no plan would take the part for ours. `live`: the `meta` that is there.
 */
export function withoutOldStamp(body: JsonObject, live: JsonObject | null | undefined): JsonObject {
  const old = live?.[STAMP_KEY];
  const meta = body.meta;
  const stamp = isObject(meta) ? meta[STAMP_KEY] : undefined;
  if (!isObject(old) || !isObject(meta) || !isObject(stamp)) return body;
  const whole = withNulls(stamp, old);
  return whole === stamp ? body : { ...body, meta: { ...meta, [STAMP_KEY]: whole } };
}

/** With nulls for the keys that only `old` has, inside objects as well: the end of a preview may go from its mark. */
function withNulls(stamp: JsonObject, old: JsonObject): JsonObject {
  const gone = Object.keys(old).filter((key) => old[key] !== null && !Object.hasOwn(stamp, key));
  const inner = Object.entries(stamp).flatMap(([key, value]): [string, Json][] => {
    const was = old[key];
    const whole = isObject(value) && isObject(was) ? withNulls(value, was) : value;
    return whole === value ? [] : [[key, whole]];
  });
  if (gone.length + inner.length === 0) return stamp;
  return { ...stamp, ...Object.fromEntries([...gone.map((key): [string, Json] => [key, null]), ...inner]) };
}

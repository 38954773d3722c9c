// When a write is sent again: after the wait that the platform room decides, and after a look that shows that it did not happen.

import { delayBeforeNext, findRuleAfterLook, PlatformError } from "../platform/index.ts";
import type { ApplyContext } from "./context.ts";

/** Waits before the next attempt; resolves to false, at once, if there is to be none. */
export type AwaitNext = (error: PlatformError) => Promise<boolean>;

/** Counts the attempts of one write. */
export function countAttempts({
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

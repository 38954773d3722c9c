// How long to wait before sending or asking again: the one place that decides it, for retries, conflicts and polls. Pure: the clock
// and the dice are the caller's.

import { LONGEST_WAIT_MS, type RetryRule } from "./retry-policy.ts";

const FIRST_DELAY_MS = 100;
export const MAX_DELAY_MS = 5_000;
/** A poll that finds nobody is repeated more and more slowly, but at least this often. */
const SLOWEST_POLL_MS = 60_000;

/** How far the repeating is. */
export interface Tries {
  /** The attempt that failed, from 1. */
  attempt: number;
  /** Since the first request. */
  elapsedMs: number;
  /** In [0, 1). */
  random: number;
  /** What the platform asked for (`Retry-After`), if it did. */
  retryAfterMs?: number | undefined;
}

/** Milliseconds to wait before the next attempt; undefined if there is to be none. */
export function delayBeforeNext(
  rule: RetryRule | undefined,
  { attempt, elapsedMs, random, retryAfterMs = 0 }: Tries,
): number | undefined {
  if (rule === undefined || attempt >= rule.attempts || retryAfterMs > LONGEST_WAIT_MS) return undefined;
  const delayMs = retryDelay(attempt, random, retryAfterMs);
  return elapsedMs + delayMs > rule.withinMs ? undefined : delayMs;
}

/**
 * Milliseconds until the next poll: `everyMs`, twice as long after each poll in a row that was not answered, and never less than the
 * platform asked for.
 */
export function pollDelay(everyMs: number, unanswered: number, retryAfterMs = 0): number {
  return Math.max(everyMs, Math.min(everyMs * 2 ** unanswered, SLOWEST_POLL_MS), retryAfterMs);
}

/**
 * Milliseconds to wait after attempt number `attempt` (from 1): exponential backoff with full jitter, and never less than the
 * platform asked for. `random` is in [0, 1).
 */
export function retryDelay(attempt: number, random: number, retryAfterMs = 0): number {
  const ceiling = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return Math.max(Math.floor(random * ceiling), retryAfterMs);
}

/** Reads a `Retry-After` header (RFC 9110, 10.2.3): seconds or an HTTP date, as milliseconds from `now`; undefined for anything else. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  // The three forms of RFC 9110, 5.6.7 start with a day's name; asctime has no zone and would be read as local time.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const at = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

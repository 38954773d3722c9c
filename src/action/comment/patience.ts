// How long a writer of the comment waits: for what GitHub asks, and for other jobs.

import { GitHubError } from "../github-error.ts";

/** Of GitHub's "Retry-After", in seconds: a job that is asked to wait longer goes on without the comment. */
const LONGEST = 60;
const TRIES = 3;
/** Milliseconds: longer than another run takes between reading the comment and writing it. */
const FIRST = 400;

/** Milliseconds to wait after writing before looking whether it is still there. `attempt` from 0, `random` from 0 to 1. */
export function waitAfter(attempt: number, random: number): number {
  return FIRST * 1.7 ** attempt * (1 + random);
}

/** Runs it again if GitHub says when to: it does so of writes that it has not done. */
export async function patiently<T>(
  run: () => Promise<T>,
  { wait, stop }: { wait: (ms: number) => Promise<void>; stop: AbortSignal },
): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await run();
    } catch (error) {
      const seconds = retryAfter(error);
      if (seconds === undefined || left <= 1 || stop.aborted) throw error;
      await wait(seconds * 1000);
    }
  }
}

/** Undefined if it is not said, or too long. */
function retryAfter(error: unknown): number | undefined {
  const { cause } = error instanceof GitHubError ? error : {};
  const { response } = (cause ?? {}) as { response?: { headers?: Record<string, unknown> } };
  const said = response?.headers?.["retry-after"];
  const seconds = typeof said === "string" && /^\d{1,4}$/.test(said) ? Number(said) : undefined;
  return seconds !== undefined && seconds <= LONGEST ? seconds : undefined;
}

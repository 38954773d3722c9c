// How long a writer of the comment waits: for what GitHub asks, for one that is down for a moment, and for other jobs.

import { GitHubError, limitOf } from "../forge/github-error.ts";

/** Seconds that GitHub may ask to wait: a job that is asked to wait longer goes on without the comment. */
const LONGEST = 60;
const TRIES = 3;
/** Milliseconds: longer than another run takes between reading the comment and writing it. */
const FIRST = 400;
/** Milliseconds before the second try, where nobody says when. */
const AGAIN = 500;

/** Milliseconds to wait after writing before looking whether it is still there. `attempt` from 0, `random` from 0 to 1. */
export function waitAfter(attempt: number, random: number): number {
  return FIRST * 1.7 ** attempt * (1 + random);
}

export interface Patience {
  wait: (ms: number) => Promise<void>;
  stop: AbortSignal;
  /** Whether doing it twice is the same as once: so of all but of posting. */
  isRepeatable: boolean;
}

/** Runs it again where GitHub has not done it, or may not have and doing it twice does no harm. */
export async function patiently<T>(
  run: () => Promise<T>,
  { wait, stop, isRepeatable }: Patience,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await run();
    } catch (error) {
      const pause = pauseAfter(error, tried, isRepeatable);
      if (pause === undefined || tried >= TRIES || stop.aborted) throw error;
      await wait(pause);
    }
  }
}

/** Whether nobody knows if GitHub did it: the answer did not come, or was that of a gateway. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof GitHubError && statusOf(error) >= 500;
}

/** Milliseconds; undefined if another try is of no use, or not before long. */
function pauseAfter(error: unknown, tried: number, isRepeatable: boolean): number | undefined {
  if (!(error instanceof GitHubError)) return undefined;
  const limit = limitOf(error.cause, Date.now());
  const isWorthIt = limit !== undefined || (isRepeatable && statusOf(error) >= 500);
  if (!isWorthIt) return undefined;
  const seconds = limit?.seconds;
  if (seconds === undefined) return AGAIN * 2 ** tried;
  return seconds <= LONGEST ? seconds * 1000 : undefined;
}

function statusOf({ cause }: GitHubError): number {
  return (cause as { status?: number } | undefined)?.status ?? 0;
}

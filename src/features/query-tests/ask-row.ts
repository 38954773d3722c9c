// One query, asked for one row, until it is answered: while the platform says `Continue wait`, or for a while only that it cannot.

import type { JsonObject, QueryError } from "../../model/index.ts";
import {
  type Clock,
  delayBeforeNext,
  type Environment,
  findRuleAfterLook,
  type Platform,
  PlatformError,
} from "../../platform/index.ts";

/** Where data is asked for. The token is for this environment alone. */
export interface DataPlace {
  platform: Platform;
  environment: Environment;
  token: string;
}

/** `ms`: to the answer, from the first request; if there was a row, from the last that the platform could not take. */
export type RowAnswer = { ms: number; isEmpty: boolean } | FailedRow;

export interface FailedRow {
  ms: number | null;
  error: QueryError;
  /** The platform's own word on the query: `rejected` by the model, `broke` while it ran. Absent if there was none. */
  refusal?: "rejected" | "broke";
}

export interface AskOptions {
  clock: Clock;
  /** In milliseconds, waiting included. */
  deadlineMs: number;
  /** Ends it: rejects with the PlatformError `interrupted`. */
  signal: AbortSignal;
}

/** The platform answers `Continue wait` after it has waited itself: asking again is all that is left to do. */
const LONGEST_PAUSE_MS = 1000;
const FIRST_PAUSE_MS = 50;
/** What a platform, or what is in front of it, says for a while only. 500 is its last word on a query (field notes, A.10). */
const PASSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
/** Without a usable answer, but about this query alone: all others end the run, because no query would do better. */
const OF_ONE_QUERY: ReadonlySet<string> = new Set([
  "timeout",
  "connection-broken",
  "truncated-json",
  "not-json",
  "unexpected-answer",
  "answer-too-long",
]);
/** With a status of refusal, but about the request and not the query. */
const OF_THE_REQUEST: ReadonlySet<number> = new Set([401, 404, ...PASSES]);

/** Rejects with a UserError if no query can be answered: the token is refused, or nothing there is a data API. */
export async function askRow(
  { platform, environment, token }: DataPlace,
  query: JsonObject,
  { clock, deadlineMs, signal }: AskOptions,
): Promise<RowAnswer> {
  const late = new AbortController();
  const cancel = clock.after(deadlineMs, () => late.abort());
  const ends = AbortSignal.any([signal, late.signal]);
  const first = clock.now();
  let started = first;
  let waits = 0;
  let failures = 0;
  const tooLate = (): RowAnswer => ({ ms: clock.now() - first, error: timeout(deadlineMs) });
  try {
    for (;;) {
      try {
        const { data } = await platform.loadRows(environment, token, query, { signal: ends });
        return { ms: clock.now() - started, isEmpty: data.length === 0 };
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        if (late.signal.aborted && !signal.aborted) return tooLate();
        if (error.code === "continue-wait") {
          await clock.sleep(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** waits++), [ends]);
        } else {
          const elapsedMs = clock.now() - first;
          const pause = pauseAfter(error, { attempt: ++failures, elapsedMs });
          if (pause === undefined) return { ms: clock.now() - first, ...judge(error) };
          await clock.sleep(pause, [ends]);
          // What the platform could not take yet says nothing about the query.
          started = clock.now();
        }
        if (clock.now() - first >= deadlineMs && !signal.aborted) return tooLate();
      }
    }
  } finally {
    cancel();
  }
}

/** Reading rows twice harms nobody, so a POST is sent again here. */
function pauseAfter(error: PlatformError, tries: { attempt: number; elapsedMs: number }): number | undefined {
  if (!passes(error)) return undefined;
  const { kind, code, retryAfterMs } = error;
  return delayBeforeNext(findRuleAfterLook({ kind, code }), {
    ...tries,
    random: Math.random(),
    retryAfterMs,
  });
}

function passes({ kind, status }: PlatformError): boolean {
  return status === undefined ? kind !== "final" : PASSES.has(status);
}

/** What the query came to. Throws the error if it is not about this query. */
function judge(error: PlatformError): Omit<FailedRow, "ms"> {
  const { code, status, requestId, platformMessage } = error;
  const isPage = code === "no-such-operation" && status !== undefined && status < 400;
  const isOwn = status === undefined ? OF_ONE_QUERY.has(code) : status !== 401 && isAnswer(error);
  if (!isOwn && !isPage) throw error;
  const help = passes(error) ? adviseLater(error) : undefined;
  const refusal = refusalOf(error);
  return {
    error: {
      code,
      message: isPage
        ? "the platform answered with a web page, not with rows"
        : (platformMessage ?? error.message),
      ...(help !== undefined && { help }),
      ...(requestId !== undefined && { requestId }),
    },
    ...(refusal !== undefined && { refusal }),
  };
}

/** Only with the platform's words: without them anything in between may have answered. */
function refusalOf({ code, status = 0, platformMessage }: PlatformError): FailedRow["refusal"] {
  if (platformMessage === undefined) return undefined;
  if (status === 500) return "broke";
  if (status >= 400 && status < 500) return OF_THE_REQUEST.has(status) ? undefined : "rejected";
  return code === "unexpected-answer" ? "rejected" : undefined;
}

/** An answer of the data API, or one with a status of success that it cannot have meant. */
function isAnswer({ code, status = 0 }: PlatformError): boolean {
  return status >= 400 || OF_ONE_QUERY.has(code);
}

function adviseLater({ retryAfterMs }: PlatformError): string {
  return retryAfterMs === undefined
    ? "That is no fault of the query: run this again later."
    : `The platform asks to wait ${Math.ceil(retryAfterMs / 1000)} s before the next request. That is no fault of the query: run this again then.`;
}

const timeout = (ms: number): QueryError => ({
  code: "timeout",
  message: `no answer within ${ms / 1000} s`,
  help: "Run the query in the platform: if it takes as long there, viewers wait as long.",
});

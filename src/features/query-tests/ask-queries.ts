// Many queries at one place: so many in flight and no more, each and all within a deadline.

import type { JsonObject } from "../../model/index.ts";
import type { Clock } from "../../platform/index.ts";
import { askRow, type DataPlace, type RowAnswer } from "./ask-row.ts";

export interface Deadlines {
  /** One query, in milliseconds. */
  eachMs: number;
  /** All queries of a run, the waking of the model included, in milliseconds. */
  allMs: number;
}

export interface AskingOptions {
  clock: Clock;
  inFlight: number;
  deadlines: Deadlines;
  /** When the deadline for all has passed: what has no answer by then fails. */
  late: AbortSignal;
  /** Ctrl-C: rejects. */
  signal: AbortSignal;
}

/** What Ctrl-C rejects with, for the names of what has no answer yet. */
export type Stopped = (unanswered: readonly string[]) => Error;

/** Name → answer. Rejects with the first error that is not about one query, and leaves nothing in flight. */
export async function askQueries(
  place: DataPlace,
  queries: ReadonlyMap<string, JsonObject>,
  { clock, inFlight, deadlines, late, signal }: AskingOptions,
  stopped?: Stopped,
): Promise<Map<string, RowAnswer>> {
  const broken = new AbortController();
  const ends = AbortSignal.any([signal, late, broken.signal]);
  const answers = new Map<string, RowAnswer>();
  const waiting = [...queries];
  const outOfTime: RowAnswer = {
    ms: null,
    error: {
      code: "out-of-time",
      message: `no answer when the ${deadlines.allMs / 60_000} min of the run were over`,
      help: "Narrow the run with paths, --only or --against.",
    },
  };
  let failure: { cause: unknown } | undefined;

  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !failure; next = waiting.shift()) {
      const [name, query] = next;
      try {
        const options = { clock, deadlineMs: deadlines.eachMs, signal: ends };
        answers.set(name, late.aborted ? outOfTime : await askRow(place, query, options));
      } catch (cause) {
        if (late.aborted && !signal.aborted) answers.set(name, outOfTime);
        else {
          failure ??= { cause };
          broken.abort();
        }
      }
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  if (failure && signal.aborted && stopped)
    throw stopped([...queries.keys()].filter((name) => !answers.has(name)));
  if (failure) throw failure.cause;
  return answers;
}

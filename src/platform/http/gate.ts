// How many requests are in flight at once. Additive increase, multiplicative decrease, as TCP does it: a 429 halves the number,
// every full round of good answers allows one more, up to the initial number. Beyond that number it goes on only while the platform
// answers more of them as quickly as fewer, as TCP Vegas does it, and never after a 429.

import { onAbort } from "./abort.ts";

export interface Permit {
  /** Gives the place back; `slow-down` for a 429. */
  leave(outcome: Outcome): void;
}

export interface Outcome {
  answer: "fine" | "slow-down" | "other";
  /** From the request to its answer. */
  ms: number;
}

export interface Gate {
  /** Waits for a place; resolves to undefined if one of the signals aborts first. */
  enter(signals: readonly AbortSignal[]): Promise<Permit | undefined>;
  /** Requests allowed in flight now. */
  limit(): number;
  /** The most that were allowed so far. */
  peak(): number;
}

/** Of one number to the next: from 8 to 32 in six rounds. */
const GROWTH = 1.25;
/** Answers that take so much longer than those to fewer requests are not quick any more: more requests would only wait. */
const SLOWER = 1.3;

/** `first`: what is allowed at once. `most`: what may be in the end. */
export function openGate({ first, most = first }: { first: number; most?: number }): Gate {
  let allowed = first;
  let peak = first;
  let ceiling = most;
  let inside = 0;
  let goodSinceChange = 0;
  let msSinceChange = 0;
  /** The mean of the quickest round, in milliseconds. */
  let quickest = Number.POSITIVE_INFINITY;
  // A burst of 429s to requests sent at the same rate is one answer, not eight: only the first of a round halves the limit.
  let round = 0;
  const waiting = new Set<() => void>();

  function admit(): void {
    for (const start of waiting) {
      if (inside >= allowed) return;
      waiting.delete(start);
      start();
    }
  }

  function change(to: number): void {
    allowed = to;
    peak = Math.max(peak, allowed);
    goodSinceChange = 0;
    msSinceChange = 0;
  }

  /** What is allowed after a round of good answers. */
  function next(): number {
    if (allowed < first) return allowed + 1;
    const mean = msSinceChange / goodSinceChange;
    if (mean <= quickest * SLOWER) {
      quickest = Math.min(quickest, mean);
      return Math.min(ceiling, Math.ceil(allowed * GROWTH));
    }
    ceiling = Math.max(first, Math.floor(allowed / GROWTH));
    return ceiling;
  }

  function occupy(): Permit {
    inside++;
    const enteredIn = round;
    return {
      leave({ answer, ms }) {
        // Where nobody waits, more would be of no use, and how quick one alone is says nothing.
        const isFull = inside >= allowed;
        inside--;
        if (answer === "slow-down" && enteredIn === round) {
          ceiling = first;
          change(Math.max(1, Math.floor(allowed / 2)));
          round++;
        } else if (answer === "fine" && (allowed < first || (isFull && allowed < ceiling))) {
          goodSinceChange++;
          msSinceChange += ms;
          if (goodSinceChange >= allowed) change(next());
        }
        admit();
      },
    };
  }

  return {
    limit: () => allowed,
    peak: () => peak,
    enter(signals) {
      if (inside < allowed) return Promise.resolve(occupy());
      return new Promise((resolve) => {
        const finish = (permit: Permit | undefined): void => {
          waiting.delete(start);
          release();
          resolve(permit);
        };
        const start = (): void => finish(occupy());
        const release = onAbort(signals, () => finish(undefined));
        waiting.add(start);
      });
    },
  };
}

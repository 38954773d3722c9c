// How many requests are in flight at once. Additive increase, multiplicative decrease, as TCP does it: a 429 halves the number,
// every full round of good answers allows one more, up to the initial number.

import { onAbort } from "./abort.ts";

export interface Permit {
  /** Gives the place back; `slow-down` for a 429. */
  leave(outcome: "fine" | "slow-down" | "other"): void;
}

export interface Gate {
  /** Waits for a place; resolves to undefined if one of the signals aborts first. */
  enter(signals: readonly AbortSignal[]): Promise<Permit | undefined>;
  /** Requests allowed in flight now. */
  limit(): number;
}

export function openGate(most: number): Gate {
  let allowed = most;
  let inside = 0;
  let goodSinceChange = 0;
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

  function occupy(): Permit {
    inside++;
    const enteredIn = round;
    return {
      leave(outcome) {
        inside--;
        if (outcome === "slow-down" && enteredIn === round) {
          allowed = Math.max(1, Math.floor(allowed / 2));
          goodSinceChange = 0;
          round++;
        } else if (outcome === "fine" && allowed < most && ++goodSinceChange >= allowed) {
          allowed++;
          goodSinceChange = 0;
        }
        admit();
      },
    };
  }

  return {
    limit: () => allowed,
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

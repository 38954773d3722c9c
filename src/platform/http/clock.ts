// Time as the room sees it: injected, so that tests neither sleep nor measure.

import { onAbort } from "./abort.ts";

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or as soon as one of the signals aborts: the caller checks the signals again. */
  sleep(ms: number, signals: readonly AbortSignal[]): Promise<void>;
  /** Calls `run` after `ms` unless the returned function is called first. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signals) =>
    new Promise((resolve) => {
      const stop = (): void => {
        clearTimeout(timer);
        release();
        resolve();
      };
      const timer = setTimeout(stop, ms);
      const release = onAbort(signals, stop);
    }),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

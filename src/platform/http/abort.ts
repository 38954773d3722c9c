// One listener per signal, however many requests watch it: node warns of a leak from the eleventh listener on. None where none does.

interface Watcher {
  runs: Set<() => void>;
  /** Takes the listener off the signal: one that stays keeps a combined signal, and what its requests answered, in memory for good. */
  end(): void;
}

const watchers = new WeakMap<AbortSignal, Watcher>();

/**
 * Calls `run` when one of the signals aborts; a signal that already has calls it at the next turn, so that callers may finish
 * setting up. The returned function takes `run` back.
 */
export function onAbort(signals: readonly AbortSignal[], run: () => void): () => void {
  const releases = signals.map((signal) => watch(signal, run));
  return () => {
    for (const release of releases) release();
  };
}

function watch(signal: AbortSignal, run: () => void): () => void {
  const watcher = watchers.get(signal) ?? listenTo(signal);
  const { runs } = watcher;
  runs.add(run);
  if (signal.aborted) queueMicrotask(() => runs.has(run) && run());
  return () => {
    if (runs.delete(run) && runs.size === 0) watcher.end();
  };
}

/** Apart from watch, whose closures hold a request. */
function listenTo(signal: AbortSignal): Watcher {
  const runs = new Set<() => void>();
  const runAll = (): void => {
    for (const each of [...runs]) each();
  };
  signal.addEventListener("abort", runAll);
  const watcher: Watcher = {
    runs,
    end() {
      signal.removeEventListener("abort", runAll);
      watchers.delete(signal);
    },
  };
  watchers.set(signal, watcher);
  return watcher;
}

/** The `code` of errors because of an abort. */
export const ABORTED = "ABORTED";

/** Resolves or rejects with `work`, or rejects as soon as one of the signals aborts, although `work` goes on. */
export function unlessAborted<T>(work: Promise<T>, signals: readonly AbortSignal[]): Promise<T> {
  if (signals.length === 0) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(Object.assign(new Error(ABORTED), { code: ABORTED }));
    work.then(resolve, reject).finally(onAbort(signals, stop));
  });
}

export function isAborted(signals: readonly AbortSignal[]): boolean {
  return signals.some((signal) => signal.aborted);
}

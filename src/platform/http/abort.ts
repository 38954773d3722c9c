// One listener per signal, however many requests watch it: node warns of a leak from the eleventh listener on.

const watchers = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `run` when `signal` aborts; a signal that already has calls it at the next turn, so that callers may finish setting
 * up. The returned function takes `run` back.
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  let watching = watchers.get(signal);
  if (watching === undefined) {
    const created = new Set<() => void>();
    signal.addEventListener("abort", () => {
      for (const each of [...created]) each();
    });
    watchers.set(signal, created);
    watching = created;
  }
  const set = watching;
  set.add(run);
  if (signal.aborted) queueMicrotask(() => set.has(run) && run());
  return () => set.delete(run);
}

/** The `code` of what is rejected because of an abort. */
export const ABORTED = "ABORTED";

/** Settles like `work`, or rejects as soon as one of the signals aborts, although `work` goes on. */
export function unlessAborted<T>(work: Promise<T>, signals: readonly AbortSignal[]): Promise<T> {
  if (signals.length === 0) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(Object.assign(new Error(ABORTED), { code: ABORTED }));
    const releases = signals.map((signal) => onAbort(signal, stop));
    const release = (): void => {
      for (const each of releases) each();
    };
    work.then(resolve, reject).finally(release);
  });
}

export function isAborted(signals: readonly AbortSignal[]): boolean {
  return signals.some((signal) => signal.aborted);
}

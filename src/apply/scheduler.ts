// Runs tasks in parallel, started in the order of their list, until asked to stop.

/**
 * Runs `run` for each item with at most `atOnce()` at once, asked before each start because it may change. When `stop` aborts, no further
 * item is started but those that are `begun`, and those under way finish. Rejects with the first error thrown, after those under way have ended.
 */
export function runAll<T>(
  items: readonly T[],
  { atOnce, stop, begun = () => false }: { atOnce(): number; stop: AbortSignal; begun?(item: T): boolean },
  run: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let running = 0;
  let failed: { error: unknown } | undefined;
  return new Promise((resolve, reject) => {
    const start = async (item: T): Promise<void> => {
      try {
        await run(item);
      } catch (error) {
        failed ??= { error };
      }
      running -= 1;
      goOn();
    };
    const goOn = (): void => {
      while (next < items.length && running < Math.max(1, atOnce()) && !failed) {
        const item = items[next++] as T;
        if (stop.aborted && !begun(item)) continue;
        running += 1;
        void start(item);
      }
      if (running > 0) return;
      if (failed) reject(failed.error);
      else resolve();
    };
    goOn();
  });
}

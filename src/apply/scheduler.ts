// Runs tasks in parallel, started in the order of their list, until asked to stop.

/**
 * Runs `run` for each item with at most `concurrency` at once. When `stop` aborts, no further item is started and those under way
 * finish. Rejects with the first error thrown, after those under way have ended.
 */
export async function runAll<T>(
  items: readonly T[],
  options: { concurrency: number; stop: AbortSignal },
  run: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed: { error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (next < items.length && !options.stop.aborted && !failed) {
      const item = items[next++] as T;
      try {
        await run(item);
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.concurrency, items.length) }, worker));
  if (failed) throw failed.error;
}

// Runs tasks side by side, in order of their list, and stops taking new ones when asked to.

/**
 * Runs `run` for each item with at most `concurrency` at once. When `stop` aborts, no further item is started, those under way
 * finish, and the rest is returned. Rejects with the first error thrown, after what was under way has ended.
 */
export async function runAll<T>(
  items: readonly T[],
  options: { concurrency: number; stop: AbortSignal },
  run: (item: T) => Promise<void>,
): Promise<T[]> {
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
  return items.slice(next);
}

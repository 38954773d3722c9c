// Planning may be ended at any time; a write in progress is finished first.

export interface UntilWriting {
  /** For the connection: aborts with `stop`, but no longer once `beginWriting` was called. */
  signal: AbortSignal;
  /** From now on there may be something to finish or to put back, which takes a connection. */
  beginWriting(): void;
}

export function untilWriting(stop: AbortSignal | undefined): UntilWriting {
  const planning = new AbortController();
  const abort = () => planning.abort();
  if (stop?.aborted) abort();
  stop?.addEventListener("abort", abort);
  return { signal: planning.signal, beginWriting: () => stop?.removeEventListener("abort", abort) };
}

// Queries that two models compile to the same SQL: what the database says of one, it says of the other. The SQL itself is kept nowhere.

import type { JsonObject } from "../../model/index.ts";
import { canonical, shortDigest } from "../../plan/index.ts";
import { PlatformError } from "../../platform/index.ts";
import type { AskingOptions } from "./ask-queries.ts";
import type { DataPlace } from "./ask-row.ts";

/** SQL is compiled without the database: a place that takes longer for it, in milliseconds, does not answer for it. */
const EACH_MS = 30_000;
/** What is said of one query. After anything else, a place has no `/sql`, or does not open it to this token. */
const OF_ONE_QUERY: ReadonlySet<number> = new Set([400, 500]);

/**
 * The names of those whose SQL and data source are the same at both. What one of them does not compile is none of them. Rejects only for
 * Ctrl-C; when the time is over, it ends with what is known.
 */
export async function findSameSql(
  places: readonly [DataPlace, DataPlace],
  queries: ReadonlyMap<string, JsonObject>,
  { clock, inFlight, late, signal }: AskingOptions,
): Promise<Set<string>> {
  const same = new Set<string>();
  const waiting = [...queries];
  const broken = new AbortController();
  const ends = AbortSignal.any([signal, late, broken.signal]);

  /** Undefined if the place does not compile it. */
  async function compile({ platform, environment, token }: DataPlace, query: JsonObject) {
    const slow = new AbortController();
    const cancel = clock.after(EACH_MS, () => slow.abort());
    try {
      const call = { signal: AbortSignal.any([ends, slow.signal]) };
      const { sql, dataSource } = await platform.compileQuery(environment, token, query, call);
      return shortDigest(canonical([sql, dataSource]));
    } catch (error) {
      if (!(error instanceof PlatformError) || signal.aborted) throw error;
      if (!OF_ONE_QUERY.has(error.status ?? 0)) broken.abort();
      return undefined;
    } finally {
      cancel();
    }
  }

  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !ends.aborted; next = waiting.shift()) {
      const [name, query] = next;
      const [one, other] = await Promise.all(places.map((place) => compile(place, query)));
      if (one !== undefined && one === other) same.add(name);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.floor(inFlight / 2)) }, work));
  return same;
}

// Shards: a project cut into N parts that can be planned and applied separately, on N machines (contract 3, `--shard I/N`).

import { hash } from "node:crypto";
import { normalizeSlug, type Shard } from "../../model/index.ts";
import type { Declared } from "../state/declared.ts";
import type { DeclaredReport } from "../state/report-state.ts";
import type { LiveReport } from "../state/state.ts";

/** The shard, from 1 to `count`, of a key. It depends on nothing but the key, so adding or removing files moves no other. */
export function shardOf(key: string, count: number): number {
  // 48 bits fit into a number without loss, and are far more than any count.
  return (hash("sha256", key, "buffer").readUIntBE(0, 6) % count) + 1;
}

/** Whether the key belongs to the shard; if absent, every key does. */
export function isInShard(key: string, shard: Shard | undefined): boolean {
  return shard === undefined || shardOf(key, shard.count) === shard.index;
}

/** The key that decides a report's shard: its workbook's slug, else its own key. */
export function reportShardKey(key: string, workbook: unknown): string {
  return typeof workbook === "string" ? normalizeSlug(workbook) : key;
}

/** Reads `2/8`; undefined if the text is no shard. */
export function parseShard(text: string): Shard | undefined {
  if (!/^[1-9]\d{0,5}\/[1-9]\d{0,5}$/.test(text)) return undefined;
  const [index, count] = text.split("/").map(Number) as [number, number];
  return index > count ? undefined : { index, count };
}

export interface ReportPair {
  declared: DeclaredReport;
  live: LiveReport | undefined;
}

/**
 * The reports that a shard writes: its own, and those of others that its workbooks draw and that either are missing or must be right
 * before one of its workbooks is published, which freezes them. Two shards that write the same report write the same.
 */
export function reportsOfShard<T extends ReportPair>(
  pairs: readonly T[],
  declared: Iterable<Pick<Declared, "publish" | "references">>,
  shard: Shard | undefined,
): T[] {
  if (shard === undefined) return [...pairs];
  const workbooks = [...declared];
  const drawn = new Set(workbooks.flatMap(({ references }) => references));
  const frozen = new Set(workbooks.flatMap(({ publish, references }) => (publish ? references : [])));
  return pairs.filter(({ declared: { key, state }, live }) => {
    if (isInShard(reportShardKey(key, state.workbook), shard)) return true;
    return live ? frozen.has(key) : drawn.has(key);
  });
}

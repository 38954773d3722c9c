// --shard I/N, as it is written on the command line.

import { type Shard, UsageError } from "../model/index.ts";
import { parseShard } from "../plan/index.ts";

/** Undefined if none was asked for. Throws a UsageError for what is no shard. */
export function readShard(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const shard = parseShard(text);
  if (shard) return shard;
  throw new UsageError(`--shard takes I/N, as 2/8 for the second of eight, not ${JSON.stringify(text)}`, [
    "I counts from 1 to N.",
  ]);
}

import { type FaultKind, type Faults, ONLY } from "./faults.ts";

export interface RequestKind {
  /** A request for the API description. */
  spec: boolean;
  post: boolean;
  /** A create-or-update, which `conflict` can hit. */
  upsert: boolean;
  /** A query for rows. */
  rows: boolean;
}

/**
 * Decides for each request in turn which fault hits it, if any. The sequence depends only on `faults` and on the kinds of the
 * requests, so a run can be repeated.
 */
export function rollFaults(faults: Faults): (request: RequestKind) => FaultKind | undefined {
  const random = mulberry32(faults.seed);
  const counts = faults.rules.map(() => 0);
  return (request) => {
    const { spec, post } = request;
    if ((spec && !faults.spec) || (faults.posts && !post)) return undefined;
    let hit: FaultKind | undefined;
    for (const [index, rule] of faults.rules.entries()) {
      const only = ONLY[rule.kind];
      if (only !== undefined && !request[only]) continue;
      // Every rule counts or draws, hit or not: one rule never shifts another.
      counts[index]! += 1;
      const hits = "every" in rule ? counts[index]! % rule.every === 0 : random() < rule.rate;
      if (hits) hit ??= rule.kind;
    }
    return hit;
  };
}

/** Tommy Ettinger's mulberry32, public domain: 32 bits of state, good enough to scatter faults. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

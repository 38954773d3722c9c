// The waves in which a fleet is applied: `1,10%,rest` (contract 15).

import { UsageError } from "./errors.ts";

/** One part of `--waves`: so many targets, such a share of all of them, or what is left. */
export type WaveSize = { targets: number } | { share: number } | "rest";

const HOW = "Write numbers of targets, percentages of all of them, and `rest` at the end: --waves 1,10%,rest";

/** Throws a UsageError for what is no list of waves, for a wave of 0, and for anything behind `rest`. */
export function parseWaves(text: string): WaveSize[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.map((part, index) => {
    if (part === "rest") {
      if (index === parts.length - 1) return "rest";
      throw new UsageError("`rest` is the last of the waves: nothing is left behind it", [HOW]);
    }
    const share = /^(\d{1,3})%$/.exec(part)?.[1];
    const targets = /^\d{1,6}$/.test(part) ? Number(part) : undefined;
    const number = share === undefined ? targets : Number(share);
    if (number === undefined) throw new UsageError(`${JSON.stringify(part)} is no wave`, [HOW]);
    if (number === 0) throw new UsageError(`a wave of ${part} has no target`, [HOW]);
    if (share === undefined) return { targets: number };
    if (number > 100) throw new UsageError(`a wave of ${part} is more than all targets`, [HOW]);
    return { share: number / 100 };
  });
}

/**
 * The members in waves, in their order; shares are of all of them, rounded up. Waves that would be empty, because all have had their turn, are
 * left out. Throws a UsageError if some would be in no wave.
 */
export function cutWaves<T>(members: readonly T[], sizes: readonly WaveSize[]): T[][] {
  let left = [...members];
  const waves = sizes.map((size) => {
    const wanted =
      size === "rest"
        ? left.length
        : "share" in size
          ? Math.ceil(size.share * members.length - 1e-9)
          : size.targets;
    const wave = left.slice(0, wanted);
    left = left.slice(wanted);
    return wave;
  });
  if (left.length > 0) {
    const many = left.length === 1 ? "1 target is" : `${left.length} targets are`;
    throw new UsageError(`${many} in none of the waves`, ["End them with `rest`: --waves 1,10%,rest"]);
  }
  return waves.filter((wave) => wave.length > 0);
}

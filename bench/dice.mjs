// Reproducible choices: the same seed rolls the same numbers on every machine (mulberry32).

export function dice(seed) {
  let state = (seed + 1) * 0x9e3779b9;
  const below = (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { below, pick: (list) => list[below(list.length)] };
}

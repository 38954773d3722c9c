// The moves within a list of widget ids, as few as possible.

/** An id that moved: now right before `before`, or at the end. */
export interface Move {
  id: string;
  before?: string;
}

/** The fewest moves that turn the order `from` into `to`; ids that only one of them holds are shown elsewhere. */
export function widgetMoves(from: readonly string[], to: readonly string[]): Move[] {
  const oldPlace = new Map(from.map((id, index) => [id, index]));
  const kept = new Set(to);
  const common = to.filter((id) => oldPlace.has(id) && kept.delete(id));
  const still = longestRising(common.map((id) => oldPlace.get(id) ?? 0));
  const moves: Move[] = [];
  let next: string | undefined;
  for (let index = common.length - 1; index >= 0; index--) {
    const id = common[index] ?? "";
    if (!still.has(index)) moves.unshift(next === undefined ? { id } : { id, before: next });
    next = id;
  }
  return moves;
}

/** The indexes of one longest rising subsequence (patience sorting). */
function longestRising(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? ends[low - 1] : undefined;
    ends[low] = index;
  }
  const found = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) found.add(at);
  return found;
}

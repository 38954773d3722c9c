// How much of what has many cases is tried: a tenth in `npm test`, all in `npm run test:full`, or BOARDWRIGHT_RUNS.

/** How many random cases a property is tried with. */
export function runs(full: number): number {
  const { BOARDWRIGHT_RUNS, BOARDWRIGHT_FULL } = process.env;
  return Number(BOARDWRIGHT_RUNS ?? (BOARDWRIGHT_FULL ? full : Math.ceil(full / 10)));
}

/** Which rows of a table of cases that take long: the first of ten, in order. */
export function rows<T>(table: readonly T[]): readonly T[] {
  return table.slice(0, runs(table.length));
}

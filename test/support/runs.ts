// How much of what has many cases is tried: a tenth in `npm test`, all in `npm run test:full`, or BOARDWRIGHT_RUNS.

const { BOARDWRIGHT_FULL } = process.env;

/** Whether this is `npm run test:full`. */
export const IS_FULL = BOARDWRIGHT_FULL !== undefined;

/** How many random cases a property is tried with. */
export function runs(full: number): number {
  return Number(process.env.BOARDWRIGHT_RUNS ?? (IS_FULL ? full : Math.ceil(full / 10)));
}

/** Which rows of a table of cases that take long: the first of ten, in order. */
export function rows<T>(table: readonly T[]): readonly T[] {
  return table.slice(0, runs(table.length));
}

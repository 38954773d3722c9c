// How many random cases a property is tried with: a tenth of them in `npm test`, all in `npm run test:full`, or BOARDWRIGHT_RUNS.

export function runs(full: number): number {
  const { BOARDWRIGHT_RUNS, BOARDWRIGHT_FULL } = process.env;
  return Number(BOARDWRIGHT_RUNS ?? (BOARDWRIGHT_FULL ? full : Math.ceil(full / 10)));
}

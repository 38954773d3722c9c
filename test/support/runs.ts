// How many random cases a property is tried with: all of them in `npm test`, a tenth in `npm run test:quick`, or BOARDWRIGHT_RUNS.

export function runs(full: number): number {
  const { BOARDWRIGHT_RUNS, BOARDWRIGHT_FULL } = process.env;
  return Number(BOARDWRIGHT_RUNS ?? (BOARDWRIGHT_FULL ? full : Math.ceil(full / 10)));
}

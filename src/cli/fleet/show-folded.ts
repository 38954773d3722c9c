// Plans of several targets, those that are alike once.

import type { Plan } from "../../model/index.ts";
import { foldPlans, listNames } from "../../report/index.ts";

/** Characters of the names of targets with one plan. */
const NAMES = 300;

/** Prints the first of each that are alike, and the names of the others. */
export function showFolded<T extends { plan: Plan }>(
  planned: readonly T[],
  textOf: (one: T) => string,
  print: (text: string) => void,
): void {
  for (const [one, ...others] of foldPlans(planned)) {
    print(`${textOf(one)}\n`);
    const names = others.map(({ plan }) => plan.target.name);
    if (names.length > 0) print(`The same for ${names.length} more: ${listNames(names, NAMES)}.\n\n`);
  }
}

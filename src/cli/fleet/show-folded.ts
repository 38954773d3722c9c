// Plans of several targets, those that are alike once.

import type { Plan } from "../../model/index.ts";
import { foldPlans } from "../../report/index.ts";
import { withOthers } from "./each-target.ts";

/** Prints the first of each that are alike, and the names of the others. */
export function showFolded<T extends { plan: Plan }>(
  planned: readonly T[],
  textOf: (one: T) => string,
  print: (text: string) => void,
): void {
  for (const [one, ...others] of foldPlans(planned)) {
    const names = others.map(({ plan }) => plan.target.name);
    print(withOthers(textOf(one), names));
  }
}

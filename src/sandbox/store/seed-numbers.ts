import { badSeed, isId } from "./seed-fields.ts";

/**
 * Gives out numbers of one kind from `first` on, passing over those that the seed gives (`given`, in whatever order), and
 * refuses one given twice. For what has a sequence of its own beside the content's: users, branches, environments.
 */
export function numberRows(
  from: string,
  first: number,
  given: readonly unknown[],
): (own: unknown, at: string) => number {
  const reserved = new Set(given.filter(isId));
  const taken = new Set<number>();
  let next = first;
  return (own, at) => {
    if (own !== undefined && own !== null) {
      if (!isId(own))
        throw badSeed(from, `${at}: ${JSON.stringify(own)} is no id: a positive whole number is`);
      if (taken.has(own)) throw badSeed(from, `${at}: the id ${own} is given twice`);
      taken.add(own);
      return own;
    }
    while (reserved.has(next) || taken.has(next)) next += 1;
    taken.add(next);
    return next;
  };
}

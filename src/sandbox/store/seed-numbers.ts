import { isObject, type JsonObject } from "../../model/index.ts";
import type { ContentKind } from "./records.ts";
import { badSeed, isId, rowsOf } from "./seed-fields.ts";

/** The first id for content if a seed has none: looks like an id, not like an index. */
const FIRST_ID = 101;

/** One sequence of numbers. */
export interface Numbering {
  /** The row's own number if it has one; throws UserError if it is not an id or used twice. `at` names the row. */
  take(own: unknown, at: string): number;
  /** The next number of the sequence. */
  next(): number;
}

/** Assigns numbers of one kind from `first` on, skipping those in the seed (`given`, in any order). */
export function numberRows(from: string, first: number, given: readonly unknown[] = []): Numbering {
  const reserved = new Set(given.filter(isId));
  const taken = new Set<number>();
  let next = first;
  return {
    next: () => next,
    take(own, at) {
      if (own !== undefined && own !== null) {
        if (!isId(own))
          throw badSeed(from, `${at}: ${JSON.stringify(own)} is not an id: use a positive whole number`);
        if (taken.has(own)) throw badSeed(from, `${at}: the id ${own} is used twice`);
        taken.add(own);
        return own;
      }
      while (reserved.has(next) || taken.has(next)) next += 1;
      taken.add(next);
      return next++;
    },
  };
}

/** Content has one sequence, above every id in the seed; with `perKind` each kind has one, above its own ids. */
export function numberContent(
  seed: JsonObject,
  from: string,
  perKind: boolean,
): Record<ContentKind, Numbering> {
  const number = (...areas: ContentKind[]): Numbering => {
    const rows = areas.flatMap((area) => rowsOf(seed, area, from));
    const holders = rows.flatMap((row) => [row, row.publishedDashboard].filter(isObject));
    const ids = holders.flatMap(({ id, versionId }) => [id, versionId]).filter(isId);
    const highest = ids.reduce((most, id) => Math.max(most, id), FIRST_ID - 1);
    return numberRows(from, Math.max(highest + 1, isId(seed.nextId) ? seed.nextId : 0));
  };
  if (perKind)
    return { folders: number("folders"), workbooks: number("workbooks"), reports: number("reports") };
  const all = number("folders", "workbooks", "reports");
  return { folders: all, workbooks: all, reports: all };
}

// Lists that leave out fields of reports, such as their queries, though the read of one report shows them. A field that is not in a list at
// all was not seen: taken for empty, it would look as if somebody had removed it.

import type { WireReport } from "../platform/index.ts";
import { spread } from "./hidden-stamps.ts";

/** What planning compares, and `meta` apart, which has a watch of its own. */
const FIELDS = ["title", "jsonQuery", "sqlQuery", "pivotItems", "workbookId", "version"] as const;

export interface FieldWatch {
  /** Takes reports as they are listed, wanted or not. */
  see(reports: readonly WireReport[]): void;
  /** Whether the list leaves out what some of these reports have. Reads three at most, and none if each field is in some item. */
  areLeftOut(reports: readonly WireReport[]): Promise<boolean>;
}

/** `read`: one report by itself; undefined if it is gone or may not be read. */
export function watchFields(read: (id: number) => Promise<WireReport | undefined>): FieldWatch {
  let unseen: readonly (typeof FIELDS)[number][] = FIELDS;
  return {
    see(reports) {
      unseen = unseen.filter((field) => reports.every((report) => report[field] === undefined));
    },
    async areLeftOut(reports) {
      if (unseen.length === 0) return false;
      // A report draws what one of its two queries gives: one without any is the likeliest to have more.
      const blank = reports.filter(({ jsonQuery, sqlQuery }) => jsonQuery == null && sqlQuery == null);
      const some = spread(blank.length > 0 ? blank : reports);
      const found = await Promise.all(some.map(({ id }) => read(id)));
      return found.some((report) => report && unseen.some((field) => report[field] != null));
    },
  };
}

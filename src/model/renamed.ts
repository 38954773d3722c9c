// A name that changes in the files: what was asked for, and what reads otherwise then.

import type { Place } from "./diagnostic.ts";

export const RENAMED_KINDS = ["workbook", "report", "member", "target"] as const;
export type RenamedKind = (typeof RENAMED_KINDS)[number];

export interface Renaming {
  kind: RenamedKind;
  /** Of a member: `orders.count`, or a whole view, `orders`. */
  from: string;
  to: string;
}

export interface Renamed {
  renaming: Renaming;
  /** Project-relative path → the text as it is and as it shall be. */
  texts: ReadonlyMap<string, { before: string; after: string }>;
  /** What reads otherwise, as it was placed before. */
  places: readonly Place[];
  /** Texts, SQL and comments that name a member still: nothing says that they mean it. */
  left: readonly Place[];
}

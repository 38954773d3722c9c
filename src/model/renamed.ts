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

/** The name alone, wherever it is in a text that is JSON: no letter, digit or dot before it, and none of a longer name behind it. */
export function renameWithin({ from, to }: Omit<Renaming, "kind">, text: string): string {
  const name = from.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const behind = from.includes(".") ? "(?![\\p{L}\\p{N}_])" : "(?=\\.)";
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_.])${name}${behind}`, "gu"), () => to);
}

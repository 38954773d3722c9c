// What real platforms may do: the document and the field notes state it or leave it open. Each is off unless it is asked for, so that a client can be tested against it.

import { type JsonObject, UsageError } from "../../model/index.ts";

/** Each behaviour, in words that complete "the platform …". */
export const QUIRKS = {
  "mixed-lists":
    "lists folders and reports among the workbooks, folders first, and tells them apart by `type` alone",
  "ids-per-kind": "numbers folders, workbooks and reports each by themselves, so that ids are equal",
  "lists-without-meta": "leaves `meta` out of the items of lists",
  "late-lists": "lists a new workbook only from the third list on, or from the N-th with late-lists:N",
  "empty-pages": "answers every second page of a list without an item, and with one to come",
  "duplicate-slugs":
    "lets several workbooks have one slug; the last that got it is the one that an upsert finds",
  "big-integers": "keeps whole numbers above 2^53 exactly, and answers them so",
  "trims-strings": "trims every text that is written",
  "fills-defaults":
    "fills in defaults where a draft says nothing: what `heal` does, and ten keys of settings and layout; of a report, three keys of its query and pivot items",
  "keeps-edits":
    "keeps an edit made in its UI as it is, and makes its own only of what is written through the API",
  "fills-publications":
    "fills in two keys of settings, and one of each chart's style, in what it publishes; the draft stays as it is",
  "drops-nulls": "drops every key whose value is null",
  "sorts-keys": "answers objects with their keys in another order: the shortest first",
  "deletes-reports": "deletes the reports of a workbook with it",
  "merges-report-meta": "merges the `meta` of a report at every depth instead of replacing it",
} as const;

export type Quirk = keyof typeof QUIRKS;

export interface Quirks {
  has(quirk: Quirk): boolean;
  /** From which list on a new workbook is in it; 1 is at once. */
  listedFrom: number;
}

/** Reads names separated by commas, or a list of them; none by default. Throws UsageError naming the bad one. */
export function parseQuirks(option: string | readonly string[] = []): Quirks {
  const items = typeof option === "string" ? option.split(",").map((item) => item.trim()) : option;
  const names = new Set<string>();
  let listedFrom = 1;
  for (const item of items) {
    if (item === "" && items.length === 1) continue;
    const [, name = "", count] = /^([a-z-]*)(?::(\d+))?$/.exec(item) ?? [];
    if (!Object.hasOwn(QUIRKS, name) || (count !== undefined && name !== "late-lists")) throw wrong(item);
    if (name === "late-lists") listedFrom = count === undefined ? 3 : Number(count);
    names.add(name);
  }
  return { has: (quirk) => names.has(quirk), listedFrom };
}

/** An item of a list, with what lists show of its `meta`. */
export function asListed<Item extends JsonObject>({ has }: Quirks, item: Item): JsonObject {
  const { meta: _, ...rest } = item;
  return has("lists-without-meta") ? rest : item;
}

function wrong(item: string): UsageError {
  return new UsageError(`there is no quirk "${item}"`, [
    `Write names separated by commas: ${Object.keys(QUIRKS).join(", ")}. late-lists also takes a number, as in late-lists:5.`,
  ]);
}

// How a text that names a member reads afterwards.

import type { Json, Renaming } from "../model/index.ts";

/** The text of a member with the new name; undefined if it names another one. `orders.created_at.month` names `orders.created_at`. */
export function renamedMember({ from, to }: Renaming, text: string): string | undefined {
  if (text === from) return to;
  return text.startsWith(`${from}.`) ? to + text.slice(from.length) : undefined;
}

/** The name alone, wherever it stands in a text that is JSON: no letter, digit or dot before it, and none of a longer name behind it. */
export function renameWithin({ from, to }: Renaming, text: string): string {
  const name = from.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const behind = from.includes(".") ? "(?![\\p{L}\\p{N}_])" : "(?=\\.)";
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_.])${name}${behind}`, "gu"), () => to);
}

/** Changes every text and every key below a value. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)]),
  );
}

// A moment for people.

import { excerpt } from "./value-text.ts";

/** `2026-11-20 08:10 UTC`, or the given words, escaped, if they are no time. */
export function momentText(text: string): string {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return excerpt(text, 0, 40);
  return `${moment.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

// How the texts of options become values. The message of an InvalidArgumentError says what the option takes: see usage-text.ts.

import { InvalidArgumentError } from "commander";
import { parseDeployment, parseDuration, UsageError } from "../model/index.ts";
import type { OptionLine } from "./declaration.ts";

/** For an option that may be repeated. */
export function collect(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), text];
}

/** Among the globs of `--only`, those with `!` in front leave out what they match. */
export const EXCEPT: OptionLine = [
  "--except <glob>",
  "leave out the slugs that match (repeatable)",
  (text, before) => collect(`!${text}`, before),
  "only",
];

/** For an option that takes several values, separated by commas, and may be repeated. */
export function splitList(text: string, before: string[] | undefined): string[] {
  const items = text.split(",").map((item) => item.trim());
  return [...(before ?? []), ...items.filter((item) => item !== "")];
}

/** For an option whose variable may be unset in a script. */
export function notEmpty(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("what is not empty");
  return text;
}

/** For an option that takes one of a few words. */
export function oneOf(...words: string[]): (text: string) => string {
  return (text) => {
    if (words.includes(text)) return text;
    throw new InvalidArgumentError(words.join(" or "));
  };
}

/** A day or a moment that is on the calendar, as it is written. */
export function isoDate(text: string): string {
  const [, day = ""] =
    /^(\d{4}-\d\d-\d\d)(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/.exec(text) ??
    [];
  const at = new Date(`${day}T00:00Z`);
  if (!Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)) return text;
  throw new InvalidArgumentError("an ISO 8601 date, like 2026-11-01 or 2026-11-01T08:00:00Z");
}

export function wholeNumber(text: string): number {
  if (/^\d{10,}$/.test(text)) throw new InvalidArgumentError("a whole number of at most 9 digits");
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("a whole number");
  return Number(text);
}

export function positiveNumber(text: string): number {
  if (wholeNumber(text) < 1) throw new InvalidArgumentError("a whole number, 1 or more");
  return Number(text);
}

/** A duration, in milliseconds. */
export function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError("a duration such as 10s, 500ms or 2m");
  return ms;
}

/** Characters of a text that says anything. */
export function textLimit(text: string): number {
  if (wholeNumber(text) < 1000) throw new InvalidArgumentError("a whole number of characters, 1000 or more");
  return Number(text);
}

export function portNumber(text: string): number {
  if (wholeNumber(text) > 65_535) throw new InvalidArgumentError("a port of at most 65535");
  return Number(text);
}

export function deploymentId(text: string): number {
  try {
    return parseDeployment(text);
  } catch (error) {
    if (error instanceof UsageError) throw new InvalidArgumentError("a positive whole number");
    throw error;
  }
}

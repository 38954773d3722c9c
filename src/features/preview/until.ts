// The end of a preview: given as a time to live, kept in its stamp, and past or not.

import { UsageError } from "../../model/index.ts";
import type { LivePreview } from "./read.ts";

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** A preview that nobody misses for a year needs no end. */
const LONGEST = 365 * 86_400_000;

/** `30m`, `72h`, `3d` → milliseconds. Throws a UsageError. */
export function readTtl(text: string): number {
  const [, amount = "", unit = ""] = /^([1-9]\d{0,5})([mhd])$/.exec(text.trim()) ?? [];
  const ms = Number(amount) * (UNITS[unit] ?? 0);
  if (ms > 0 && ms <= LONGEST) return ms;
  throw new UsageError(`${JSON.stringify(text)} cannot be the time that a preview stays up`, [
    "It is a whole number of minutes, hours or days, 365 days at most: 30m, 72h or 3d.",
  ]);
}

/** The second in which a preview that is put up now ends, ISO 8601 in UTC. */
export function endOf(ttl: string, now: number): string {
  return new Date(now + readTtl(ttl)).toISOString().replace(/\.\d+Z$/, "Z");
}

/**
 * When the preview that these are of ends; undefined if it has no end. Its workbooks say so, and its reports only if no workbook is left. An
 * `up` that was cut short leaves copies with the end of the one before: then the later end counts, and none is later than any.
 */
export function untilOf(items: readonly Pick<LivePreview, "kind" | "mark">[]): string | undefined {
  const workbooks = items.filter(({ kind }) => kind === "workbook");
  const ends = (workbooks.length > 0 ? workbooks : items).map(({ mark }) => mark.until);
  if (ends.includes(undefined)) return undefined;
  return ends.reduce((one, other) => (Date.parse(one as string) < Date.parse(other as string) ? other : one));
}

export function isPast(until: string | undefined, now: number): boolean {
  return until !== undefined && Date.parse(until) <= now;
}

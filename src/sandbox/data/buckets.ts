// The buckets of a time dimension: what `last 12 months` by month stands for.

import type { Json } from "../../model/index.ts";

const DAY = 86_400_000;
const MONTHS: Record<string, number> = { month: 1, quarter: 3, year: 12 };
const MILLISECONDS: Record<string, number> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY,
  week: 7 * DAY,
};
/** Without a range, and at most. */
const USUAL = 12;
const MOST = 400;

export interface Bucket {
  /** As the data API writes a time. */
  start: string;
  /** Its number since the epoch: neighbours differ by one. */
  index: number;
}

/** Oldest first. A granularity of the model's own counts as a month. */
export function bucketsOf(granularity: string, dateRange: Json | undefined, now: string): Bucket[] {
  const { from, to } = rangeOf(dateRange, Date.parse(now)) ?? {};
  const last = indexOf(granularity, to ?? Date.parse(now));
  const first = from === undefined ? last - USUAL + 1 : indexOf(granularity, from);
  const length = Math.max(1, Math.min(MOST, last - first + 1));
  return Array.from({ length }, (_, at) => {
    const index = last - length + 1 + at;
    return { index, start: new Date(startOf(granularity, index)).toISOString().slice(0, -1) };
  });
}

function indexOf(granularity: string, at: number): number {
  const length = MILLISECONDS[granularity];
  // Weeks begin on Monday; the epoch was a Thursday.
  if (length !== undefined) return Math.floor((at + (granularity === "week" ? 3 * DAY : 0)) / length);
  const date = new Date(at);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return Math.floor(months / (MONTHS[granularity] ?? 1));
}

function startOf(granularity: string, index: number): number {
  const length = MILLISECONDS[granularity];
  if (length !== undefined) return index * length - (granularity === "week" ? 3 * DAY : 0);
  // `Date.UTC` takes the years 0 to 99 for those of the last century.
  return new Date(0).setUTCFullYear(0, index * (MONTHS[granularity] ?? 1), 1);
}

function rangeOf(range: Json | undefined, now: number): { from: number; to: number } | undefined {
  if (Array.isArray(range)) {
    const [from, to = from] = range.map((one) => Date.parse(String(one)));
    return from === undefined || Number.isNaN(from) || Number.isNaN(to) ? undefined : { from, to: to! };
  }
  if (typeof range !== "string") return undefined;
  const text = range.toLowerCase();
  const counted = /(?:last|past) (\d+) (day|week|month|quarter|year)s?/.exec(text);
  if (counted) return { from: before(now, Number(counted[1]) - 1, counted[2]!), to: now };
  const one = /(this|last) (day|week|month|quarter|year)/.exec(text);
  if (one?.[1] === "this") return { from: startOf(one[2]!, indexOf(one[2]!, now)), to: now };
  if (one) {
    const index = indexOf(one[2]!, now);
    return { from: startOf(one[2]!, index - 1), to: startOf(one[2]!, index) - 1 };
  }
  const day = Date.parse(range);
  return Number.isNaN(day) ? undefined : { from: day, to: day };
}

const before = (now: number, count: number, unit: string) => startOf(unit, indexOf(unit, now) - count);

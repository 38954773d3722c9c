// What an edit of one widget leaves alone: the widgets beside it, in the dashboard, in the overrides and in `layouts`.
import { isObject, type Json, ownValue } from "../model/index.ts";
import { addSpared, type Job, type ValueEdit } from "./job.ts";
import type { Slot } from "./slots.ts";
import { same } from "./values/same.ts";
import { idOf } from "./values/unmerge.ts";

/** Levels below a declaration's own value at which a widget is one value: in its list, in a target's overrides, in `layouts`. */
const LEVELS = { list: 3, override: 5, layouts: 2 } as const;

/**
 * Whether writing this text for the value would write widgets anew that stay as they are, while the job is to spare them: then their place
 * is noted. `written`: the whole value, or only what changes of a map.
 */
export function mustSpare(
  job: Job,
  slot: Slot,
  { now, written, nulls, depth }: Pick<ValueEdit, "now" | "nulls" | "depth"> & { written: Json },
): boolean {
  if (!job.isSparing) return false;
  const level = job.style.layouts ? LEVELS.layouts : nulls.remove ? LEVELS.override : LEVELS.list;
  if (depth >= level || !holdsKept(now, written, level - depth)) return false;
  addSpared(job, slot);
  return true;
}

function holdsKept(now: Json | undefined, written: Json, levels: number): boolean {
  if (levels === 0) return now !== undefined && same(now, written);
  if (Array.isArray(now) && Array.isArray(written))
    return written.some((one) => {
      const before = now.find((other) => idOf(other) === idOf(one));
      return holdsKept(before, one, levels - 1);
    });
  if (!isObject(now) || !isObject(written)) return false;
  return Object.entries(written).some(([key, value]) => holdsKept(ownValue(now, key), value, levels - 1));
}

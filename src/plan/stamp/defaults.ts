// What the platform filled in beside what was asked for: what of it stays, is gone, or is put back.

import { isObject, type Json, ownValue } from "../../model/index.ts";
import { extendsValue } from "../state/extends-value.ts";
import type { Sides } from "./sides.ts";

/** Keys that the platform had filled in and that are gone, where the files still ask for what they were filled into. */
export function lostDefaults({ live, desired, asked, expected }: Sides): string[] {
  const isAskedStill = asked === undefined ? desired === undefined : isObject(asked) && isObject(desired);
  if (!isAskedStill || !isObject(expected)) return [];
  const isThere = (key: string): boolean =>
    [live, desired, asked].some((side) => isObject(side) && Object.hasOwn(side, key));
  return Object.keys(expected).filter((key) => !isThere(key));
}

/** Whether the platform filled in something within what was asked for, and it is still live: it stays, whatever the files say. */
export function keepsDefault(
  live: Json | undefined,
  asked: Json | undefined,
  expected: Json | undefined,
): boolean {
  if (expected === undefined) return false;
  if (asked === undefined) return true;
  if (!isObject(live) || !isObject(asked) || !isObject(expected)) return false;
  return Object.keys(live).some((key) =>
    keepsDefault(ownValue(live, key), ownValue(asked, key), ownValue(expected, key)),
  );
}

/** What is declared, with what the platform had filled in there. */
export function withDefaults(desired: Json | undefined, expected: Json | undefined): Json | undefined {
  if (desired === undefined || expected === undefined) return desired ?? expected;
  return extendsValue(desired, expected) ? expected : desired;
}

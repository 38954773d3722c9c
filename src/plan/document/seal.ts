// Seals: who holds the key has written this, here, and nobody has changed it since. An HMAC (RFC 2104) with SHA-256.

import { createHmac, timingSafeEqual } from "node:crypto";
import { writeJson } from "../../model/index.ts";

/** What a seal is of. A seal of one is none of another, whatever its fields are. */
export type Sealed =
  | "review comment"
  | "saved plan"
  | "run record"
  | "backup"
  | "outcome"
  | "proposal"
  | "name of the key";

const FORM = /^[0-9a-f]{64}$/;

/** 64 hexadecimal digits over all fields, in their order. Fields cannot run into each other: they are sealed as a JSON array. */
export function seal(key: string, what: Sealed, fields: readonly string[]): string {
  return createHmac("sha256", key)
    .update(writeJson(["boardwright", 1, what, ...fields]))
    .digest("hex");
}

/** Whether the seal holds: made with this key, of this, over these fields. How long it takes says nothing about the right one. */
export function isSealed(
  found: string | undefined,
  key: string,
  what: Sealed,
  fields: readonly string[],
): boolean {
  if (found === undefined || !FORM.test(found)) return false;
  return timingSafeEqual(Buffer.from(found, "hex"), Buffer.from(seal(key, what, fields), "hex"));
}

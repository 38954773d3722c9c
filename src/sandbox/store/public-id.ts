import { createHash } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A public id like the platform's: 12 characters of base 62. Derived, not random, so that runs can be repeated. */
export function derivePublicId(kind: string, ...parts: number[]): string {
  const bytes = createHash("sha256")
    .update(`sandbox ${kind} ${parts.join("/")}`)
    .digest()
    .subarray(0, 12);
  return Array.from(bytes, (byte) => ALPHABET[byte % 62]).join("");
}

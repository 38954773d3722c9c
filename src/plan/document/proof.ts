// The proof that a document carries: a digest of all the rest, which holds until somebody changes a value, and under a review key a seal,
// which nobody else can make.

import { createHmac, timingSafeEqual } from "node:crypto";
import { findRepeatedKey, isObject, type JsonObject, shorten, writeJson } from "../../model/index.ts";
import { digest } from "../state/canonical.ts";

// Seals: who holds the key has written this, here, and nobody has changed it since. An HMAC (RFC 2104) with SHA-256.

/** What a seal is of. A seal of one is none of another, whatever its fields are. */
type Sealed =
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

export interface Proof {
  /** `sha256:…` of everything else. */
  digest: string;
  /** Over the digest, if a review key is given. */
  seal?: string;
}

/** Why a document is not what was written: in words that follow its name. */
export type ProofProblem =
  | "carries no digest"
  | "was changed since it was written: its digest does not hold"
  | "carries no seal, and a review key is given"
  | "carries a seal of another key, and not of the review key that is given";

/**
 * Why a JSON text is none that was written here, although what is read of it may be proven: a key is in one object twice. In words that
 * follow its name; undefined if there is none.
 */
export function findRepeatedProblem(text: string): string | undefined {
  const key = findRepeatedKey(text);
  if (key === undefined) return undefined;
  return `was changed since it was written: it holds the key ${shorten(writeJson(key), 80)} twice in one place, and only the last one counts`;
}

/** `key`: the review key, if there is one. */
export function prove(what: Sealed, document: object, key: string | undefined): Proof {
  const own = digest(exactText(document));
  return { digest: own, ...(key !== undefined && { seal: seal(key, what, [own]) }) };
}

/** What is wrong with the proof that a document carries; undefined if it holds. */
export function findProofProblem(
  what: Sealed,
  { digest: said, seal: found, ...document }: JsonObject,
  key: string | undefined,
): ProofProblem | undefined {
  const own = digest(exactText(document));
  if (said === undefined) return "carries no digest";
  if (said !== own) return "was changed since it was written: its digest does not hold";
  if (key === undefined) return undefined;
  if (found === undefined) return "carries no seal, and a review key is given";
  if (typeof found === "string" && isSealed(found, key, what, [own])) return undefined;
  return "carries a seal of another key, and not of the review key that is given";
}

/** One text per value, whatever the order of keys and the white space of the file. Null is not absent here: it clears what is live. */
function exactText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => exactText(item ?? null)).join(",")}]`;
  if (!isObject(value)) return writeJson(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const pairs = entries.map(([key, item]) => `${writeJson(key)}:${exactText(item)}`);
  return `{${pairs.sort().join(",")}}`;
}

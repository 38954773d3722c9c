// The digest of a plan document: whether it is what was written, to the last value. It is no proof of who wrote it, as a seal is.

import { EXIT, isObject, type JsonObject, UserError, writeJson } from "../../model/index.ts";
import { digest } from "../state/canonical.ts";
import { isSealed, seal } from "./seal.ts";

/** What a saved plan carries besides the plan. */
export interface PlanProof {
  /** `sha256:…` of all the rest. */
  digest: string;
  /** Over the digest, if it was made with a review key. */
  seal?: string;
}

/** For a document of one plan, as it is written; `key`: the review key, if it is to be sealed. */
export function provePlan(document: unknown, key: string | undefined): PlanProof {
  const own = digest(exactText(document));
  return { digest: own, ...(key !== undefined && { seal: seal(key, "saved plan", [own]) }) };
}

/**
 * Throws a UserError of exit code 3 for a document that was changed since it was written, and under a review key for one that is not
 * sealed with it. `isWhole`: whether one without a digest is refused, too.
 */
export function requireProof(
  { digest: said, seal: found, ...document }: JsonObject,
  { name, key, isWhole }: { name: string; key: string | undefined; isWhole: boolean },
): void {
  const own = digest(exactText(document));
  if (said !== own && (said !== undefined || isWhole)) throw changed(name, said === undefined);
  if (key === undefined) return;
  if (typeof found === "string" && isSealed(found, key, "saved plan", [own])) return;
  const why = found === undefined ? "carries no seal" : "carries a seal of another key";
  throw new UserError(`refused, nothing was written: ${name} ${why}, and a review key is given`, {
    details: ["Plan again with the same review key: boardwright plan --out FILE --seal"],
    exitCode: EXIT.refused,
  });
}

function changed(name: string, isBare: boolean): UserError {
  const why = isBare ? "carries no digest" : "was changed since it was written: its digest does not hold";
  return new UserError(`refused, nothing was written: ${name} ${why}`, {
    details: ["Change the files instead, and plan again: boardwright plan --out FILE"],
    exitCode: EXIT.refused,
  });
}

/** One text per value, whatever the order of keys and the white space of the file. Null is not absent here: it clears what is live. */
function exactText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => exactText(item ?? null)).join(",")}]`;
  if (!isObject(value)) return writeJson(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const pairs = entries.map(([key, item]) => `${writeJson(key)}:${exactText(item)}`);
  return `{${pairs.sort().join(",")}}`;
}

// The branch of a proposal: one for each target, whatever the target is called.

import { createHash } from "node:crypto";

const PREFIX = "boardwright/drift/";
/** Characters of an encoded name: Gitea takes 100 for the whole branch. */
const LONGEST = 64;
/** What a branch may be called as it is: no dot at its start or end, none beside another, and no `.lock` (`git check-ref-format`). */
const PLAIN = /^[\w-]+(?:\.(?!lock$)[\w-]+)*$/i;

/**
 * `boardwright/drift/<target>`. A target whose name no branch can have is written with `=` and the bytes in hex for whatever is no letter,
 * digit, `_` or `-`, so that two targets never share a branch; of a long name the end becomes a digest.
 */
export function proposalBranch(target: string): string {
  const name = PLAIN.test(target) ? target : target.replace(/[^\w-]/gu, inHex);
  if (name.length <= LONGEST) return PREFIX + name;
  const digest = createHash("sha256").update(target).digest("hex").slice(0, 12);
  return `${PREFIX}${name.slice(0, LONGEST - 13)}=${digest}`;
}

function inHex(one: string): string {
  return [...Buffer.from(one)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

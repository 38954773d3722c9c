// The names of previews and of their copies (contract 8).

import { cutName, UsageError } from "../../model/index.ts";
import { shortDigest } from "../../plan/index.ts";

/** It becomes part of slugs, so their grammar applies. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST = 60;

/** The given name of a preview. Throws a UsageError if it cannot be part of a slug. */
export function readPreviewName(text: string): string {
  const name = text.trim();
  if (NAME.test(name) && name.length <= LONGEST) return name;
  throw new UsageError(`${JSON.stringify(text)} cannot be the name of a preview`, [
    `It becomes part of slugs: lower-case letters and digits with single dashes between them, at most ${LONGEST} characters, like pr-123.`,
  ]);
}

/** The slug, or the report key, of the copy; one that would be too long ends in a digest of itself. */
export function previewKey(key: string, preview: string): string {
  const end = `--${preview}`;
  return cutName(key + end, `-${shortDigest(key).slice(0, 8)}${end}`);
}

/** Whether a slug or a report key may be that of a copy. */
export function isPreviewKey(key: string): boolean {
  return key.includes("--");
}

export function previewTitle(name: string, preview: string): string {
  return cutName(`[${preview}] ${name}`);
}

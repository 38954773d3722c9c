// What a preview is called, and what its copies are called after it (contract 8).

import { UsageError } from "../model/index.ts";

/** It becomes a part of slugs, so it is written as they are. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST = 60;

/** The name of a preview as it was given. Throws a UsageError for one that could be no part of a slug. */
export function readPreviewName(text: string): string {
  const name = text.trim();
  if (NAME.test(name) && name.length <= LONGEST) return name;
  throw new UsageError(`${JSON.stringify(text)} is no name for a preview`, [
    `It becomes a part of slugs: small letters, digits and single dashes between them, ${LONGEST} characters at most, like pr-123.`,
  ]);
}

/** The slug, or the report key, of the copy. */
export function previewKey(key: string, preview: string): string {
  return `${key}--${preview}`;
}

export function previewTitle(name: string, preview: string): string {
  return `[${preview}] ${name}`;
}

// The slug is a workbook's identity: deployment-scoped, never a title or an id.

import type { JsonObject } from "./json.ts";

/** Whether a slug can be part of a command that people paste: not too long, nothing special to a shell, not like an option. */
export function isPlainSlug(slug: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,79}$/i.test(slug);
}

/** The platform matches slugs trimmed and lower-cased (platform document, "Create or update a workbook by slug", rule 1). */
export function normalizeSlug(slug: string): string {
  return slug.trim().toLowerCase();
}

/** What platforms take for a name, in UTF-16 units. */
const LONGEST_NAME = 255;

/** A name that platforms take: one that is too long is cut, before `end`, and cut in no character. */
export function cutName(name: string, end = "…"): string {
  if (name.length <= LONGEST_NAME) return name;
  return name.slice(0, LONGEST_NAME - end.length).replace(/[\ud800-\udbff]$/, "") + end;
}

/** One form for all ways in which Unicode writes the same: composed or not, compatibility characters, what nobody sees. */
export function uniform(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .trim();
}

/** A name as a key: letters and digits parted by hyphens, with the marks that a script needs to be read; Latin letters need none. */
export function slugify(name: string): string {
  const letters = uniform(name)
    .normalize("NFD")
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, "");
  const words = letters
    .normalize("NFC")
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{Mn}\p{Mc}]+/gu);
  return words?.join("-") ?? "";
}

/** In quotes, all beyond ASCII by its numbers, as YAML and JSON read it: shows how two names differ that look the same. */
export function spellOut(name: string): string {
  return JSON.stringify(name).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

// `was` of a workbook or report: the names that it had (contract 12).

/** The slugs that a workbook had, in normal form and in the order of the file; none if it says nothing. */
export function slugsBefore({ was }: JsonObject): string[] {
  return keysBefore({ was: was ?? null }).map(normalizeSlug);
}

/** The same of a report: its keys. The first one is that of which its publicId was made. */
export function keysBefore({ was }: JsonObject): string[] {
  return [was].flat().flatMap((name) => (typeof name === "string" ? name : []));
}

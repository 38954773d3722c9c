// The slug is a workbook's identity: deployment-scoped, never a title or an id.

/** Whether a slug can be part of a command that people paste: not too long, nothing special to a shell, not like an option. */
export function isPlainSlug(slug: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,79}$/i.test(slug);
}

/** The platform matches slugs trimmed and lower-cased (platform document, "Create or update a workbook by slug", rule 1). */
export function normalizeSlug(slug: string): string {
  return slug.trim().toLowerCase();
}

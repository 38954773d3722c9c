// The slug is a workbook's identity: deployment-scoped, never a title or an id.

/** The platform matches slugs trimmed and lower-cased (platform document, "Create or update a workbook by slug", rule 1). */
export function normalizeSlug(slug: string): string {
  return slug.trim().toLowerCase();
}

// Which file declares which slug, as the files are written: also of workbooks that are not usable yet.

import { isObject, normalizeSlug, type Project } from "../model/index.ts";
import { discover } from "./discover.ts";
import { openFiles } from "./files.ts";
import { formatOf, parseText } from "./yaml/parse.ts";

/**
 * Slug → the first file with it under `workbooks`; or report key → the first with that under `reports`. Files that cannot be read or
 * parsed are left out.
 */
export async function declaredSlugs(
  project: Project,
  section: "workbooks" | "reports" = "workbooks",
): Promise<Map<string, string>> {
  const slugs = new Map<string, string>();
  const files = openFiles(project.root);
  for (const file of (await discover(project, files)).files) {
    const text = files.read(file);
    if (typeof text !== "string") continue;
    for (const document of parseText(text, formatOf(file)).documents) {
      const entries = isObject(document) ? document[section] : undefined;
      for (const key of isObject(entries) ? Object.keys(entries) : []) {
        const slug = section === "workbooks" ? normalizeSlug(key) : key;
        if (!slugs.has(slug)) slugs.set(slug, file);
      }
    }
    files.release(file);
  }
  return slugs;
}

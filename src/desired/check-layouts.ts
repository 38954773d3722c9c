// Checks layouts without their workbooks.
import { suggestFrom } from "../model/index.ts";
import type { Loading } from "./load-document.ts";
import { findingAt } from "./spot.ts";

/** Adds a finding for each slug of `layouts` that no file defines. Correct only after all files are loaded. */
export function checkLayoutSlugs(loading: Loading, chose: (file: string) => boolean): void {
  const { layouts, slugs, resolver, diagnostics } = loading;
  const meant = suggestFrom(slugs.keys());
  for (const [slug, sections] of layouts.bySlug) {
    if (slugs.has(slug)) continue;
    for (const { spot } of sections) {
      if (!chose(spot.file)) continue;
      const message = `There is no workbook \`${slug}\`.${meant(slug)}`;
      const help = "Layouts are keyed by the slug of the workbook whose widgets they place.";
      const rule = "unknown-layout";
      diagnostics.push(findingAt(resolver, spot, { rule, message, part: "key", slug, help }));
    }
  }
}

// --only: which slugs a plan is narrowed to.

import picomatch from "picomatch";
import { normalizeSlug, suggest, UserError } from "../model/index.ts";

export interface Selection {
  takes(slug: string): boolean;
  /** After all slugs were offered: throws if one without a wildcard is declared nowhere, because that is a typo. */
  check(): void;
}

/** ` Did you mean revenue?`, or nothing if no name is near. */
export function suggestName(unknown: string, names: readonly string[]): string {
  const near = suggest(unknown, names);
  return near === undefined ? "" : ` Did you mean ${near}?`;
}

/** `nobody`: how the sentence about a slug that was not offered begins. */
export function selectSlugs(globs: readonly string[], nobody = "no file declares"): Selection {
  if (globs.length === 0) return { takes: () => true, check: () => {} };
  const patterns = globs.map(normalizeSlug);
  const matches = picomatch(patterns, { dot: true });
  const offered = new Set<string>();
  return {
    takes(slug) {
      offered.add(slug);
      return matches(slug);
    },
    check() {
      const unknown = patterns.find((pattern) => !picomatch.scan(pattern).isGlob && !offered.has(pattern));
      if (unknown === undefined) return;
      const meant = suggestName(unknown, [...offered]);
      throw new UserError(`${nobody} the workbook ${JSON.stringify(unknown)} that --only names.${meant}`);
    },
  };
}

// --only: which slugs a plan is narrowed to.

import picomatch from "picomatch";
import { listKnown, normalizeSlug, suggest, UserError } from "../model/index.ts";

export interface Selection {
  takes(slug: string): boolean;
  /** After all slugs were offered: throws if a glob matched none of them, because that is a typo. */
  check(): void;
}

/** `. Did you mean revenue?`, or nothing if no name is near: the end of the first line of an error. */
export function suggestName(unknown: string, names: readonly string[]): string {
  const near = suggest(unknown, names);
  return near === undefined ? "" : `. Did you mean ${near}?`;
}

/** `nobody`: how the sentence about a slug that was not offered begins. */
export function selectSlugs(globs: readonly string[], nobody = "no file declares"): Selection {
  if (globs.length === 0) return { takes: () => true, check: () => {} };
  const patterns = globs.map(normalizeSlug);
  const matchers = patterns.map((pattern) => ({ pattern, matches: picomatch(pattern, { dot: true }) }));
  const used = new Set<string>();
  const offered = new Set<string>();
  return {
    takes(slug) {
      offered.add(slug);
      const matching = matchers.filter(({ matches }) => matches(slug));
      for (const { pattern } of matching) used.add(pattern);
      return matching.length > 0;
    },
    check() {
      const unknown = patterns.find((pattern) => !used.has(pattern));
      if (unknown === undefined) return;
      if (picomatch.scan(unknown).isGlob)
        throw new UserError(`${nobody} a workbook that --only ${JSON.stringify(unknown)} matches`, {
          details: offered.size === 0 ? [] : [`There are ${listKnown([...offered])}.`],
        });
      const meant = suggestName(unknown, [...offered]);
      throw new UserError(`${nobody} the workbook ${JSON.stringify(unknown)} that --only names${meant}`);
    },
  };
}

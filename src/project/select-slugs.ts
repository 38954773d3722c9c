// --only and --except: which slugs a plan is narrowed to.

import picomatch from "picomatch";
import { endWithGuess, globProblem, listKnown, normalizeSlug, shorten, UsageError } from "../model/index.ts";

export interface Selection {
  takes(slug: string): boolean;
  /** After all slugs were offered: throws if a glob matched none of them, because that is a typo. */
  check(): void;
}

/** A glob that begins with `!` leaves out what it matches. `nobody`: how the sentence about a slug that was not offered begins. */
export function selectSlugs(globs: readonly string[], nobody = "no file declares"): Selection {
  if (globs.length === 0) return { takes: () => true, check: () => {} };
  const patterns = globs.map(normalizeSlug);
  for (const pattern of patterns) {
    const why = globProblem(pattern);
    if (why !== undefined)
      throw new UsageError(`the glob of ${optionOf(pattern)} ${why}`, [shorten(pattern, 80)]);
  }
  const matchers = patterns.map((pattern) => {
    return { pattern, isExcept: pattern.startsWith("!"), matches: picomatch(bare(pattern), { dot: true }) };
  });
  const isNarrow = matchers.some(({ isExcept }) => !isExcept);
  const used = new Set<string>();
  const offered = new Set<string>();
  return {
    takes(slug) {
      offered.add(slug);
      const matching = matchers.filter(({ matches }) => matches(slug));
      for (const { pattern } of matching) used.add(pattern);
      return !matching.some(({ isExcept }) => isExcept) && (matching.length > 0 || !isNarrow);
    },
    check() {
      const unknown = patterns.find((pattern) => !used.has(pattern));
      if (unknown === undefined) return;
      const name = JSON.stringify(bare(unknown));
      if (picomatch.scan(bare(unknown)).isGlob)
        throw new UsageError(
          `${nobody} a workbook that ${optionOf(unknown)} ${name} matches`,
          offered.size === 0 ? [] : [`Slugs here: ${listKnown([...offered])}.`],
        );
      const problem = `${nobody} the workbook ${name} that ${optionOf(unknown)} names`;
      throw new UsageError(endWithGuess(problem, bare(unknown), offered));
    },
  };
}

const bare = (pattern: string): string => pattern.replace(/^!/, "");
const optionOf = (pattern: string): string => (pattern.startsWith("!") ? "--except" : "--only");

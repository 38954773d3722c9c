// Live workbooks under the slugs that the files give them with `was` (contract 12).

import { namesOf, ownerOf } from "../change/owner.ts";
import type { Declared } from "../state/declared.ts";
import type { LiveWorkbook } from "../state/state.ts";

export interface GivenSlugs {
  /** The slug under which the files may name what is live under this one. */
  slugOf(slug: string): string;
  /** A live workbook of ours under the slug that the files give it; any other one as it is. */
  named(live: LiveWorkbook): LiveWorkbook;
}

/** Slug that was → slug. One that is declared still, or that several claim, is nobody's: lint says so. */
export function slugsGiven(declared: ReadonlyMap<string, Declared>): Map<string, string> {
  const given = new Map<string, string>();
  const claims = [...declared.values()].flatMap(({ slug, was = [] }) => was.map((old) => ({ old, slug })));
  const counts = new Map<string, number>();
  for (const { old } of claims) counts.set(old, (counts.get(old) ?? 0) + 1);
  for (const { old, slug } of claims) if (counts.get(old) === 1 && !declared.has(old)) given.set(old, slug);
  return given;
}

/** `renames`: slug that was → slug. `note` is told of each live workbook that has a slug that was, and whether it is ours. */
export function followSlugs(
  {
    renames,
    declared,
    scope,
  }: {
    renames: ReadonlyMap<string, string>;
    declared: ReadonlyMap<string, Declared>;
    scope: Parameters<typeof ownerOf>[1];
  },
  note?: (live: LiveWorkbook, slug: string, isOurs: boolean) => void,
): GivenSlugs {
  return {
    slugOf: (slug) => renames.get(slug) ?? slug,
    named(live) {
      const slug = renames.get(live.slug);
      if (slug === undefined) return live;
      // What its own read does not show may well be ours.
      const names = namesOf(declared.get(slug) ?? { slug });
      const isOurs = live.unread !== undefined || ownerOf(live, scope, names).kind === "us";
      note?.(live, slug, isOurs);
      return isOurs ? { ...live, slug } : live;
    },
  };
}

// Declared workbooks that somebody gave another slug in the UI: which live one each of them is, as far as that is certain.

import { nameSome, STAMP_KEY } from "../../model/index.ts";
import {
  type Declared,
  type LiveIndex,
  type LiveWorkbook,
  type Lookup,
  namesOf,
  ownerOf,
  type Scope,
} from "../../plan/index.ts";

export interface RenamedLive {
  /** The slug that the files have. */
  from: string;
  /** The slug that it has live. */
  to: string;
  id: number;
  name: string;
  file: string;
  line: number;
}

/** Why nobody can say which live workbook a declared one is, or why the files cannot follow, and what to do. */
export interface NotFollowed {
  message: string;
  help: string;
}

export interface Sought {
  /** Where each of them is. */
  found: { wanted: Declared; id: number; slug: string }[];
  /** By the slug that the files have. */
  unclear: Map<string, NotFollowed>;
}

/** `unseen`: declared and not live under the slug of the files. */
export function findRenamedLive(
  unseen: readonly Declared[],
  { declared, index, lookup }: { declared: ReadonlyMap<string, Declared>; index: LiveIndex; lookup: Lookup },
): Sought {
  const sought: Sought = { found: [], unclear: new Map() };
  for (const wanted of unseen) {
    for (const name of namesOf(wanted)) {
      const place = lookup.renamed(name);
      if (place?.slug === undefined) continue;
      const { id, slug } = place;
      const carriers = place.isPerhapsCopied ? index.moved(name).map((row) => row.slug) : [];
      const other = declared.get(slug);
      const isTaken = sought.found.some((one) => one.id === id);
      if (other) sought.unclear.set(wanted.slug, declaredAlready(wanted, other));
      else if (carriers.length > 1 || isTaken)
        sought.unclear.set(wanted.slug, carriedBySeveral(wanted, carriers));
      else sought.found.push({ wanted, id, slug });
      break;
    }
  }
  return sought;
}

/** Whether it may be taken for the declared one, now that it was read whole: it has our stamp. An id alone may be that of another by now. */
export function mayBeTaken(live: LiveWorkbook, wanted: Declared, scope: Scope): boolean {
  if (live.unread !== undefined || live.meta[STAMP_KEY] === null) return false;
  return ownerOf(live, scope, namesOf(wanted)).kind === "us";
}

function declaredAlready({ slug }: Declared, other: Declared): NotFollowed {
  return {
    message: `${slug} is live as ${other.slug}, which ${other.file}:${other.line()} declares already, so it is not renamed in the files`,
    help: "Remove one of the two from the files, or give the live workbook another slug; then pull again.",
  };
}

function carriedBySeveral({ slug }: Declared, carriers: readonly (string | undefined)[]): NotFollowed {
  const all = nameSome(carriers.map((one) => one ?? "one without a slug").sort());
  return {
    message: `${slug} is not live, and several workbooks carry its stamp: ${all}; which of them is a copy nobody knows, so it is not renamed in the files`,
    help: `Rename it in the files with \`boardwright rename workbook ${slug} SLUG\`, by the slug of the right one, then pull again.`,
  };
}

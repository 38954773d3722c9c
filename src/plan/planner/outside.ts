// Live workbooks that nobody manages and no file declares: what there is to take in. No file can name one without a slug.

import type { Change } from "../../model/index.ts";
import { ownershipOf } from "../change/ownership.ts";
import type { Scope } from "../change/workbook-change.ts";
import type { LiveWorkbook } from "../state/state.ts";

export interface Outside {
  /** Takes a live workbook, again if its own read shows more. */
  see(live: Pick<LiveWorkbook, "id" | "slug" | "meta" | "metaUnseen">): void;
  /** Without those that a change of the plan tells as what a file's workbook was renamed to, or is renamed from. */
  count(changes: readonly Pick<Change, "kind" | "was" | "reason">[]): number;
}

/** `declared`: the slugs of the files. */
export function watchOutside(
  declared: ReadonlySet<string>,
  scope: Pick<Scope, "project" | "deploymentId">,
): Outside {
  const found = new Map<number, string>();
  return {
    see({ id, meta, slug, metaUnseen = false }) {
      const isNobodys = !metaUnseen && ownershipOf({ slug, meta }, scope).state === "unmanaged";
      if (isNobodys && !declared.has(slug)) found.set(id, slug);
      else found.delete(id);
    },
    count(changes) {
      const told = new Set(
        changes.flatMap(
          ({ kind, was, reason }) => reason?.liveSlug ?? (kind === "workbook" ? (was ?? []) : []),
        ),
      );
      return [...found.values()].filter((slug) => !told.has(slug)).length;
    },
  };
}

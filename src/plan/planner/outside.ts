// Live workbooks that nobody manages and no file declares: what there is to take in. No file can name one without a slug.

import { ownershipOf } from "../change/ownership.ts";
import type { Scope } from "../change/workbook-change.ts";
import type { LiveWorkbook } from "../state/state.ts";

export interface Outside {
  /** Takes a live workbook, again if its own read shows more. */
  see(live: Pick<LiveWorkbook, "id" | "slug" | "meta" | "metaUnseen">): void;
  count(): number;
}

/** `declared`: the slugs of the files. */
export function watchOutside(
  declared: ReadonlySet<string>,
  scope: Pick<Scope, "project" | "deploymentId">,
): Outside {
  const ids = new Set<number>();
  return {
    see({ id, meta, slug, metaUnseen = false }) {
      const isNobodys = !metaUnseen && ownershipOf({ slug, meta }, scope).state === "unmanaged";
      if (isNobodys && !declared.has(slug)) ids.add(id);
      else ids.delete(id);
    },
    count: () => ids.size,
  };
}

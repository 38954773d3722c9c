// Declared reports that the list does not show, though a run of ours knew them live: it may hide them.

import type { Deployment } from "../live/index.ts";
import {
  type DeclaredReport,
  type FindLastSeen,
  type LiveReport,
  type LiveWorkbook,
  reportsDrawnBy,
} from "../plan/index.ts";

/** Of those that a record knows the ones that are there; and why others could not be read, by their ids. */
export async function findUnlisted(
  declared: readonly DeclaredReport[],
  { reports, lookForReports }: Pick<Deployment, "reports" | "lookForReports">,
  readRecords: () => Promise<FindLastSeen>,
): Promise<{ found: LiveReport[]; unread: ReadonlyMap<number, string> }> {
  const listed = new Set(reports.map(({ publicId }) => publicId));
  const missing = declared.filter(({ publicId }) => !listed.has(publicId));
  const findLastSeen = missing.length > 0 ? await readRecords() : undefined;
  // Whose publicId was changed in the files is listed under the old one.
  const shown = new Set(reports.map(({ id }) => id));
  const known = missing.flatMap(({ key }) => findLastSeen?.("report", key)?.id ?? []);
  const sights = await lookForReports(known.filter((id) => !shown.has(id)));
  return {
    found: sights.flatMap(([, sight]) => ("found" in sight ? [sight.found] : [])),
    unread: new Map(sights.flatMap(([id, sight]) => ("why" in sight ? [[id, sight.why] as const] : []))),
  };
}

/** The reports that live dashboards draw and that the list does not show. */
export interface Drawn {
  /** The ids of all reports that may be live, for as much as is known; undefined if the list was not read. */
  ids: ReadonlySet<number> | undefined;
  /** Takes a dashboard. */
  add(live: Pick<LiveWorkbook, "draft">): void;
  /** Reads what was drawn and not listed, and adds to `ids` those that are there, or that may not be read. */
  find(): Promise<void>;
}

export function watchDrawn(
  { listed, lookForReports }: Pick<Deployment, "listed" | "lookForReports">,
  reportKeys: readonly string[],
): Drawn {
  const ids = new Set(listed?.keys());
  const unlisted = new Set<number>();
  return {
    ids: listed && ids,
    add({ draft }) {
      if (!draft || !listed) return;
      for (const id of reportsDrawnBy(draft, reportKeys)) if (!listed.has(id)) unlisted.add(id);
    },
    async find() {
      for (const [id, sight] of await lookForReports([...unlisted])) if (!("gone" in sight)) ids.add(id);
    },
  };
}

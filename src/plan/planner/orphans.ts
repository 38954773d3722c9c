// What this project manages and no file declares any more, and what has to be known of it before it may go.

import { type Change, isPreview, readStamp, type Stamp, stampOwner } from "../../model/index.ts";
import { newChange } from "../change/new-change.ts";
import { fingerprint, type Scope } from "../change/workbook-change.ts";
import { isEditedSince } from "../stamp/edited.ts";
import { type LiveReport, reportFingerprint } from "../state/report-state.ts";
import type { LiveWorkbook } from "../state/state.ts";

/** What is managed and declared no longer, and what has to be known before it may go. */
export interface Orphan {
  change: Change;
  /** It was edited outside Git since the last apply. */
  edited: boolean;
  /** Nothing tells it from a copy of itself, so it may be somebody's. */
  uncertain: boolean;
  /** A report whose key is declared with another publicId now. */
  replaced: boolean;
  /** The live id of the workbook that a report belongs to. */
  home: number | null;
}

/** A managed workbook that no file declares any more. `stamp` is its own. With `prune`, `live` has its draft. */
export function orphanWorkbook(live: LiveWorkbook, stamp: Stamp, scope: Scope & { prune: boolean }): Orphan {
  const { id, slug: key, name } = live;
  const about = { id, key, name, fingerprint: fingerprint(live, scope) };
  return {
    change: newChange({ kind: "workbook", action: "orphaned", ...about }),
    edited: scope.prune && isEditedSince(live, stamp, scope.ignored),
    uncertain: false,
    replaced: false,
    home: null,
  };
}

/**
 * Reports that this project manages and no file declares any more; `of` tells the key they had. A copy made in the UI takes the stamp
 * along and is told by its publicId: it is nobody's orphan. A key that is declared with another publicId now leaves the report of the
 * old one behind (`declared`: the keys of the files); there a stamp without a publicId could as well be that of a copy, and counts as none.
 */
export function orphanReports(
  reports: readonly LiveReport[],
  declared: ReadonlySet<string>,
  scope: Pick<Scope, "project" | "deploymentId">,
): Orphan[] {
  const prefix = stampOwner(scope.deploymentId, "");
  return reports.flatMap((live): Orphan[] => {
    const stamp = readStamp(live.meta);
    if (stamp?.project !== scope.project || !stamp.of.startsWith(prefix) || isPreview(stamp)) return [];
    const key = stamp.of.slice(prefix.length);
    const uncertain = stamp.publicId === undefined;
    if (uncertain ? declared.has(key) : stamp.publicId !== live.publicId) return [];
    const { id, name, publicId } = live;
    const about = { id, key, name, publicId, fingerprint: reportFingerprint(live) };
    return [
      {
        change: newChange({ kind: "report", action: "orphaned", ...about }),
        edited: false,
        uncertain,
        replaced: declared.has(key),
        home: live.workbookId,
      },
    ];
  });
}

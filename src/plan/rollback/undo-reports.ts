// What a rollback does with the reports that its run wrote, deleted, or lost together with a workbook.

import type { Change, Diagnostic, ManagedParts, RunChange } from "../../model/index.ts";
import type { DeclaredReport, LiveReport } from "../state/report-state.ts";
import type { RollbackInput } from "./input.ts";
import { pastReport } from "./past-state.ts";
import {
  homeless,
  madeAgain,
  missingBackup,
  movedSince,
  reportMadeRenamed,
  reportRenamed,
  reportTaken,
} from "./rollback-notes.ts";
import { deleteReportChange } from "./undo-change.ts";
import { isAlong, ONLY_HOME } from "./unmanaged.ts";

export interface UndoneReports {
  pairs: { declared: DeclaredReport; live: LiveReport | undefined }[];
  ids: ReadonlyMap<string, number>;
  /** Id in a backup → report key. */
  symbols: Map<number, string>;
  /** Report key → its state from before, of those that nobody managed. */
  along: Map<string, LiveReport>;
  deletions: Change[];
  diagnostics: Diagnostic[];
}

export function undoReports({ reports, liveReports, live, run, scope }: RollbackInput): UndoneReports {
  const slugs = new Map(live.map(({ id, slug }) => [id, slug]));
  // A workbook that is gone is created again, with another id.
  for (const { kind, id, key } of run.record.changes) {
    if (kind === "workbook" && id !== null && !slugs.has(id)) slugs.set(id, key);
  }
  const byPublicId = new Map(liveReports.map((report) => [report.publicId, report]));
  const byId = new Map(liveReports.map((report) => [report.id, report]));
  const ids = new Map<string, number>();
  const undone: UndoneReports = {
    pairs: [],
    ids,
    symbols: new Map(),
    along: new Map(),
    deletions: [],
    diagnostics: [],
  };
  for (const past of reports) {
    const { change, before, file } = past;
    const now = byPublicId.get(change.publicId ?? "");
    if (change.action === "create") {
      const made = byId.get(change.claimed ?? Number.NaN);
      if (now && now === made) undone.deletions.push(deleteReportChange(change.key, now, scope));
      else if (made) undone.diagnostics.push(reportMadeRenamed(change, made.publicId, file));
      else if (now) undone.diagnostics.push(madeAgain(change, now.id, file));
      continue;
    }
    if (!before) {
      undone.diagnostics.push(...missingBackup(past));
      continue;
    }
    const elsewhere = now?.id === before.id ? undefined : byId.get(before.id);
    if (elsewhere) {
      undone.diagnostics.push(reportRenamed(change, before.name, elsewhere.publicId, file));
      continue;
    }
    // In its workbook again it is what was put back, whatever its id.
    const isHome = now !== undefined && slugs.get(now.workbookId ?? 0) === change.along;
    if (isAlong(change) && now && !isHome && now.id !== before.id) {
      undone.diagnostics.push(reportTaken(change, before.name, now.id, file));
      continue;
    }
    undone.symbols.set(before.id, change.key);
    if (now) ids.set(change.key, now.id);
    if (isAlong(change)) {
      const home = now?.workbookId ?? null;
      if (home !== null) {
        if (!isHome) undone.diagnostics.push(movedSince(before.name, slugs.get(home) ?? String(home), file));
        continue;
      }
      undone.along.set(change.key, before);
    }
    const managed = now?.id === before.id ? partsToPutBack(change) : undefined;
    undone.pairs.push({ declared: pastReport(change.key, before, { file, managed, slugs }), live: now });
    const home = before.workbookId;
    const isKept = now?.workbookId === home || managed?.fields.includes("workbook") === false;
    if (home !== null && !slugs.has(home) && !isKept)
      undone.diagnostics.push(homeless(change.key, home, file));
  }
  return undone;
}

/** Of what is still there; undefined for all. */
function partsToPutBack(change: RunChange): ManagedParts | undefined {
  if (isAlong(change)) return ONLY_HOME;
  return change.action === "delete" ? undefined : change.managed;
}

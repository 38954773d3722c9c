// What viewers see of reports after a rollback. A publication freezes its reports as they are at that moment (field notes F 4), so an old
// dashboard that is published again does not bring old reports back, and a report that is put back reaches viewers only with a publication.

import { type Diagnostic, isWritten, type JsonObject, type Run, type RunChange } from "../../model/index.ts";
import type { LiveWorkbook } from "../state/state.ts";
import type { Past, RollbackInput } from "./input.ts";
import { withKeys } from "./past-state.ts";
import { keepsReport } from "./rollback-notes.ts";

/** What is published again, as the plan then asks for it. */
export interface Republication {
  now: LiveWorkbook;
  config: JsonObject;
  file: string;
}

/**
 * Dashboards that the run was to publish and did not come to: a later run may have published what this one wrote into their reports. Each
 * with what viewers see of it now, if that holds a report in a newer version than the one that is put back.
 */
export function shownSince(
  { run, reports, live, recordFile, reportKeys }: RollbackInput,
  symbols: ReadonlyMap<number, string>,
): Republication[] {
  const versions = new Map(reports.flatMap(({ before }) => (before ? [[before.id, before.version]] : [])));
  const isNewer = ([id, shown]: [number, number]): boolean => {
    const version = versions.get(id);
    return version != null && shown > version;
  };
  return run.record.changes.filter(isUnpublished).flatMap(({ key, id }) => {
    const now = live.find((workbook) => workbook.slug === key && workbook.id === id);
    if (!now?.published || ![...now.snapshots].some(isNewer)) return [];
    const config = withKeys(now.published, symbols, new Set(reportKeys)) as JsonObject;
    return [{ now, config, file: recordFile }];
  });
}

/** Whether the run was to publish it, and has no backup of what viewers saw. */
export function isUnpublished({ kind, publish, status, backupDigest }: RunChange): boolean {
  return kind === "workbook" && publish && status !== "applied" && backupDigest === undefined;
}

/**
 * Warns of each report that viewers saw in an older version before the run than they do after its rollback, because another run, or
 * somebody on the platform, has changed it.
 */
export function keptReports(input: RollbackInput, published: readonly Past<LiveWorkbook>[]): Diagnostic[] {
  const { run, runs, shownReports } = input;
  const writerOf = (id: number): Run | undefined =>
    runs.find(({ record }) => record.changes.some((change) => wrote(change, id)));
  return published.flatMap(({ change, before, file }) =>
    [...(before?.snapshots ?? [])].flatMap(([id, frozen]) => {
      const shown = shownReports.get(id);
      if (!shown || shown.version <= frozen) return [];
      const writer = writerOf(id);
      if (writer === run || writer?.record.undoes !== undefined) return [];
      const isSince = writer !== undefined && !runs.some((other) => hasShown(other, change, { writer, run }));
      return [
        keepsReport({ report: shown.name, slug: change.key, by: isSince ? writer.name : undefined, file }),
      ];
    }),
  );
}

function wrote(change: RunChange, id: number): boolean {
  return change.kind === "report" && change.id === id && isWritten(change) && change.action !== "stamp";
}

/** Whether `other` published the workbook after `writer` wrote the report, and before `run`: then viewers saw what `writer` wrote. */
function hasShown(
  { record }: Run,
  { key }: RunChange,
  { writer, run }: Record<"writer" | "run", Run>,
): boolean {
  const isBetween = record.startedAt >= writer.record.startedAt && record.startedAt < run.record.startedAt;
  return (
    isBetween &&
    record.changes.some(
      (change) =>
        change.kind === "workbook" && change.key === key && change.publish && change.status === "applied",
    )
  );
}

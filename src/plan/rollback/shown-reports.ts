// What viewers see of reports after a rollback. A publication freezes its reports as they are at that moment (field notes F 4), so an old
// dashboard that is published again does not bring old reports back, and a report that is put back reaches viewers only with a publication.

import { type Diagnostic, isWritten, type JsonObject, type Run, type RunChange } from "../../model/index.ts";
import { shownVersion } from "../stamp/edited.ts";
import type { LiveWorkbook } from "../state/state.ts";
import type { Past, RollbackInput } from "./input.ts";
import { withKeys } from "./past-state.ts";
import { keepsReport } from "./rollback-notes.ts";

/** What is published again, as the plan then asks for it. */
export interface Republication {
  now: LiveWorkbook;
  config: JsonObject;
  file: string;
  /** Whether only a later run gave it to viewers, so that nothing says what they saw in it before. */
  isLater?: boolean;
}

/**
 * The dashboards in which viewers were given a report of the run only later: by a run that finished what this one did not come to, or that published
 * for a reason of its own. Those that hold a report in a newer version than the one that is put back, each with what viewers see of it now.
 */
export function shownSince(
  { run, runs, reports, live, recordFile, reportKeys }: RollbackInput,
  symbols: ReadonlyMap<number, string>,
): Republication[] {
  const versions = new Map(reports.flatMap(({ before }) => (before ? [[before.id, before.version]] : [])));
  const isNewer = ([id, shown]: [number, number]): boolean => {
    const version = versions.get(id);
    return version != null && shown > version;
  };
  return [...publishedSince(run, runs)].flatMap(([key, { id, isLater }]) => {
    const now = live.find((workbook) => workbook.slug === key && workbook.id === id);
    if (!now?.published || ![...now.snapshots].some(isNewer)) return [];
    const config = withKeys(now.published, symbols, new Set(reportKeys)) as JsonObject;
    return [{ now, config, file: recordFile, isLater }];
  });
}

/** The workbooks that the run was to publish and did not, or that a later one published, by slug. `runs`: all of the target. */
export function publishedSince(
  run: Run,
  runs: readonly Run[],
): Map<string, { id: number | null; isLater: boolean }> {
  const found = new Map<string, { id: number | null; isLater: boolean }>();
  for (const { record } of runs) {
    if (record.startedAt <= run.record.startedAt) continue;
    for (const { kind, key, id, publish, status } of record.changes)
      if (kind === "workbook" && publish && status === "applied") found.set(key, { id, isLater: true });
  }
  for (const { kind, key, id, publish, status } of run.record.changes)
    if (kind === "workbook" && publish && status !== "applied") found.set(key, { id, isLater: false });
  return found;
}

/**
 * Warns of each report that viewers saw in an older version before the run than they do after its rollback, because another run, or
 * somebody on the platform, has changed it.
 */
export function keptReports(input: RollbackInput, published: readonly Past<LiveWorkbook>[]): Diagnostic[] {
  const { run, runs, reports, shownReports } = input;
  const isOlder = ({ record }: Run): boolean => record.startedAt < run.record.startedAt;
  return published.flatMap(({ change, before, file }) =>
    [...(before?.snapshots ?? [])].flatMap(([id, frozen]) => {
      // What this run wrote is put back as it was then, which viewers need not have seen.
      const own = reports.find((past) => past.before?.id === id)?.before;
      const name = own?.name ?? shownReports.get(id)?.name;
      const version = own ? shownVersion(own) : shownReports.get(id)?.version;
      if (name === undefined || version == null || version <= frozen) return [];
      const last = lastWriter(runs, id, own ? isOlder : () => true);
      if (last === run) return [];
      const writer = last?.record.undoes === undefined ? last : leftBy(runs, id, last);
      const isSince = writer !== undefined && !runs.some((other) => hasShown(other, change, { writer, run }));
      // A rollback put it back to what viewers saw.
      if (writer !== last && !isSince) return [];
      return [keepsReport({ report: name, slug: change.key, by: isSince ? writer.name : undefined, file })];
    }),
  );
}

function lastWriter(runs: readonly Run[], id: number, isAsked: (run: Run) => boolean): Run | undefined {
  return runs.find((run) => isAsked(run) && run.record.changes.some((change) => wrote(change, id)));
}

/** The run whose state of the report a rollback put back: the newest before the one that it undid. */
function leftBy(runs: readonly Run[], id: number, { record: { undoes } }: Run): Run | undefined {
  const undone = runs.find(({ name }) => name === undoes);
  if (!undone) return undefined;
  const before = lastWriter(runs, id, ({ record }) => record.startedAt < undone.record.startedAt);
  return before?.record.undoes === undefined ? before : leftBy(runs, id, before);
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

// What commands did, as each prints it with `--json`: JSON text with a line end.

import type {
  ListedPreview,
  MergedReport,
  Place,
  PreviewDownResult,
  PreviewUpResult,
  Renamed,
  Result,
  RunChange,
} from "../../model/index.ts";
import { countChanges, endOf, type KeptRuns, leftBy } from "../change/run-totals.ts";
import { fleetToJson } from "./apply-json.ts";
import { diagnosticToJson } from "./diagnostic-json.ts";
import { jsonText, pick } from "./json-text.ts";
import { plansToJson } from "./plan-json.ts";

export function previewUpJson(report: PreviewUpResult): string {
  return jsonText({
    ...pick(report, ["name", "branch", "movedFrom", "until", "staging", "workbooks"]),
    ...pick(report, ["broken", "brokenAnywhere", "standing"]),
    ...pick(report, ["summary", "results", "removed", "kept", "inUse", "failed"]),
    diagnostics: report.diagnostics.map(diagnosticToJson),
  });
}

export function previewDownJson({ previews, untouched }: PreviewDownResult): string {
  return jsonText({ previews, untouched });
}

export function previewListJson(previews: readonly ListedPreview[]): string {
  return jsonText({ previews });
}

/** `already`: what carried no stamp; `left`: keys of reports of these workbooks that still carry one. */
export function renderDisownJson({
  results,
  already,
  left,
  backups,
}: {
  results: readonly Result[];
  already: readonly string[];
  left: readonly string[];
  backups: string | undefined;
}): string {
  const failed = results.filter(({ status }) => status !== "applied").length;
  return jsonText({
    summary: { disowned: results.length - failed, unchanged: already.length, failed },
    results: results.map((result) => ({
      ...pick(result, ["kind", "key", "status", "id"]),
      error: result.error && pick(result.error, ["code", "message", "requestId", "details"]),
    })),
    unchanged: already,
    reportsLeft: left,
    backups: backups ?? null,
  });
}

/** The plans as `plan --json` prints those of several targets, the run as `apply --json` does. */
export function renderMergedJson({ plans, failed, run, unread }: MergedReport): string {
  const all = plans.map(({ plan }) => plan);
  return jsonText({
    plans: all.length + failed.length > 0 ? plansToJson(all, failed) : undefined,
    run: run && fleetToJson(run),
    unread: unread.map((one) => pick(one, ["file", "message"])),
  });
}

/** Lines and columns are 1-based, in the files as they were. */
export function renderRenamedJson({ renaming, texts, places, left }: Renamed): string {
  const shown = (all: readonly Place[]) => all.map((place) => pick(place, ["file", "line", "column"]));
  return jsonText({ ...renaming, files: [...texts.keys()].sort(), places: shown(places), left: shown(left) });
}

/** `summary` counts the changes of a run, `left` names what a rollback did not put back. */
export function renderRunsJson({ runs, others }: KeptRuns): string {
  return jsonText({
    runs: runs.map(({ name, record }) => ({
      run: name,
      startedAt: record.startedAt,
      finishedAt: record.finishedAt ?? null,
      interrupted: record.interrupted ?? false,
      end: endOf(record),
      target: record.target,
      undoes: record.undoes,
      only: record.only,
      left: record.undoes === undefined ? undefined : leftBy(record).map(leftToJson),
      disowns: record.disowns,
      git: record.git,
      summary: countChanges(record.changes),
    })),
    others,
  });
}

function leftToJson({ kind, key, status, error }: RunChange): object {
  return { kind, key, status, error };
}

// The runs that can be put back, as `rollback --json` prints them.

import type { RunChange } from "../../model/index.ts";
import { countChanges, endOf, type KeptRuns, leftBy } from "../change/run-totals.ts";
import { jsonText } from "./json-text.ts";

/** JSON text with a line end; `summary` counts the changes of a run, `left` names what a rollback did not put back. */
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

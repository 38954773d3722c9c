// The runs that can be put back, as `rollback --json` prints them.

import { countChanges, type KeptRuns } from "../change/run-totals.ts";
import { jsonText } from "./json-text.ts";

/** JSON text with a line end; `summary` counts the changes of a run. */
export function renderRunsJson({ runs, others }: KeptRuns): string {
  return jsonText({
    runs: runs.map(({ name, record }) => ({
      run: name,
      startedAt: record.startedAt,
      finishedAt: record.finishedAt ?? null,
      interrupted: record.interrupted ?? false,
      target: record.target,
      undoes: record.undoes,
      disowns: record.disowns,
      git: record.git,
      summary: countChanges(record.changes),
    })),
    others,
  });
}

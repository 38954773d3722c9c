// What the records of earlier runs know of workbooks and reports that are not live: that they were, or that a run deleted them.

import { readRuns } from "../../apply/index.ts";
import { isWritten, type Project, type RunChange } from "../../model/index.ts";
import type { FindLastSeen, LastSeen } from "../../plan/index.ts";
import type { Destination } from "../../target/index.ts";
import { backupsFolder, isAt } from "./kept-runs.ts";

/**
 * From the newest run of this project at this target that says anything of it. Knows nothing if there are no records, as in a fresh
 * checkout; records that cannot be read are none, because a plan does not need them. Writes nothing, sends nothing.
 */
export async function readLastSeen(
  project: Project,
  target: Pick<Destination, "url" | "deployment">,
): Promise<FindLastSeen> {
  const folder = backupsFolder(project);
  const { runs } = folder === undefined ? { runs: [] } : await readRuns(folder).catch(() => ({ runs: [] }));
  const last = new Map<string, LastSeen | undefined>();
  /** `workbook 103`: it may have had another key when an earlier run wrote it. */
  const released = new Set<string>();
  for (const run of runs) {
    const { record } = run;
    if (record.project !== project.name || !isAt(run, target)) continue;
    for (const change of record.changes) {
      const name = `${change.kind} ${change.key}`;
      const newer = last.get(name);
      // The runs come newest first.
      if (last.has(name)) {
        if (newer && wasLive(change) && !released.has(`${change.kind} ${change.id}`))
          last.set(name, withEarlier(newer, change.id));
        continue;
      }
      const identity = `${change.kind} ${change.id}`;
      if (record.disowns && change.status === "applied") released.add(identity);
      if (released.has(identity)) last.set(name, undefined);
      else if (isDeletion(change)) {
        const deletedBy = { run: run.name, undoes: record.undoes };
        last.set(name, { id: null, at: record.startedAt, deletedBy });
      } else if (wasLive(change)) last.set(name, { id: change.id, at: record.startedAt });
    }
  }
  return (kind, key) => last.get(`${kind} ${key}`);
}

function withEarlier(last: LastSeen, id: number | null): LastSeen {
  const { earlier = [] } = last;
  return id === null || id === last.id || earlier.includes(id)
    ? last
    : { ...last, earlier: [...earlier, id] };
}

/** A deletion without an outcome may have happened: the run was killed. */
function isDeletion({ action, status }: RunChange): boolean {
  return action === "delete" && (status === undefined || status === "applied");
}

/** Whether it was there when the run ended, or when it was planned. */
function wasLive(change: RunChange): boolean {
  const { action, status, id } = change;
  if (id === null) return false;
  return isWritten(change) || (action !== "create" && status !== "stale" && status !== "failed");
}

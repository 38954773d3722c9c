// Why a workbook that this project applied counts as unmanaged: its stamp is gone. The records of runs know that it was applied.

import { readRuns } from "../../apply/index.ts";
import {
  type Change,
  type Hazard,
  isWritten,
  type Plan,
  type Project,
  type RunChange,
} from "../../model/index.ts";
import { nobodysHazard } from "../../plan/index.ts";
import { backupsFolder } from "./backups-folder.ts";
import { isAt } from "./find-run.ts";

/** The plan, with hazards that say so. Reads the records only if the plan would adopt something. */
export async function explainAdoptions(plan: Plan, project: Project): Promise<Plan> {
  const isNobodys = ({ kind, hazards }: Change): boolean =>
    kind !== "folder" && hazards.some(({ message }) => message === nobodysHazard(kind).message);
  const folder = backupsFolder(project);
  if (folder === undefined || !plan.changes.some(isNobodys)) return plan;
  // Records that cannot be read explain nothing.
  const { runs } = await readRuns(folder).catch(() => ({ runs: [] }));
  const target = { url: plan.target.url, deployment: plan.target.deploymentId };
  const ours = runs.filter((run) => run.record.project === plan.project && isAt(run, target));
  const explain = (change: Change): Change => {
    if (!isNobodys(change)) return change;
    for (const { name, record } of ours) {
      const written = record.changes.find((one) => isWriteOf(one, change));
      if (written) return { ...change, hazards: change.hazards.map((each) => reason(each, name, written)) };
    }
    return change;
  };
  return { ...plan, changes: plan.changes.map(explain) };
}

function isWriteOf(one: RunChange, { kind, key, id }: Change): boolean {
  return one.kind === kind && one.key === key && one.id === id && !!one.attempts && isWritten(one);
}

function reason(hazard: Hazard, run: string, { error }: RunChange): Hazard {
  if (hazard.code !== "adopt") return hazard;
  const lost =
    error === undefined ? "its stamp has been removed since" : "the platform did not keep its stamp";
  const message = `the run ${run} wrote it, but ${lost}: nobody knows who made it differ from the files`;
  return { ...hazard, message };
}

// Why a workbook that this project applied counts as unmanaged: its stamp is gone. The records of runs know that it was applied.

import { readRuns } from "../../apply/index.ts";
import {
  type Change,
  compareDiagnostics,
  type Diagnostic,
  type Hazard,
  isWritten,
  nameSome,
  type Plan,
  type Project,
  type Reason,
  type RunChange,
  STAMP_NOT_KEPT,
} from "../../model/index.ts";
import { nobodysHazard } from "../../plan/index.ts";
import { backupsFolder } from "./backups-folder.ts";
import { isAt } from "./find-run.ts";

/**
 * The plan, with hazards that say so, and a warning for what gets its stamp again because the platform does not keep it. Reads the
 * records only if the plan finds something of nobody's.
 */
export async function explainAdoptions(plan: Plan, project: Project): Promise<Plan> {
  const folder = backupsFolder(project);
  if (folder === undefined || !plan.changes.some(isNobodys)) return plan;
  // Records that cannot be read explain nothing.
  const { runs } = await readRuns(folder).catch(() => ({ runs: [] }));
  const target = { url: plan.target.url, deployment: plan.target.deploymentId };
  const ours = runs.filter((run) => run.record.project === plan.project && isAt(run, target));
  const unkept: Change[] = [];
  const explain = (change: Change): Change => {
    if (!isNobodys(change)) return change;
    for (const { name, record } of ours) {
      const written = record.changes.find((one) => isWriteOf(one, change));
      if (!written) continue;
      if (isStampedAgain(change) && written.error === STAMP_NOT_KEPT) unkept.push(change);
      const hazards = change.hazards.map((each) => explainHazard(each, name, written));
      // A disown takes the stamp off itself.
      const isLost = written.error === undefined && !record.disowns;
      return { ...change, hazards, ...(isLost && { reason: unstamped(name) }) };
    }
    return change;
  };
  const changes = plan.changes.map(explain);
  if (unkept.length === 0) return { ...plan, changes };
  const diagnostics = [...plan.diagnostics, stampsNotKept(unkept)].sort(compareDiagnostics);
  return { ...plan, changes, diagnostics };
}

function isNobodys(change: Change): boolean {
  const { kind, hazards } = change;
  if (kind === "folder") return false;
  return isStampedAgain(change) || hazards.some(({ message }) => message === nobodysHazard(kind).message);
}

/** It is as declared, and has no stamp that counts. */
function isStampedAgain({ action, origin }: Change): boolean {
  return action === "stamp" && origin === "unknown";
}

/** Without this a plan would have something to do for ever, and never say why. */
function stampsNotKept(changes: readonly Change[]): Diagnostic {
  const names = changes.map(({ kind, key }) => (kind === "report" ? `the report ${key}` : key));
  const many = changes.length > 1;
  return {
    rule: STAMP_NOT_KEPT,
    severity: "warning",
    message: `the platform does not keep the ${many ? "stamps" : "stamp"} of ${nameSome(names)}: an apply writes ${many ? "them" : "it"} again each time, and fails`,
    help: "Find out what drops or changes `meta.boardwright` between here and the platform, in writes or in reads.",
    file: "",
    line: 1,
    column: 1,
  };
}

function isWriteOf(one: RunChange, { kind, key, id }: Change): boolean {
  return one.kind === kind && one.key === key && one.id === id && !!one.attempts && isWritten(one);
}

function explainHazard(hazard: Hazard, run: string, { error }: RunChange): Hazard {
  if (hazard.code !== "adopt") return hazard;
  const message =
    error === undefined
      ? unstamped(run).message
      : `the run ${run} wrote it, but the platform did not keep its stamp: ${NOBODY_KNOWS}`;
  return { ...hazard, message };
}

const NOBODY_KNOWS = "nobody knows who made it differ from the files";

function unstamped(run: string): Reason {
  return {
    code: "unstamped",
    message: `the run ${run} wrote it, but its stamp has been removed since: ${NOBODY_KNOWS}`,
    help: "An apply writes the stamp again, which says what it was last applied as.",
  };
}

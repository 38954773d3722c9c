// Why a workbook that this project applied counts as unmanaged, or as edited: its stamp is gone, or is one of before. The records of runs
// know that it was applied, and whether the platform kept the stamp.

import { readRuns } from "../../apply/index.ts";
import {
  type Change,
  compareDiagnostics,
  type Diagnostic,
  type Hazard,
  isWritten,
  nameOfChange,
  nameSome,
  type Plan,
  type Project,
  type Reason,
  type RunChange,
  STAMP_NOT_KEPT,
} from "../../model/index.ts";
import { DAMAGED_STAMP, NOBODY_KNOWS_EDITS, nobodysHazard } from "../../plan/index.ts";
import { backupsFolder, isAt } from "./kept-runs.ts";

/**
 * The plan, with hazards that say so, and a warning for what gets its stamp again because the platform does not keep it. What the last
 * run wrote without its stamp being kept has one of before, from which nothing follows: who changed what is unknown. Reads the records
 * only if the plan changes something that is live.
 */
export async function explainAdoptions(plan: Plan, project: Project): Promise<Plan> {
  const folder = backupsFolder(project);
  if (folder === undefined || !plan.changes.some(mayHaveLost)) return plan;
  // Records that cannot be read explain nothing.
  const { runs } = await readRuns(folder).catch(() => ({ runs: [] }));
  const target = { url: plan.target.url, deployment: plan.target.deploymentId };
  const ours = runs.filter((run) => run.record.project === plan.project && isAt(run, target));
  const unkept: Change[] = [];
  const explain = (change: Change): Change => {
    if (!mayHaveLost(change)) return change;
    for (const { name, record } of ours) {
      const written = record.changes.find((one) => isWriteOf(one, change));
      if (!written) continue;
      const isUnkept = written.error === STAMP_NOT_KEPT;
      if (change.action === "delete") return isUnkept ? unsureDeletion(change, name) : change;
      if (change.action === "stamp" && isUnkept) unkept.push(change);
      if (!isNobodys(change)) return isUnkept ? withoutOrigins(change, name) : change;
      const hazards = change.hazards.map((each) => explainHazard(each, name, written));
      // A disown takes the stamp off itself. What is as declared was edited by nobody, whatever became of the stamp.
      const isLost = written.error === undefined && !record.disowns;
      const reason = isLost
        ? unstamped(name)
        : isUnkept && change.fields.length > 0 && unkeptReason(notKept(name));
      return { ...change, hazards, ...(reason && { reason }) };
    }
    return change;
  };
  const changes = plan.changes.map(explain);
  if (unkept.length === 0) return { ...plan, changes };
  const dropped = unkept.filter(isStampedAgain);
  const frozen = unkept.filter((change) => !isStampedAgain(change));
  const found = [
    stampsNotKept(dropped, (stamps) => `does not keep ${stamps}`),
    stampsNotKept(frozen, (stamps) => `keeps ${stamps} as an earlier write left ${pronoun(frozen)}`),
  ];
  const diagnostics = [...plan.diagnostics, ...found.flat()].sort(compareDiagnostics);
  return { ...plan, changes, diagnostics };
}

/** Something to change where the stamp may be gone, or another than the last one that was written. */
function mayHaveLost({ kind, action, id }: Change): boolean {
  return kind !== "folder" && id !== null && ["update", "stamp", "publish", "delete"].includes(action);
}

/** A change whose origins were read from a stamp of before the last apply. */
function withoutOrigins(change: Change, run: string): Change {
  if (change.action !== "update") return change;
  const fields = change.fields.map(({ base: _, ...field }) => ({ ...field, origin: "unknown" as const }));
  const guessed = new Set(["drift", "conflict", "adopt"]);
  const hazards = change.hazards.filter(({ code }) => !guessed.has(code));
  const isDamaged = change.hazards.some(({ message }) => message.startsWith(DAMAGED_STAMP));
  const reason = unkeptReason(isDamaged ? notKept(run) : `${keptEarlier(run)}: ${NOBODY_KNOWS}`);
  const adopt: Hazard = { code: "adopt", message: reason.message };
  return { ...change, origin: "unknown", fields, hazards: [...hazards, adopt], reason };
}

/** What the stamp says of edits is of before the last apply. */
function unsureDeletion(change: Change, run: string): Change {
  const adopt: Hazard = { code: "adopt", message: `${keptEarlier(run)}: ${NOBODY_KNOWS_EDITS}` };
  return { ...change, hazards: [...change.hazards.filter(({ code }) => code !== "adopt"), adopt] };
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
function stampsNotKept(changes: readonly Change[], does: (stamps: string) => string): Diagnostic[] {
  if (changes.length === 0) return [];
  const names = changes.map(nameOfChange);
  const stamps = `the ${changes.length === 1 ? "stamp" : "stamps"} of ${nameSome(names)}`;
  return [
    {
      rule: STAMP_NOT_KEPT,
      severity: "warning",
      message: `the platform ${does(stamps)}: an apply writes ${pronoun(changes)} again each time, and fails`,
      help: "Find out what drops or changes `meta.boardwright` between here and the platform, in writes or in reads.",
      file: "",
      line: 1,
      column: 1,
    },
  ];
}

function pronoun(changes: readonly Change[]): string {
  return changes.length === 1 ? "it" : "them";
}

function isWriteOf(one: RunChange, { kind, key, id }: Change): boolean {
  return one.kind === kind && one.key === key && one.id === id && !!one.attempts && isWritten(one);
}

function explainHazard(hazard: Hazard, run: string, { error }: RunChange): Hazard {
  if (hazard.code !== "adopt") return hazard;
  const message = error === undefined ? unstamped(run).message : notKept(run);
  return { ...hazard, message };
}

function notKept(run: string): string {
  return `the run ${run} wrote it, but the platform did not keep its stamp: ${NOBODY_KNOWS}`;
}

/** A whole stamp of ours is there, and is not the one that the run wrote. */
function keptEarlier(run: string): string {
  return `the run ${run} wrote it, but the platform kept the stamp of an earlier write, as one does that takes a stamp only when something is created`;
}

const NOBODY_KNOWS = "nobody knows who made it differ from the files";

/** Drift counts it: it must not say that all is well where it cannot tell. */
function unkeptReason(message: string): Reason {
  return {
    code: "unstamped",
    message,
    help: "Compare it with the files: `pull` takes over what is live, `apply --allow adopt` puts back what they say.",
  };
}

function unstamped(run: string): Reason {
  return {
    code: "unstamped",
    message: `the run ${run} wrote it, but its stamp has been removed since: ${NOBODY_KNOWS}`,
    help: "An apply writes the stamp again, which says what it was last applied as.",
  };
}

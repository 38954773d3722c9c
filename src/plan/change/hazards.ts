// Hazards: named reasons to stop before anything is written (contract 6).

import {
  type ApplySettings,
  type Change,
  type Hazard,
  type HazardCode,
  type Stamp,
  writeJson,
} from "../../model/index.ts";
import { baseOf } from "../stamp/stamp.ts";
import type { Comparison } from "../stamp/three-way.ts";
import { KINDS } from "../state/kind.ts";

/** With fewer live workbooks of ours than this, a plan may change all of them without a hazard. */
const MASS_CHANGE_FROM = 10;

export interface Undoing {
  /** Of a rollback: what is compared with live comes from the backups of a run, and not from files. */
  undoes?: boolean | undefined;
}

/** The hazards of overwriting a live workbook or report whose managed state differs from the declared one, or from that of a backup. */
export function updateHazards(
  kind: "workbook" | "report",
  { fields, isForeign, isUnread, undoes = false }: Omit<Comparison, "restored" | "lost"> & Undoing,
  owner: Owner,
): Hazard[] {
  if (owner.kind === "other-project") return [takeoverHazard(owner.stamp)];
  if (owner.kind === "nobody") return [nobodysHazard(kind, undoes)];
  const wanted = wantedName(undoes);
  const hazards: Hazard[] = [];
  if (fields.some((field) => field.origin === "both")) {
    const message = undoes
      ? "edited outside Git since the last apply, in a field that the rollback puts back"
      : "edited both in Git and outside it since the last apply";
    hazards.push({ code: "conflict", message });
  }
  if (fields.some((field) => field.origin === "live")) {
    hazards.push({ code: "drift", message: "edited outside Git since the last apply" });
  }
  if (isForeign) {
    const nobodyKnows = `nobody knows who made it differ from ${wanted}`;
    const message = !baseOf(owner.stamp)
      ? `${DAMAGED_STAMP}: ${nobodyKnows}`
      : isUnread
        ? `an apply ended before it read what the platform made of it: ${nobodyKnows}`
        : `a part that the project did not manage until now is already live, and differs from ${wanted}`;
    hazards.push({ code: "adopt", message });
  }
  return hazards;
}

/** How the hazard of a stamp begins of which a part is gone. */
export const DAMAGED_STAMP = "its stamp cannot be read whole";

/** The hazard of overwriting what carries no stamp that counts. */
export function nobodysHazard(kind: "workbook" | "report", undoes = false): Hazard {
  const { identity } = KINDS[kind];
  const message = `a ${kind} that no project manages has this ${identity}, and it differs from ${wantedName(undoes)}`;
  return { code: "adopt", message };
}

function wantedName(undoes: boolean): string {
  return undoes ? "the backup" : "the files";
}

export function takeoverHazard(stamp: Stamp): Hazard {
  return { code: "takeover", message: `managed by another project, ${writeJson(stamp.project)}` };
}

/** Who manages a live workbook, as its stamp says. */
export type Owner =
  | { kind: "us"; stamp: Stamp }
  | { kind: "other-project"; stamp: Stamp }
  | { kind: "nobody" };

/**
 * The hazards that putting back what was done has for sure. `managed`: how many workbooks of the project are live then, as far as the plan
 * knows; of a narrowed plan it is fewer, which may name mass-change without need.
 */
export function hazardsOfUndo(
  done: readonly Pick<Change, "kind" | "action">[],
  { managed, limits }: { managed: number; limits: ApplySettings["limits"] },
): HazardCode[] {
  const made = done.filter(({ action }) => action === "create");
  const deletes = made.filter(({ kind }) => kind === "workbook").length;
  const updates = done.filter(({ kind, action }) => kind === "workbook" && action === "update").length;
  const isMass = deletes > limits.delete * managed || updates > limits.change * managed;
  return [
    ...(made.length > 0 ? (["delete"] as const) : []),
    ...(managed >= MASS_CHANGE_FROM && isMass ? (["mass-change"] as const) : []),
  ];
}

/**
 * Marks the changes of a plan that changes more of the managed live workbooks than the project allows. `unlisted`: how many workbooks were
 * found though the list does not show them. If all that are ours are among these, it shows nothing of ours, and what it would create may
 * be there, too.
 */
export function addMassChange(
  changes: Change[],
  managedLive: number,
  limits: ApplySettings["limits"],
  unlisted = 0,
): void {
  const made = changes.filter(({ kind, action }) => kind === "workbook" && action === "create");
  if (managedLive > 0 && managedLive <= unlisted && made.length >= MASS_CHANGE_FROM) {
    const message = `the list shows no workbook of this project, and a read of its own found ${managedLive === 1 ? "one" : managedLive}: what would be created may be there, too`;
    for (const change of made) change.hazards.push({ code: "mass-change", message });
  }
  if (managedLive < MASS_CHANGE_FROM) return;
  const check = (affected: Change[], limit: number, verb: string) => {
    if (affected.length <= limit * managedLive) return;
    const share = `${affected.length} of the ${managedLive} managed workbooks`;
    const message = `${share} would ${verb}, more than the limit of ${Math.round(limit * 100)}%`;
    for (const change of affected) change.hazards.push({ code: "mass-change", message });
  };
  const workbooks = changes.filter(({ kind }) => kind === "workbook");
  // Creates and adoptions do not count: they change nothing that was ours.
  const isOurs = ({ hazards }: Change) =>
    !hazards.some(({ code }) => code === "adopt" || code === "takeover");
  const updates = workbooks.filter((change) => change.action === "update" && isOurs(change));
  check(updates, limits.change, "change");
  const deletes = workbooks.filter(({ action }) => action === "delete");
  check(deletes, limits.delete, "be deleted");
}

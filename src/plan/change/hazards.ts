// Hazards: named reasons to stop before anything is written (contract 6).

import type { ApplySettings, Change, FieldChange, Hazard, Stamp } from "../../model/index.ts";
import type { Base } from "../stamp/base.ts";

/** Below this many live workbooks of ours, a plan may change all of them without being remarkable. */
const MASS_CHANGE_FROM = 10;

/** What stands against writing over a live workbook whose managed state differs from the declared one. `base`: of our stamp. */
export function updateHazards(
  fields: readonly FieldChange[],
  owner: Owner,
  { kind, base }: { kind: "workbook" | "report"; base: Base | undefined },
): Hazard[] {
  if (owner.kind === "other-project") return [takeoverHazard(owner.stamp)];
  if (owner.kind === "nobody") {
    const has = kind === "workbook" ? "slug" : "publicId";
    const message = `a ${kind} that no project manages has this ${has}, and it differs from the files`;
    return [{ code: "adopt", message }];
  }
  const hazards: Hazard[] = [];
  if (fields.some((field) => field.origin === "both")) {
    hazards.push({ code: "conflict", message: "edited both in Git and outside it since the last apply" });
  }
  if (fields.some((field) => field.origin === "live")) {
    hazards.push({ code: "drift", message: "edited outside Git since the last apply" });
  }
  // A stamp that knows no answer is that of a run of ours that ended half way: what is there is nobody's edit.
  const isUnseen = ({ origin, change }: FieldChange) => origin === "unknown" && change !== "added";
  if (base?.answered !== null && fields.some(isUnseen)) {
    const message =
      "a part that the project did not manage until now is live already, and differs from the files";
    hazards.push({ code: "adopt", message });
  }
  return hazards;
}

export function takeoverHazard(stamp: Stamp): Hazard {
  return { code: "takeover", message: `managed by another project, ${JSON.stringify(stamp.project)}` };
}

/** Who manages a live workbook, as its stamp says. */
export type Owner =
  | { kind: "us"; stamp: Stamp }
  | { kind: "other-project"; stamp: Stamp }
  | { kind: "nobody" };

/** Marks the changes of a plan that touches more of the managed live workbooks than the project allows. */
export function addMassChange(changes: Change[], managedLive: number, limits: ApplySettings["limits"]): void {
  if (managedLive < MASS_CHANGE_FROM) return;
  const check = (touched: Change[], limit: number, verb: string) => {
    if (touched.length <= limit * managedLive) return;
    const share = `${touched.length} of the ${managedLive} managed workbooks`;
    const message = `${share} would ${verb}, more than the limit of ${Math.round(limit * 100)}%`;
    for (const change of touched) change.hazards.push({ code: "mass-change", message });
  };
  // Creates and adoptions do not count: they touch nothing that was ours.
  const ours = (change: Change) =>
    !change.hazards.some(({ code }) => code === "adopt" || code === "takeover");
  const updates = changes.filter(
    (change) => change.kind === "workbook" && change.action === "update" && ours(change),
  );
  check(updates, limits.change, "change");
  const deletes = changes.filter((change) => change.kind === "workbook" && change.action === "delete");
  check(deletes, limits.delete, "be deleted");
}

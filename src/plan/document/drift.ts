// Drift: what changed outside Git since the last apply, out of a plan. Without a state file that is known of what is live and stamped:
// a declared workbook that was deleted on the platform looks like one that was never made.

import type { Change, HazardCode, Plan } from "../../model/index.ts";
import { sumOrigins } from "../stamp/three-way.ts";

const OF_EDITS: ReadonlySet<HazardCode> = new Set(["drift", "conflict"]);

/**
 * The plan with nothing in it but the edits made outside Git: the fields of origin `live` and `both`, and the hazards that they are.
 * `unchanged` counts the workbooks that were compared and not edited. Of the diagnostics the errors stay: what they left out is not
 * known. `updated`: live id → when that workbook was last updated, as the platform says it.
 */
export function driftOf(plan: Plan, updated: ReadonlyMap<number, string> = new Map()): Plan {
  const changes = plan.changes.flatMap((change) => editsOf(change, updated));
  const none = { create: 0, update: 0, publish: 0, stamp: 0, delete: 0, orphaned: 0 };
  const unedited = plan.changes.filter(
    (change) => isCompared(change) && editsOf(change, updated).length === 0,
  );
  const unchanged = plan.summary.unchanged + unedited.length;
  return {
    ...plan,
    summary: { ...none, update: changes.length, unchanged },
    changes,
    diagnostics: plan.diagnostics.filter(({ severity }) => severity === "error"),
  };
}

/** Nothing is published by looking. */
function editsOf(change: Change, updated: ReadonlyMap<number, string>): Change[] {
  const fields = change.fields.filter(({ origin }) => origin === "live" || origin === "both");
  if (fields.length === 0) return [];
  const hazards = change.hazards.filter(({ code }) => OF_EDITS.has(code));
  const edits = { ...change, origin: sumOrigins(fields), publish: false, hazards, fields };
  const at = change.kind === "workbook" && change.id !== null ? updated.get(change.id) : undefined;
  return [at === undefined ? edits : { ...edits, updatedAt: at }];
}

/** Whether the change is of a live workbook that this project applied before: of any other nobody knows who edited it. */
function isCompared({ kind, action, origin }: Change): boolean {
  const isLive = action === "update" || action === "publish" || action === "stamp";
  return kind === "workbook" && isLive && origin !== "unknown";
}

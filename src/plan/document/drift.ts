// Drift: what was changed outside Git since the last apply, taken from a plan. There is no state file: the stamps on what is live say
// what was edited, and the reason of a create that what it declares was deleted, or has another slug by now.

import {
  type Change,
  type FieldChange,
  followsDeletion,
  type HazardCode,
  type Plan,
} from "../../model/index.ts";
import { sumOrigins } from "../stamp/three-way.ts";

const OF_EDITS: ReadonlySet<HazardCode> = new Set(["drift", "conflict"]);

/**
 * The plan reduced to what was changed outside Git: the fields of origin `live` and `both`, and their hazards; and the creates of what
 * is gone. `unchanged` counts the workbooks that were compared and not edited. Of the diagnostics only the errors stay, because they left out workbooks. `updated`:
 * live id → when that workbook was last updated, as the platform says it.
 */
export function driftOf(plan: Plan, updated: ReadonlyMap<number, string> = new Map()): Plan {
  const changes = plan.changes.flatMap((change) => editsOf(change, updated));
  const none = { create: 0, update: 0, publish: 0, stamp: 0, delete: 0, orphaned: 0 };
  const unedited = plan.changes.filter((change) => isCompared(change) && !isEdited(change));
  const gone = changes.filter(isGone).length;
  const unchanged = plan.summary.unchanged + unedited.length;
  return {
    ...plan,
    summary: { ...none, create: gone, update: changes.length - gone, unchanged },
    changes,
    diagnostics: plan.diagnostics.filter(({ severity }) => severity === "error"),
  };
}

/** Whether what it creates was live before, and is not any more under its slug. */
function isGone({ action, origin }: Change): boolean {
  return action === "create" && origin === "live";
}

/** What follows from a deletion is none: it is the deletion that is told. */
function hasEdit(change: Change, field: FieldChange): boolean {
  return (field.origin === "live" || field.origin === "both") && !followsDeletion(change, field);
}

/** A publication that somebody made since changes no field: only the hazard says so. */
function isEdited(change: Change): boolean {
  const { fields, hazards } = change;
  return fields.some((field) => hasEdit(change, field)) || hazards.some(({ code }) => OF_EDITS.has(code));
}

/** Publishes nothing: drift only reports. */
function editsOf(change: Change, updated: ReadonlyMap<number, string>): Change[] {
  if (isGone(change)) return [{ ...change, publish: false }];
  if (!isEdited(change)) return [];
  const { publication: _, ...rest } = change;
  const fields = change.fields.filter((field) => hasEdit(change, field));
  const hazards = change.hazards.filter(({ code }) => OF_EDITS.has(code));
  const origin = fields.length > 0 ? sumOrigins(fields) : "live";
  const edits: Change = { ...rest, origin, publish: false, hazards, fields };
  const at = change.kind === "workbook" && change.id !== null ? updated.get(change.id) : undefined;
  return [at === undefined ? edits : { ...edits, updatedAt: at }];
}

/** Whether it is a live workbook that this project applied before: nobody knows who edited any other. */
function isCompared({ kind, action, origin }: Change): boolean {
  const isLive = action === "update" || action === "publish" || action === "stamp";
  return kind === "workbook" && isLive && origin !== "unknown";
}

// Drift: what was changed outside Git since the last apply, taken from a plan. There is no state file: the stamps on what is live say
// what was edited, and the reason of a create that what it declares was deleted, or has another slug by now.

import {
  type Change,
  type Diagnostic,
  type FieldChange,
  followsDeletion,
  type HazardCode,
  nameSome,
  type Plan,
} from "../../model/index.ts";
import { LOST_DEFAULT, sumOrigins } from "../stamp/three-way.ts";

/** `renamed`: of a live workbook, that somebody gave it a slug that it had, or its own to another one. */
const OF_EDITS: ReadonlySet<HazardCode> = new Set(["drift", "conflict", "renamed"]);

/**
 * The plan reduced to what was changed outside Git: the fields of origin `live` and `both`, and their hazards; and the creates of what
 * is gone. `unchanged` counts the workbooks that were compared and not edited. Of the diagnostics only the errors stay, because they left
 * out workbooks; a warning is added for those of which nobody can say whether they were deleted or edited. `updated`: live id → when that
 * workbook was last updated, as the platform says it.
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
    diagnostics: [
      ...plan.diagnostics.filter(({ rule, severity }) => severity === "error" || rule === FILES_HAVE_ERRORS),
      ...uncertain(plan),
    ],
  };
}

/** Stands for errors in the files that stop nothing. */
export const FILES_HAVE_ERRORS = "files-have-errors";
export const NOT_LIVE = "not-live";
export const NO_STAMP = "no-stamp";

/** What no stamp, record or report knows may be new to the deployment, or have lost all that was known of it. */
function uncertain({ changes }: Plan): Diagnostic[] {
  const workbooks = changes.filter((change) => change.kind === "workbook" && !isUnknown(change));
  const missing = workbooks.filter(
    (change) => change.action === "create" && !isGone(change) && change.reason?.code !== "deleted-by-run",
  );
  const unowned = workbooks.filter(
    (change) => change.action !== "create" && change.origin === "unknown" && !isEdited(change),
  );
  const warn = (
    rule: string,
    some: readonly Change[],
    [one, many, why]: [string, string, string],
  ): Diagnostic[] => {
    const names = nameSome(some.map(({ key }) => key));
    const [change] = some;
    if (!change) return [];
    const said =
      some.length === 1 ? `1 declared workbook ${one}` : `${some.length} declared workbooks ${many}`;
    const them = some.length === 1 ? "it" : "them";
    const help = `\`boardwright apply\` applies ${them}; with --strict, drift exits 2 for ${them}.`;
    return [warning(rule, `${said}: ${names} (${why})`, help)];
  };
  return [
    ...warn(NOT_LIVE, missing, ["is not live", "are not live", "never applied, or deleted"]),
    ...warn(NO_STAMP, unowned, [
      "has no stamp of this project",
      "have no stamp of this project",
      "never applied, applied by another project, or the stamp was removed or not kept",
    ]),
    ...lostDefaults(changes),
  ];
}

/** No drift, because no file can take it and no apply undoes it; and still something that somebody did there. */
function lostDefaults(changes: readonly Change[]): Diagnostic[] {
  const lost = changes.filter((change) => change.reason?.code === LOST_DEFAULT && !isEdited(change));
  if (lost.length === 0) return [];
  const names = nameSome(lost.map(({ kind, key }) => (kind === "report" ? `report ${key}` : key)));
  const help =
    "`boardwright plan` says what it was, and an apply leaves it away; declare a value to have one there.";
  return [warning(LOST_DEFAULT, `what the platform had filled in was taken away there: ${names}`, help)];
}

function warning(rule: string, message: string, help: string): Diagnostic {
  return { rule, severity: "warning", message, help, file: "", line: 1, column: 1 };
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
  if (isUnknown(change)) return true;
  const { fields, hazards } = change;
  return fields.some((field) => hasEdit(change, field)) || hazards.some(({ code }) => OF_EDITS.has(code));
}

/** Somebody took its stamp off, and with it all that says who changed what. */
export function isUnstamped({ reason }: Change): boolean {
  return reason?.code === "unstamped";
}

/** Nobody knows who made it differ: it may be an edit. */
function isUnknown(change: Change): boolean {
  return isUnstamped(change) || change.reason?.code === "unread";
}

/** Publishes nothing: drift only reports. */
function editsOf(change: Change, updated: ReadonlyMap<number, string>): Change[] {
  if (isGone(change)) return [{ ...change, publish: false }];
  if (!isEdited(change)) return [];
  const { publication: _, draws: __, was, ...others } = change;
  const isRenamed = change.hazards.some(({ code }) => code === "renamed");
  const rest = { ...others, ...(isRenamed && was !== undefined && { was }) };
  const isKept = isUnknown(change);
  const fields = change.fields.filter((field) => isKept || hasEdit(change, field));
  const hazards = change.hazards.filter(({ code }) => OF_EDITS.has(code) || (isKept && code === "adopt"));
  const origin = fields.length > 0 ? sumOrigins(fields) : "live";
  const edits: Change = { ...rest, origin, publish: false, hazards, fields };
  const at = change.kind === "workbook" && change.id !== null ? updated.get(change.id) : undefined;
  return [at === undefined ? edits : { ...edits, updatedAt: at }];
}

/** Whether it is a live workbook that this project applied before: nobody knows who edited any other. */
function isCompared({ kind, action, origin }: Change): boolean {
  const isLive = ["update", "publish", "rename", "stamp"].includes(action);
  return kind === "workbook" && isLive && origin !== "unknown";
}

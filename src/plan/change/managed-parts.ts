// The parts that a change manages, read from its stamp, because a request leaves out what stays: a rollback restores those and no more.

import { type Change, isObject, isRecordOnly, type ManagedParts, valueAt } from "../../model/index.ts";
import { isStampRequest } from "../stamp/request.ts";
import { askedIn } from "../stamp/stamp.ts";
import { heldIn } from "../state/held.ts";
import { KINDS } from "../state/kind.ts";
import { REPORT_FIELDS } from "../state/report-state.ts";

/** Undefined for a change that writes no managed part: a folder, a stamp, a publication. Of a rename they are those of the whole. */
export function managedParts(
  change: Pick<Change, "kind" | "action" | "request" | "was" | "folder">,
): ManagedParts | undefined {
  const { kind, request } = change;
  if (kind === "folder" || !request || isRecordOnly(change)) return undefined;
  if (change.was === undefined && isStampRequest(request, KINDS[kind])) return undefined;
  const meta = isObject(request.meta) ? request.meta : {};
  const asked = askedIn(meta) ?? { parts: [], metaKeys: [] };
  // A draft that is held as text is there, and is not made for this.
  const held = heldIn(meta)?.key;
  // A part sent as null is managed and absent; the base does not hold it. Neither the stamp nor the draft is: no file may declare a key
  // of their names.
  const sentAsNull = Object.keys(meta).filter((key) => key !== held && meta[key] === null);
  const metaKeys = [...new Set([...asked.metaKeys, ...sentAsNull])].sort();
  if (kind === "report") {
    const isSent = (field: string) =>
      asked.parts.includes(field) || valueAt(request, KINDS.report.places[field] ?? []) === null;
    return { fields: REPORT_FIELDS.filter(isSent), meta: metaKeys };
  }
  const fields = asked.parts.includes("name") ? ["name"] : [];
  if (change.folder !== undefined) fields.push(Array.isArray(change.folder) ? "folder" : "folderId");
  const sendsDraft = held === "dashboardDraft" || isObject(meta.dashboardDraft);
  if (asked.parts.includes("dashboard") || sendsDraft) fields.push("dashboard");
  return { fields, meta: metaKeys };
}

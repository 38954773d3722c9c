// The parts that a change manages, read from its stamp, because a request leaves out what stays: a rollback restores those and no more.

import { type Change, isObject, type JsonObject, type ManagedParts, readStamp } from "../../model/index.ts";
import { isStampRequest } from "../stamp/request.ts";
import { baseOf } from "../stamp/stamp.ts";
import { REPORT_FIELDS, WIRE_FIELDS } from "../state/report-state.ts";

/** Undefined for a change that writes no managed part: a folder, a stamp, a publication. */
export function managedParts(change: Change): ManagedParts | undefined {
  const { kind, request } = change;
  if (kind === "folder" || !request || change.action === "stamp" || isStampRequest(request)) return undefined;
  const meta = isObject(request.meta) ? request.meta : {};
  const asked = baseOf(readStamp(meta))?.asked ?? {};
  // A part sent as null is managed and absent; the base does not hold it.
  const isManaged = (holder: JsonObject, key: string, sent: unknown) =>
    Object.hasOwn(holder, key) || sent === null;
  // Neither the stamp nor the draft is: no file may declare a key of their names.
  const keys = new Set([...Object.keys(asked.meta ?? {}), ...Object.keys(meta)]);
  const metaKeys = [...keys].filter((key) => isManaged(asked.meta ?? {}, key, meta[key])).sort();
  if (kind === "report") {
    const isSent = (field: string) =>
      isManaged(asked as JsonObject, field, request[WIRE_FIELDS[field] as string]);
    return { fields: REPORT_FIELDS.filter(isSent), meta: metaKeys };
  }
  const fields = asked.name === undefined ? [] : ["name"];
  if (change.folder !== undefined) fields.push(Array.isArray(change.folder) ? "folder" : "folderId");
  if (asked.dashboard !== undefined || isObject(meta.dashboardDraft)) fields.push("dashboard");
  return { fields, meta: metaKeys };
}

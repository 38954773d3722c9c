// The live state that a change was computed from: if any of it is edited before the change is written, the change is stale.

import {
  type Change,
  isObject,
  isRecordOnly,
  type Json,
  type JsonObject,
  type ManagedParts,
  STAMP_KEY,
  valueAt,
} from "../../model/index.ts";
import { isStampRequest } from "../stamp/request.ts";
import { askedIn, type Outline } from "../stamp/stamp.ts";
import { digest } from "../state/canonical.ts";
import { heldIn } from "../state/held.ts";
import { type IgnoredPath, withOwnPaths } from "../state/ignore.ts";
import { ignoredIn, KINDS, kindOf } from "../state/kind.ts";
import { stateText } from "../state/normal-state.ts";
import { REPORT_FIELDS } from "../state/report-state.ts";
import { type Live, pickValues } from "../state/state.ts";

type Computed = Pick<Change, "kind" | "action" | "request" | "was" | "folder" | "unmanaged" | "ignore">;

/**
 * `sha256:…` of what the files of a change manage, and of our stamp, without what is never compared. Without a change, of a deletion, and
 * if no stamp says what is managed: of all that a write could overwrite.
 */
export function fingerprint(
  live: Live,
  scope: { ignored: readonly IgnoredPath[] },
  change?: Computed,
): string {
  const ignored = ignoredIn(live, withOwnPaths(scope, change).ignored);
  const all = { ...kindOf(live).parts(live), meta: live.meta };
  return digest(stateText(managedOnly(all, live.meta, change), ignored));
}

function managedOnly(
  all: Record<string, Json | undefined>,
  meta: JsonObject,
  change: Computed | undefined,
): JsonObject {
  const asked = change && outlineFor(change, meta);
  if (!asked) return all as JsonObject;
  const own = managedParts(change);
  const fields = new Set([...asked.parts, ...(own?.fields ?? [])]);
  const keys = new Set([STAMP_KEY, ...asked.metaKeys, ...(own?.meta ?? [])]);
  const kept = Object.entries(all).filter(([field]) => fields.has(field));
  return { ...Object.fromEntries(kept), meta: pickValues(meta, [...keys]) } as JsonObject;
}

function outlineFor({ action, request, unmanaged }: Computed, meta: JsonObject): Outline | undefined {
  if (action === "delete" || action === "orphaned") return undefined;
  // A report of nobody's is only put back into its workbook.
  return unmanaged ? { parts: ["workbook"], metaKeys: [] } : askedIn((request?.meta ?? meta) as JsonObject);
}

// The parts that a change manages, read from its stamp, because a request leaves out what stays: a rollback restores those and no more.

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

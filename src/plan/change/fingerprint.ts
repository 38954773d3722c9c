// The live state that a change was computed from: if any of it is edited before the change is written, the change is stale.

import { type Change, type Json, type JsonObject, STAMP_KEY } from "../../model/index.ts";
import { askedIn, type Outline } from "../stamp/stamp.ts";
import { digest } from "../state/canonical.ts";
import { type IgnoredPath, withOwnPaths } from "../state/ignore.ts";
import { ignoredIn, kindOf } from "../state/kind.ts";
import { stateText } from "../state/normal-state.ts";
import { type Live, pickValues } from "../state/state.ts";
import { managedParts } from "./managed-parts.ts";

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

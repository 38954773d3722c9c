// The body of the upsert that brings a live workbook to its declared state (platform document, WorkbookInput).

import {
  type Change,
  cutName,
  type FieldChange,
  isObject,
  type Json,
  type JsonObject,
  joinPath,
  ownValue,
  type Path,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampToJson,
} from "../../model/index.ts";
import { isSame } from "../state/canonical.ts";
import { holdAsText } from "../state/held.ts";
import { type IgnoredPath, withLiveIgnored } from "../state/ignore.ts";
import type { Kind } from "../state/kind.ts";
import { type FolderIds, folderKey } from "../state/references.ts";
import { anyState, type ComparedState, type LiveWorkbook } from "../state/state.ts";
import { bareId } from "../state/widgets.ts";
import { shellStamp, stampInRequest } from "./stamp.ts";
import type { Restored } from "./three-way.ts";

export interface RequestInput {
  slug: string;
  /** In normal form, references resolved where they are known. */
  desired: ComparedState;
  /** The same with all that is declared at ignored paths; by default there is nothing. */
  whole?: ComparedState | undefined;
  live: LiveWorkbook | undefined;
  /** The managed keys of meta; one that is not desired is removed. */
  metaKeys?: readonly string[] | undefined;
  /** What is sent besides what is declared: what the platform had filled in. */
  restored?: readonly Restored[];
  /** Whether a part is to become something else; by default each is. What is not sent cannot overwrite what somebody writes meanwhile. */
  isChanged?: (part: Path) => boolean;
  stamp: Stamp;
  ignored: readonly IgnoredPath[];
  folders: FolderIds;
  /** The canonical text of what is declared: where that has the dashboard as it is sent, the request keeps no other. */
  text: Buffer;
}

/** Where the dashboard is in the canonical text of a state, in which keys are sorted. */
const DASHBOARD_AT = '{"dashboard":'.length;

/**
 * The whole request: of what is managed the parts that change, because the platform leaves alone what is not sent (platform document,
 * upsert, rule 2). A create sends a name always, because it needs one; `folderId` goes only if the workbook must move, because moving
 * needs more access; the dashboard goes whole, because how deep it is merged is not documented; keys that are live but not declared are
 * sent as nulls, so that a platform that merges deeply removes them too.
 */
export function buildRequest({
  slug,
  desired,
  whole: declared = desired,
  live,
  metaKeys = [],
  restored = [],
  isChanged = () => true,
  stamp,
  ignored,
  folders,
  text,
}: RequestInput): JsonObject {
  const request: JsonObject = {};
  const name = desired.name ?? (live ? undefined : defaultName(slug, desired));
  if (name !== undefined && isChanged(["name"])) request.name = name;
  const folderId = folderToSend(desired.folder, live, folders);
  if (folderId !== undefined) request.folderId = folderId;
  const meta: JsonObject = {};
  const restoring = restored.reduce(withRestored, declared as Json) as ComparedState;
  const whole = withLiveIgnored(restoring, live ? anyState(live) : {}, ignored);
  for (const [key, value] of Object.entries(whole.meta ?? {})) {
    if (isChanged(["meta", key])) meta[key] = withNulls(live?.meta[key], value) as Json;
  }
  for (const key of metaKeys)
    if (!Object.hasOwn(whole.meta ?? {}, key) && isChanged(["meta", key])) meta[key] = null;
  if (whole.dashboard && isChanged(["dashboard"])) {
    const sent = withNulls(live?.draft, whole.dashboard);
    holdAsText(meta, "dashboardDraft", sent, { known: text, offset: DASHBOARD_AT });
  }
  meta[STAMP_KEY] = stampInRequest(stamp);
  request.meta = meta;
  return request;
}

/** `state` with what the platform had filled in. A widget that is not there is not made. */
export function withRestored(state: Json, { place: [key = "", ...rest], value }: Restored): Json {
  if (Array.isArray(state)) {
    const isExact = state.some((one) => isObject(one) && one.id === key);
    const isIt = (id: string): boolean => (isExact ? id === key : bareId(id) === bareId(key));
    // A whole widget that somebody deleted comes back with the defaults that it had.
    const restore = (one: JsonObject) =>
      rest.length === 0 ? value : withRestored(one, { place: rest, value });
    return state.map((one) => (isObject(one) && isIt(String(one.id)) ? restore(one) : one));
  }
  const own = isObject(state) ? state : {};
  const inner = ownValue(own, key);
  return { ...own, [key]: rest.length === 0 ? value : withRestored(inner ?? {}, { place: rest, value }) };
}

/** Whether any of the fields is in a part. */
export function partsOf(fields: readonly Pick<FieldChange, "path">[]): (part: Path) => boolean {
  return (part) => {
    const start = joinPath("", part);
    return fields.some(
      ({ path }) => path === start || (path.startsWith(start) && /^[.[]/.test(path.slice(start.length))),
    );
  };
}

/** The body that writes nothing but the stamp. */
export function stampRequest(stamp: Stamp): JsonObject {
  return { meta: { [STAMP_KEY]: stampToJson(stamp) } };
}

export function isStampRequest(request: JsonObject, { sendsWholeMeta }: Kind): boolean {
  const meta = isObject(request.meta) ? request.meta : {};
  const isAlone = sendsWholeMeta || Object.keys(meta).length === 1;
  return Object.keys(request).length === 1 && isAlone && Object.hasOwn(meta, STAMP_KEY);
}

/** The creation of the same workbook as a shell: only its name, its folder, and a stamp that says so. */
export function asShell({ publishConfig: _config, ...change }: Change): Change {
  const { name, folderId, meta } = change.request ?? {};
  const stamp = readStamp(meta);
  const request: JsonObject = name === undefined ? {} : { name };
  if (folderId !== undefined) request.folderId = folderId;
  if (stamp) request.meta = { [STAMP_KEY]: stampToJson(shellStamp(stamp)) };
  return { ...change, request };
}

/** A create that declares no name takes the dashboard's title, else the slug: the platform requires a name. */
export function defaultName(slug: string, desired: ComparedState): string {
  const title = desired.dashboard?.title;
  return cutName(typeof title === "string" && title.trim() !== "" ? title : slug);
}

function folderToSend(
  desired: Json | undefined,
  live: LiveWorkbook | undefined,
  folders: FolderIds,
): Json | undefined {
  if (desired === undefined) return undefined;
  const liveId = live ? live.folderId : null;
  if (isObject(desired)) return desired.id === liveId ? undefined : (desired.id as Json);
  const path = desired as string[];
  if (path.length === 0) return liveId === null ? undefined : null;
  if (live?.folderPath && isSame(live.folderPath, path)) return undefined;
  const id = folders.get(folderKey(path));
  if (id === undefined) return { $folder: folderKey(path) };
  return id === liveId ? undefined : id;
}

// Maps of text to text, in which the platform refuses nulls (DashboardAppSource). To remove such a key from a platform that merges
// deeply, the executor sends the whole map as null first.
export const TEXT_MAPS = new Set(["files", "dependencies"]);

/** `desired` with nulls for the live keys that it lacks, at any depth: a platform that merges deeply would keep them. */
export function withNulls(live: Json | undefined, desired: Json, key = ""): Json {
  if (!isObject(live) || !isObject(desired) || TEXT_MAPS.has(key)) return desired;
  const result: JsonObject = { ...desired };
  for (const [name, value] of Object.entries(live)) {
    if (!Object.hasOwn(desired, name)) {
      if (value !== null) result[name] = null;
    } else {
      result[name] = withNulls(value, desired[name] as Json, name);
    }
  }
  return result;
}

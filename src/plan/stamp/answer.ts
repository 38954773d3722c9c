// Reading the platform's answer to an upsert: is live now what was asked, and does the stamp say so?

import {
  isObject,
  type Json,
  type JsonObject,
  joinPath,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampToJson,
} from "../../model/index.ts";
import { canonical } from "../state/canonical.ts";
import { type Difference, diffStates } from "../state/diff.ts";
import type { IgnoredPath } from "../state/ignore.ts";
import { normalState, stateText } from "../state/normal-state.ts";
import { decodeParts, type Parts, partOfField, partsOf, stampedPart } from "../state/parts.ts";
import { type ComparedState, type LiveWorkbook, liveState, type ManagedShape } from "../state/state.ts";
import { TEXT_MAPS } from "./request.ts";
import { openStamp, readAnswer } from "./stamp.ts";

export interface AnswerCheck {
  /** The stamp that has to be written once more, because the platform filled in defaults that the one sent does not know. */
  restamp: Stamp | undefined;
  /** What is live and was not asked for, or the reverse, from asked (before) to live (after). */
  unconverged: Difference[];
}

/** What a write found and what it left. */
export interface Written {
  live: LiveWorkbook;
  before: LiveWorkbook | undefined;
  ignored: readonly IgnoredPath[];
}

/**
 * Compares `live` with what the request asked for. What the write was to take away from `before` and is still there was kept by the
 * platform, and is no default of its own.
 */
export function verifyAnswer(request: JsonObject, { live, before, ignored }: Written): AnswerCheck {
  const sent = sentStamp(request);
  const stamped = decodeParts(sent.parts);
  const shape = requestShape(request, stamped);
  const asked = normalState(askedState(request, shape), ignored);
  const returned = normalState(liveState(shape, live), ignored);
  const folder = stamped.get("folder");
  const withFolder = (parts: Parts): Parts =>
    folder ? new Map([...parts, ["folder", folder.asked]]) : parts;
  const { stamp, unconverged } = readAnswer(sent, {
    asked: withFolder(partsOf(asked)),
    returned: withFolder(partsOf(returned)),
    differences: diffStates(asked, returned),
    isKept: before ? keptBy(before, asked, normalState(liveState(shape, before), ignored)) : () => false,
  });
  const folderId = request.folderId;
  if (folderId !== undefined && !isObject(folderId) && live.folderId !== folderId) {
    unconverged.push({ path: "folder", change: "changed", before: folderId, after: live.folderId });
  }
  return { restamp: stamp === sent ? undefined : stamp, unconverged };
}

/**
 * Whether a difference is something that was live before, was not asked for, and is live again as it was. Not so in parts that the
 * platform is known to fill in by itself, and not within widgets, whose list is replaced whole.
 */
function keptBy(
  before: LiveWorkbook,
  asked: ComparedState,
  was: ComparedState,
): (difference: Difference) => boolean {
  const added = diffStates(asked, was).filter(({ change }) => change === "added");
  const removed = new Map(added.map(({ path, after }) => [path, canonical(after ?? null)]));
  const known = decodeParts(readStamp(before.meta)?.parts ?? "");
  const isFilledIn = (part: string): boolean => {
    const last = stampedPart(known, part);
    return last !== undefined && last.asked !== last.returned;
  };
  return ({ path, change, after }) =>
    change === "added" &&
    removed.get(path) === canonical(after ?? null) &&
    !path.startsWith("dashboard.widgets") &&
    !isFilledIn(partOfField(path));
}

/** Whether live already holds all that the request asks for, its stamp included: somebody applied the same before. */
export function alreadyApplied(
  request: JsonObject,
  live: LiveWorkbook,
  ignored: readonly IgnoredPath[],
): boolean {
  const stamp = readStamp(live.meta);
  const sent = sentStamp(request);
  if (!stamp || stamp.of !== sent.of || stamp.project !== sent.project || stamp.digest !== sent.digest)
    return false;
  // The stamp tells which folder was asked for, not where the workbook is now.
  if (request.folderId !== undefined && request.folderId !== live.folderId) return false;
  const shape = requestShape(request, decodeParts(sent.parts));
  return stateText(askedState(request, shape), ignored) === stateText(liveState(shape, live), ignored);
}

/**
 * Whether a write whose answer was lost did happen: its stamp, which was not there before, is there now, and nothing that it asked
 * for is missing. Unlike alreadyApplied this takes what the platform filled in for what it is.
 */
export function hasLanded(request: JsonObject, written: Written): boolean {
  const stampText = (meta: Json | undefined) => {
    const stamp = readStamp(meta);
    return stamp && canonical(stampToJson(stamp));
  };
  const sent = stampText(request.meta);
  if (stampText(written.live.meta) !== sent || stampText(written.before?.meta) === sent) return false;
  return verifyAnswer(request, written).unconverged.length === 0;
}

/**
 * The request with every text map that has to lose a key sent as null, or undefined where none has to: the first of two requests
 * for a platform that merges deeply and kept such a key. Its stamp leaves out what it clears: a run that ends between the two
 * leaves a draft of ours that is not whole, and nobody's edit.
 */
export function clearingRequest(request: JsonObject, live: LiveWorkbook): JsonObject | undefined {
  const meta = isObject(request.meta) ? request.meta : {};
  const cleared = clearMaps({ ...live.meta, dashboardDraft: live.draft ?? null }, meta, "");
  if (!isObject(cleared) || cleared === meta) return undefined;
  const draft = changedKeys(meta.dashboardDraft, cleared.dashboardDraft);
  const touched = [
    ...changedKeys(meta, cleared).map((key) => joinPath("meta", [key])),
    ...draft.map((field) => joinPath("dashboard", [field])),
  ];
  const stamp = openStamp(sentStamp(request), (part) => !touched.includes(part));
  return { ...request, meta: { ...cleared, [STAMP_KEY]: stampToJson(stamp) } };
}

function changedKeys(before: Json | undefined, after: Json | undefined): string[] {
  if (!isObject(before) || !isObject(after)) return [];
  return Object.keys(after).filter((key) => after[key] !== before[key]);
}

function clearMaps(live: Json | undefined, asked: Json, key: string): Json {
  if (!isObject(live) || !isObject(asked)) return asked;
  if (TEXT_MAPS.has(key)) return Object.keys(live).some((name) => !Object.hasOwn(asked, name)) ? null : asked;
  let copy: JsonObject | undefined;
  for (const [name, value] of Object.entries(asked)) {
    const cleared = clearMaps(Object.hasOwn(live, name) ? live[name] : undefined, value, name);
    if (cleared !== value) {
      copy ??= { ...asked };
      copy[name] = cleared;
    }
  }
  return copy ?? asked;
}

function sentStamp(request: JsonObject): Stamp {
  const stamp = readStamp(request.meta);
  if (!stamp) throw new Error("a request of a plan carries no stamp");
  return stamp;
}

// A create always sends a name, a stamp never does: only a name that is sent and managed is compared.
export function requestShape(request: JsonObject, stamped: ReadonlyMap<string, unknown>): ManagedShape {
  const name = stamped.has("name") && request.name !== undefined;
  const meta = isObject(request.meta) ? request.meta : {};
  const metaKeys = Object.keys(meta).filter((key) => key !== "dashboardDraft" && key !== "boardwright");
  return { name, folder: undefined, metaKeys, dashboard: isObject(meta.dashboardDraft) };
}

export function askedState(request: JsonObject, shape: ManagedShape): ComparedState {
  const meta = isObject(request.meta) ? request.meta : {};
  const state: ComparedState = {};
  if (shape.name) state.name = request.name as string;
  state.meta = Object.fromEntries((shape.metaKeys ?? []).map((key) => [key, meta[key] as Json]));
  if (isObject(meta.dashboardDraft)) state.dashboard = meta.dashboardDraft;
  return state;
}

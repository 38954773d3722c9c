// What a creation finds under its slug or publicId (contract 7): nothing that anybody would miss, or something that was there and that no list
// had shown. That is compared as a plan compares what it sees; all that was asked for is in the planned request and its stamp.

import {
  type Change,
  type FolderRef,
  isObject,
  type Json,
  type ManagedState,
  readStamp,
} from "../../model/index.ts";
import { isSameWork } from "../stamp/same-work.ts";
import { baseOf } from "../stamp/stamp.ts";
import { declareState } from "../state/declared.ts";
import { kindOf } from "../state/kind.ts";
import { folderKey } from "../state/references.ts";
import type { Live } from "../state/state.ts";
import { compareReport } from "./report-change.ts";
import { compareWorkbook, type Scope } from "./workbook-change.ts";

/**
 * Whether there is nothing in it that its owner would miss, so that it is nobody's: what an upsert with an empty body makes, by this run or by
 * one that was killed then.
 */
export function isBlank(live: Live): boolean {
  const kind = kindOf(live);
  return !kind.isUnseen(live) && isEmpty(kind.content(live)) && !isGiven(live.name, kind.nameOf(live));
}

/** Null, an empty text, and what holds nothing else: a platform may put such where something could be. */
export function isEmpty(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) ? Object.values(value).every(isEmpty) : (value ?? "") === "";
}

const LIKE_A_DEFAULT = /^(untitled|unnamed|new|empty|blank|workbook|dashboard|report|\d+)*$/;

/** No document says what a platform calls what came without a name: after its slug or publicId, or in general words. */
function isGiven(name: string, key: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return bare(name) !== bare(key) && !LIKE_A_DEFAULT.test(bare(name));
}

/** `change`: the planned creation with a request of which the folder is known. Undefined if there is nothing to do. */
export function compareClaimed(
  change: Change,
  live: Live,
  scope: Omit<Scope, "folders" | "preview">,
): Change | undefined {
  const { key, source, publish, publishConfig, publicId = "", request = {} } = change;
  const stamp = readStamp(request.meta);
  const asked = baseOf(stamp)?.asked ?? {};
  const own = { ...scope, preview: stamp?.preview };
  const about = { file: source?.file ?? "", line: () => source?.line ?? 1 };
  if (live.kind === "report") {
    const { workbook } = asked;
    const { workbookId: home } = request;
    const isKnown = typeof workbook === "string" && typeof home === "number";
    const workbooks = new Map(isKnown ? [[workbook, home]] : []);
    const declared = { ...about, key, publicId, state: asked, digest: stamp?.digest ?? "" };
    return compareReport(declared, live, { ...own, workbooks, isElsewhere: () => true });
  }
  const draft = isObject(request.meta) && request.meta.dashboardDraft;
  const state = { ...asked, ...(isObject(draft) && { dashboard: draft }) } as ManagedState;
  const path = Array.isArray(state.folder) ? (state.folder as FolderRef & string[]) : undefined;
  const id = typeof request.folderId === "number" ? request.folderId : undefined;
  const declared = {
    ...declareState({ ...about, slug: key, publish }, state, scope.ignored),
    ...(publishConfig && { published: publishConfig }),
  };
  const isThere = path && id !== undefined && live.folderId === id;
  const found = compareWorkbook(
    declared,
    { ...live, folderPath: live.folderPath ?? (isThere ? path : undefined) },
    { ...own, folders: new Map(path && id !== undefined ? [[folderKey(path), id]] : []) },
  );
  return found && { ...found, ...(change.draws && { draws: change.draws }) };
}

/**
 * Whether the files alone ask for something else, and not of a run of the same work that is not through: an apply of other files was there. A
 * report in that case is written as a plan that had seen it would write it: it reaches viewers only with a workbook.
 */
export function isOfOtherFiles(
  { request }: Change,
  { action, origin }: Change,
  live: Live,
  ignored: Scope["ignored"],
): boolean {
  if (action !== "update" || origin !== "git" || request === undefined) return false;
  return live.kind === "workbook" && !isSameWork(request, live, ignored);
}

// One workbook's change: what is declared against what is live.

import {
  type Change,
  type Json,
  type JsonObject,
  type PreviewMark,
  readStamp,
  type Stamp,
  stampOwner,
} from "../../model/index.ts";
import { withoutDefaults, withoutFilledIn } from "../stamp/defaults.ts";
import { editedSince } from "../stamp/half-done.ts";
import { type Sides, sumOrigins, withOrigins } from "../stamp/origin.ts";
import { buildRequest, defaultName, stampRequest } from "../stamp/request.ts";
import { isOfSameWork, makeStamp, pairParts, type StampInput } from "../stamp/stamp.ts";
import { canonical, digest, shortDigest } from "../state/canonical.ts";
import { type Declared, resolveDeclared } from "../state/declared.ts";
import { type Difference, diffStates } from "../state/diff.ts";
import type { FolderIds } from "../state/folder-key.ts";
import { type IgnoredPath, withoutIgnored } from "../state/ignore.ts";
import { parseState, stateText } from "../state/normal-state.ts";
import { decodeOpenParts, decodeParts, type Parts, partsOf } from "../state/parts.ts";
import { type ReportIds, resolveReferences } from "../state/references.ts";
import { type ComparedState, type LiveWorkbook, liveState } from "../state/state.ts";
import { type Owner, takeoverHazard, updateHazards } from "./hazards.ts";
import { newChange } from "./new-change.ts";

/** What every workbook of one plan is compared under. */
export interface Scope {
  project: string;
  deploymentId: number;
  ignored: readonly IgnoredPath[];
  reports: ReportIds;
  /** Live id of a declared report → its version. */
  reportVersions: ReadonlyMap<number, number>;
  folders: FolderIds;
  /** Of a preview only: what bears its mark is ours, and nothing else is; without it nothing that bears one. */
  preview?: PreviewMark | undefined;
}

/** Who manages the workbook. A stamp of another deployment or slug is that of a copy made in the UI, and none. */
export function ownerOf(
  live: Pick<LiveWorkbook, "slug" | "meta">,
  scope: Pick<Scope, "project" | "deploymentId" | "preview">,
): Owner {
  const stamp = readStamp(live.meta);
  const isOwn = stamp?.of === stampOwner(scope.deploymentId, live.slug);
  if (!stamp || !isOwn || !isOfSameWork(stamp, scope.preview)) return { kind: "nobody" };
  return { kind: stamp.project === scope.project ? "us" : "other-project", stamp };
}

export function createChange(declared: Declared, scope: Scope): Change {
  const resolved = resolveDeclared(declared, scope.reports);
  const desired = resolved.whole();
  const asked = partsOf(declared.whole ? resolved.state() : desired);
  const stamp = newStamp(scope, { slug: declared.slug, digest: resolved.digest, desired: asked });
  const request = buildRequest({ slug: declared.slug, desired, live: undefined, stamp, ...scope });
  return newChange({
    ...identify(declared, desired, undefined),
    ...publication(declared, scope),
    action: "create",
    publish: declared.publish && desired.dashboard !== undefined,
    request,
  });
}

/** Undefined where there is nothing to do. */
export function compareWorkbook(declared: Declared, live: LiveWorkbook, scope: Scope): Change | undefined {
  const resolved = resolveDeclared(declared, scope.reports);
  const owner = ownerOf(live, scope);
  const liveText = stateText(liveState(declared.shape, live), scope.ignored);
  // The plain majority: the same text on both sides, applied by us. No tree is built and no part digested.
  const same = digest(liveText) === resolved.digest;
  const current = owner.kind === "us" && owner.stamp.digest === resolved.digest;
  const shown = publication(declared, scope);
  const publish = declared.publish && !isPublished(live, scope, shown.publishConfig);
  if (same && current && !publish) return undefined;

  const desired = resolved.state();
  const before = parseState(liveText);
  const last = owner.kind === "us" ? owner.stamp.parts : "";
  const [answered, open] = [decodeParts(last), decodeOpenParts(last)];
  const liveParts = partsOf(before);
  const lastFolder = answered.get("folder")?.returned ?? open.get("folder");
  const now = { state: before, parts: withStampedFolder(liveParts, lastFolder, live) };
  const wanted = { state: desired, parts: partsOf(desired) };
  const stamped = open.size > 0 ? editedSince(open, now, wanted) : answered;
  const sides: Sides = { live: now.parts, desired: wanted.parts, stamped };
  const differences = same ? [] : withoutDefaults(diffStates(before, desired), before, desired, stamped);
  const fields = withOrigins(namedFolder(differences, live), sides);
  const base = {
    ...identify(declared, desired, live),
    fields,
    fingerprint: fingerprint(live, scope),
    ...shown,
  };
  const stated = { slug: declared.slug, digest: resolved.digest, desired: sides.desired };
  if (fields.length > 0) {
    const stamp = newStamp(scope, { ...stated, returned: stamped });
    const replaced = withoutFilledIn(live.draft, before, desired, stamped);
    return {
      ...base,
      action: "update",
      origin: sumOrigins(fields),
      publish: declared.publish && (desired.dashboard ?? live.draft) !== undefined,
      hazards: updateHazards(fields, owner, "workbook"),
      request: buildRequest({
        slug: declared.slug,
        desired,
        live,
        metaKeys: declared.shape.metaKeys,
        replaced,
        stamp,
        ...scope,
      }),
    };
  }
  if (current && !publish) return undefined;
  const stamp = newStamp(scope, { ...stated, returned: pairParts(sides.desired, liveParts) });
  return {
    ...base,
    action: publish ? "publish" : "stamp",
    origin: owner.kind === "us" ? "git" : "unknown",
    publish,
    // Nothing that a viewer sees is lost, but taking a workbook from another project is never silent.
    hazards: owner.kind === "other-project" ? [takeoverHazard(owner.stamp)] : [],
    request: current ? undefined : stampRequest(stamp),
  };
}

/** A workbook whose own draft is right, but whose reports this plan changes: viewers see them only once it is published again. */
export function republishChange(declared: Declared, live: LiveWorkbook, scope: Scope): Change {
  const desired = resolveDeclared(declared, scope.reports).state();
  return newChange({
    ...identify(declared, desired, live),
    action: "publish",
    publish: true,
    fingerprint: fingerprint(live, scope),
  });
}

// Where only ids are compared, what is live still has a name to show.
function namedFolder(differences: Difference[], { folderPath }: LiveWorkbook): Difference[] {
  if (!folderPath) return differences;
  return differences.map((item) => (item.path === "folder" ? { ...item, before: folderPath } : item));
}

// Where the files name a folder by its id that they named by its path before, or the reverse, live did not move for that.
function withStampedFolder(
  parts: Parts,
  last: string | undefined,
  { folderId, folderPath }: LiveWorkbook,
): Parts {
  const forms: Json[] = [{ id: folderId }, ...(folderPath ? [folderPath] : [])];
  if (last === undefined || !parts.has("folder")) return parts;
  return forms.some((form) => shortDigest(canonical(form)) === last)
    ? new Map([...parts, ["folder", last]])
    : parts;
}

/** `sha256:…` of all that a write could overwrite: name, folder, meta and draft, without what is never compared. */
export function fingerprint(live: LiveWorkbook, scope: Pick<Scope, "ignored">): string {
  const { dashboard } = withoutIgnored({ dashboard: live.draft ?? {} }, scope.ignored);
  const state = { name: live.name, folderId: live.folderId, meta: live.meta, dashboard: dashboard ?? {} };
  return digest(canonical(state));
}

/**
 * Whether viewers see `wanted`, the draft as a rule, with the reports as they are: a publication freezes both (field notes F 4).
 * Where there is none, there is nothing that they could be shown.
 */
export function isPublished(
  live: LiveWorkbook,
  scope: Pick<Scope, "ignored" | "reportVersions">,
  wanted = live.draft,
): boolean {
  if (!wanted) return true;
  if (!live.published) return false;
  for (const [id, frozen] of live.snapshots) if ((scope.reportVersions.get(id) ?? 0) > frozen) return false;
  const text = (dashboard: JsonObject) => stateText({ dashboard }, scope.ignored);
  return text(live.published) === text(wanted);
}

/** What is published where that is not the draft. */
function publication({ publish, published }: Declared, scope: Scope): Pick<Change, "publishConfig"> {
  return publish && published ? { publishConfig: resolveReferences(published, scope.reports) } : {};
}

function newStamp(
  { project, deploymentId, preview }: Scope,
  {
    slug,
    returned = new Map(),
    ...stated
  }: Pick<StampInput, "digest" | "desired"> & {
    slug: string;
    returned?: StampInput["returned"];
  },
): Stamp {
  return makeStamp({ ...stated, project, of: stampOwner(deploymentId, slug), preview, returned });
}

/** What a change says of whom it is about. */
function identify(declared: Declared, desired: ComparedState, live: LiveWorkbook | undefined) {
  return {
    kind: "workbook" as const,
    key: declared.slug,
    id: live?.id ?? null,
    name: desired.name ?? live?.name ?? defaultName(declared.slug, desired),
    folder: desired.folder,
    source: { file: declared.file, line: declared.line() },
  };
}

// One report's change: what is declared against what is live.

import {
  type Change,
  type JsonObject,
  readStamp,
  STAMP_KEY,
  type Stamp,
  stampOwner,
  stampToJson,
} from "../model/index.ts";
import { canonical } from "./canonical.ts";
import { diffStates } from "./diff.ts";
import { type Owner, takeoverHazard, updateHazards } from "./hazards.ts";
import { type Sides, sumOrigins, withOrigins } from "./origin.ts";
import { decodeParts, partsOf } from "./parts.ts";
import {
  type DeclaredReport,
  type LiveReport,
  liveReportState,
  reportFingerprint,
  WIRE_FIELDS,
} from "./report-state.ts";
import { makeStamp, pairParts } from "./stamp.ts";
import type { ComparedState } from "./state.ts";

export interface ReportScope {
  project: string;
  deploymentId: number;
  /** Slug → id of the live workbooks. */
  workbooks: ReadonlyMap<string, number>;
}

/** Undefined where there is nothing to do. `live` is the report with the declared publicId, if there is one. */
export function compareReport(
  declared: DeclaredReport,
  live: LiveReport | undefined,
  scope: ReportScope,
): Change | undefined {
  const desired = declared.state;
  const of = stampOwner(scope.deploymentId, declared.key);
  const stampFor = (returned: Parameters<typeof makeStamp>[0]["returned"]): Stamp =>
    makeStamp({ project: scope.project, of, digest: declared.digest, desired: partsOf(desired), returned });
  const base = {
    kind: "report" as const,
    key: declared.key,
    id: live?.id ?? null,
    publicId: declared.publicId,
    name: String(desired.name ?? live?.name ?? desired.title ?? declared.key),
    source: { file: declared.file, line: declared.line() },
    publish: false,
    fingerprint: live ? reportFingerprint(live) : null,
  };
  if (!live) {
    const request = buildReportRequest(declared, undefined, stampFor(new Map()), scope);
    return { ...base, action: "create", origin: "git", hazards: [], fields: [], request };
  }

  const slugs = new Map([...scope.workbooks].map(([slug, id]) => [id, slug]));
  const before = liveReportState(withAbsent(declared), live, slugs);
  const owner = reportOwner(live, of, scope.project);
  const sides: Sides = {
    live: partsOf(before),
    desired: partsOf(desired),
    stamped: owner.kind === "us" ? decodeParts(owner.stamp.parts) : new Map(),
  };
  const same = canonical(before as JsonObject) === canonical(desired as JsonObject);
  const fields = same ? [] : withOrigins(diffStates(before, desired), sides);
  if (fields.length > 0) {
    const request = buildReportRequest(declared, live, stampFor(sides.stamped), scope);
    const hazards = updateHazards(fields, owner, "report");
    return { ...base, action: "update", origin: sumOrigins(fields), hazards, fields, request };
  }
  if (owner.kind === "us" && owner.stamp.digest === declared.digest) return undefined;
  return {
    ...base,
    action: "stamp",
    origin: owner.kind === "us" ? "git" : "unknown",
    hazards: owner.kind === "other-project" ? [takeoverHazard(owner.stamp)] : [],
    fields,
    request: { meta: withStamp(live.meta, stampFor(pairParts(sides.desired, sides.live))) },
  };
}

/** Reports that this project manages and no file declares any more; `of` tells the key they had. */
export function orphanReports(
  reports: readonly LiveReport[],
  scope: Pick<ReportScope, "project" | "deploymentId">,
): Change[] {
  const prefix = stampOwner(scope.deploymentId, "");
  return reports.flatMap((live): Change[] => {
    const stamp = readStamp(live.meta);
    if (stamp?.project !== scope.project || !stamp.of.startsWith(prefix)) return [];
    return [
      {
        kind: "report",
        key: stamp.of.slice(prefix.length),
        action: "orphaned",
        origin: "git",
        id: live.id,
        publicId: live.publicId,
        name: live.name,
        publish: false,
        hazards: [],
        fields: [],
        fingerprint: reportFingerprint(live),
      },
    ];
  });
}

function reportOwner(live: LiveReport, of: string, project: string): Owner {
  const stamp = readStamp(live.meta);
  if (!stamp || stamp.of !== of) return { kind: "nobody" };
  return { kind: stamp.project === project ? "us" : "other-project", stamp };
}

/**
 * The body of the report upsert. `meta` is sent with what else is live in it: whether the platform merges or replaces a report's
 * meta is documented nowhere. A workbook that is not there yet stays symbolic.
 */
function buildReportRequest(
  { key, state, absent }: DeclaredReport,
  live: LiveReport | undefined,
  stamp: Stamp,
  scope: ReportScope,
): JsonObject {
  const { query, meta, workbook, ...fields } = state;
  const request: JsonObject = {};
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) request[field] = value;
  // The platform requires a name; a report that declares none takes its title, else its key.
  if (!live) request.name ??= fields.title ?? key;
  if (query !== undefined) request.jsonQuery = typeof query === "string" ? query : JSON.stringify(query);
  for (const field of absent?.fields ?? []) request[WIRE_FIELDS[field] as string] = null;
  const gone = Object.fromEntries((absent?.meta ?? []).map((name) => [name, null]));
  request.meta = withStamp({ ...live?.meta, ...gone, ...meta }, stamp);
  if (typeof workbook === "string") {
    const id = scope.workbooks.get(workbook);
    if (id === undefined) request.workbookId = { $workbook: workbook };
    else if (id !== live?.workbookId) request.workbookId = id;
  }
  return request;
}

/** What is managed: as declared, and null where it must not be there. */
function withAbsent({ state, absent }: DeclaredReport): ComparedState {
  if (!absent) return state;
  const nulls = (names: readonly string[]): JsonObject =>
    Object.fromEntries(names.map((name) => [name, null]));
  const { meta, ...fields } = state;
  const keys = { ...nulls(absent.meta), ...meta };
  const all = { ...nulls(absent.fields), ...fields, ...(Object.keys(keys).length > 0 ? { meta: keys } : {}) };
  return all as ComparedState;
}

function withStamp(meta: JsonObject, stamp: Stamp): JsonObject {
  return { ...meta, [STAMP_KEY]: stampToJson(stamp) };
}

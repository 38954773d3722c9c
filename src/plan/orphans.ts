// What this project manages and no file declares any more: kept and told of, or deleted where that was asked for and can be done.

import {
  type Change,
  type Diagnostic,
  type JsonObject,
  readStamp,
  type Stamp,
  stampOwner,
} from "../model/index.ts";
import { canonical } from "./canonical.ts";
import { parseState } from "./declared.ts";
import type { Settled } from "./folders.ts";
import { withoutIgnored } from "./ignore.ts";
import { ABSENT, decodeParts, partsOf, stampedPart } from "./parts.ts";
import { type DeclaredReport, type LiveReport, reportFingerprint } from "./report-state.ts";
import { type LiveWorkbook, liveState, type ManagedShape } from "./state.ts";
import { fingerprint, type Scope } from "./workbook-change.ts";

/** What `--prune` may delete: what the served description lets be deleted. */
export interface Pruning {
  workbooks: boolean;
  reports: boolean;
}

/** What is managed and declared no longer, and what has to be known before it may go. */
export interface Orphan {
  change: Change;
  /** It was edited outside Git since the last apply. */
  edited: boolean;
  /** Nothing tells it from a copy of itself, so it may be somebody's. */
  uncertain: boolean;
  /** A report whose key is declared with another publicId now. */
  replaced: boolean;
}

/** A managed workbook that no file declares any more. `stamp` is its own. With `prune`, `live` has its draft. */
export function orphanWorkbook(live: LiveWorkbook, stamp: Stamp, scope: Scope, prune: boolean): Orphan {
  const change = orphanChange("workbook", live.slug, live, fingerprint(live, scope));
  return { change, edited: prune && isEdited(live, stamp, scope), uncertain: false, replaced: false };
}

/**
 * Reports that this project manages and no file declares any more; `of` tells the key they had. A copy made in the UI takes the stamp
 * along and is told by its publicId: it is nobody's orphan. A key that is declared with another publicId now leaves the report of the
 * old one behind; there a stamp without a publicId could as well be that of a copy, and counts as none.
 */
export function orphanReports(
  reports: readonly LiveReport[],
  declared: readonly DeclaredReport[],
  scope: Pick<Scope, "project" | "deploymentId">,
): Orphan[] {
  const prefix = stampOwner(scope.deploymentId, "");
  const keys = new Set(declared.map(({ key }) => key));
  return reports.flatMap((live): Orphan[] => {
    const stamp = readStamp(live.meta);
    if (stamp?.project !== scope.project || !stamp.of.startsWith(prefix)) return [];
    const key = stamp.of.slice(prefix.length);
    const uncertain = stamp.publicId === undefined;
    if (uncertain ? keys.has(key) : stamp.publicId !== live.publicId) return [];
    const change = orphanChange("report", key, live, reportFingerprint(live));
    return [
      { change: { ...change, publicId: live.publicId }, edited: false, uncertain, replaced: keys.has(key) },
    ];
  });
}

/**
 * The orphans as changes. With `prune` they are deletions, each with the hazard `delete`, save for those that a warning tells why
 * they stay. `reports`: the declared ones, whose workbooks are needed.
 */
export function settleOrphans(
  orphans: readonly Orphan[],
  { prune, reports }: { prune: Pruning | undefined; reports: readonly DeclaredReport[] },
): Settled {
  if (!prune) return { changes: orphans.map(({ change }) => change), diagnostics: [] };
  const homes = new Map(reports.map(({ key, state }) => [state.workbook, key]));
  const settled: Settled = { changes: [], diagnostics: [] };
  for (const orphan of orphans) {
    const reason = reasonToKeep(orphan, prune, homes);
    settled.changes.push(reason ? orphan.change : deletion(orphan));
    if (reason) settled.diagnostics.push(reason);
  }
  return settled;
}

function deletion({ change, edited, replaced }: Orphan): Change {
  const lost = edited ? ", and with it edits made outside Git since the last apply" : "";
  const why = replaced ? "its key is declared with another publicId now" : "no longer declared";
  const name = replaced ? change.publicId : "it";
  const message = `managed by this project, ${why}: ${name} would be deleted${lost}`;
  return {
    ...change,
    action: "delete",
    origin: edited ? "both" : "git",
    hazards: [{ code: "delete", message }],
  };
}

function reasonToKeep(
  { change: { kind, key }, uncertain }: Orphan,
  prune: Pruning,
  homes: ReadonlyMap<unknown, string>,
): Diagnostic | undefined {
  const place = { severity: "warning" as const, file: "", line: 1, column: 1 };
  const about = kind === "workbook" ? { ...place, slug: key } : place;
  const name = kind === "workbook" ? key : `the report ${key}`;
  if (!(kind === "workbook" ? prune.workbooks : prune.reports)) {
    const message = `this deployment does not describe deleting ${kind}s; ${name} is kept`;
    const help = "Delete it on the platform, or move to a version of the platform that can.";
    return { ...about, rule: "prune-unsupported", message, help };
  }
  const resident = kind === "workbook" ? homes.get(key) : undefined;
  if (resident !== undefined) {
    const message = `${name} is kept: the report ${resident} is declared to belong to it`;
    const help = "Declare the workbook too, or give the report another one under `workbook`.";
    return { ...about, rule: "prune-needed", message, help };
  }
  if (!uncertain) return undefined;
  const message = `${name} is kept: its stamp does not say which report it was made for, so this may be a copy`;
  const help = "Delete it on the platform, if it is not wanted there.";
  return { ...about, rule: "prune-uncertain", message, help };
}

function orphanChange(
  kind: "workbook" | "report",
  key: string,
  { id, name }: Pick<LiveWorkbook, "id" | "name">,
  state: string,
): Change {
  return {
    kind,
    key,
    action: "orphaned",
    origin: "git",
    id,
    name,
    publish: false,
    hazards: [],
    fields: [],
    fingerprint: state,
  };
}

/** Whether any part that the last apply stamped is not live as it was left. */
function isEdited(live: LiveWorkbook, stamp: Stamp, { ignored }: Pick<Scope, "ignored">): boolean {
  const stamped = decodeParts(stamp.parts);
  // Where it lies is left out: a workbook that was moved is deleted as well as one that was not.
  const shape: ManagedShape = {
    name: true,
    folder: undefined,
    metaKeys: Object.keys(live.meta),
    dashboard: true,
  };
  const state = withoutIgnored(liveState(shape, live), ignored);
  const now = partsOf(parseState(canonical(state as JsonObject)));
  return [...new Set([...now.keys(), ...stamped.keys()])].some((part) => {
    const last = part === "folder" ? undefined : stampedPart(stamped, part);
    return last !== undefined && (now.get(part) ?? ABSENT) !== last.returned;
  });
}

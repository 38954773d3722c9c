// A review of a plan approves digests: they show whether the plan of the merge is still the reviewed one, and if not, which
// changes moved, and whether on the platform or in the files.

import {
  type Change,
  type ChangeKind,
  compareText,
  type Json,
  type Plan,
  STAMP_KEY,
} from "../../model/index.ts";
import { canonical, digest, shortDigest } from "../state/canonical.ts";

/** One reviewed change, by short digests. */
export interface ApprovedChange {
  kind: ChangeKind;
  key: string;
  /** Of the live state and the hazards. */
  live: string;
  /** Of the state in the files. */
  asked: string;
}

/** A comment's record of the plan that it showed. */
export interface Approval {
  hash: string;
  /** The commit whose files were planned; absent in a comment without a seal. */
  head?: string;
  /** The branch that the pull request was to be merged into, whose policy the plan was made under; absent in a comment without a seal. */
  base?: string;
  /** When it was written, ISO 8601 in UTC; absent in a comment without a seal. */
  at?: string;
  /** Absent if only the hash is known; fewer than `total` if there were too many to record. */
  changes?: readonly ApprovedChange[];
  total?: number;
}

export interface Move {
  kind: ChangeKind;
  key: string;
  how: "live" | "files" | "both" | "new" | "gone";
}

/**
 * `sha256:…` of what a reviewer decides on: the target, and of each change the live state (its fingerprint), the desired state, the
 * action and the hazards. Wording, places in files, the tool's version and changes of stamps alone do not count: the same decisions
 * give the same hash.
 */
export function planHash(plan: Plan): string {
  const { name, url, deploymentId } = plan.target;
  const codes = new Set(plan.changes.flatMap(({ hazards }) => hazards.map(({ code }) => code)));
  const changes = plan.changes.filter(isDecided).map((change) => [liveText(change), askedText(change)]);
  const hazards = [...codes].sort(compareText);
  return digest(
    canonical({ v: 1, project: plan.project, target: { name, url, deploymentId }, hazards, changes }),
  );
}

export function approvedChanges(plan: Plan): ApprovedChange[] {
  return plan.changes.filter(isDecided).map((change) => ({
    kind: change.kind,
    key: change.key,
    live: shortDigest(liveText(change)),
    asked: shortDigest(askedText(change)),
  }));
}

/**
 * The changes that moved since the review, in the order of the plan, then those that are gone; undefined if the hash is the same. An
 * empty list: something moved that no single change shows (the target, a hazard about their number, or only the hash is known).
 */
export function movedSince(approval: Approval, plan: Plan): Move[] | undefined {
  if (approval.hash === planHash(plan)) return undefined;
  if (!approval.changes) return [];
  const isPart = isPartly(approval);
  const now = approvedChanges(plan);
  const before = pairUp(approval.changes, now);
  const moves = now.flatMap((change): Move[] => {
    const { kind, key, live, asked } = change;
    const old = before.of.get(change);
    if (!old) return isPart ? [] : [{ kind, key, how: "new" }];
    if (old.live !== live) return [{ kind, key, how: old.asked === asked ? "live" : "both" }];
    return old.asked === asked ? [] : [{ kind, key, how: "files" }];
  });
  const gone = before.rest.map(({ kind, key }): Move => ({ kind, key, how: "gone" }));
  return [...moves, ...gone];
}

/** Whether there were too many changes to record them all: what was shown of the others is unknown. */
export function isPartly({ changes, total }: Approval): boolean {
  return changes === undefined || changes.length < (total ?? changes.length);
}

/**
 * The reviewed change that each one is, and the reviewed ones that are gone. A report with a new publicId is deleted and created under
 * one key: each of the two is paired with the reviewed change that shares most digests with it.
 */
function pairUp(reviewed: readonly ApprovedChange[], now: readonly ApprovedChange[]) {
  const of = new Map<ApprovedChange, ApprovedChange>();
  const rest = new Set(reviewed);
  const byId = new Map<string, ApprovedChange[]>();
  for (const old of reviewed) byId.set(idOf(old), [...(byId.get(idOf(old)) ?? []), old]);
  for (const common of [2, 1, 0]) {
    for (const change of now) {
      if (of.has(change)) continue;
      const old = byId
        .get(idOf(change))
        ?.find((each) => rest.has(each) && sameDigests(each, change) >= common);
      if (!old) continue;
      of.set(change, old);
      rest.delete(old);
    }
  }
  return { of, rest: [...rest] };
}

function sameDigests(a: ApprovedChange, b: ApprovedChange): number {
  return Number(a.live === b.live) + Number(a.asked === b.asked);
}

/** Whether the change writes something that users see, or needs a decision. */
export function isDecided({ action, hazards }: Change): boolean {
  return action !== "orphaned" && (action !== "stamp" || hazards.length > 0);
}

function idOf({ kind, key }: Pick<Change, "kind" | "key">): string {
  return `${kind} ${key}`;
}

/** Leaves out the hazard about the number of changes, which is not about this one. */
function liveText({ id, fingerprint, publication, action, hazards, residents, carries }: Change): string {
  const codes = hazards.map(({ code }) => code).filter((code) => code !== "mass-change");
  return canonical({
    id,
    fingerprint,
    publication: publication ?? null,
    action,
    hazards: codes.sort(compareText),
    ...(carries && { carries: carries.map((one) => [one.id, one.version]) }),
    ...(residents && { residents: residents.map((one) => [one.id, one.fingerprint ?? null]) }),
  });
}

/** Leaves out what depends on the live state: the stamp, explicit nulls, and whether the folder must be sent. */
function askedText({ kind, key, was, publish, publicId, folder, request = {} }: Change): string {
  const { folderId: _, meta, ...rest } = request;
  const { [STAMP_KEY]: _stamp, ...others } = (meta ?? {}) as Record<string, Json>;
  return canonical({
    kind,
    key,
    ...(was !== undefined && { was }),
    publish,
    publicId: publicId ?? null,
    folder: folder ?? null,
    ...rest,
    meta: others,
  });
}

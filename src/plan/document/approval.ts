// A review of a plan approves digests: they show whether the plan of the merge is still the reviewed one, and if not, which
// changes moved, and whether on the platform or in the files.

import {
  type Action,
  type Change,
  type ChangeKind,
  compareText,
  type Json,
  type Plan,
  readStamp,
} from "../../model/index.ts";
import { canonical, digest, shortDigest } from "../state/canonical.ts";
import { normalUrl } from "./mismatch.ts";

/** One reviewed change, by short digests. */
export interface ApprovedChange {
  kind: ChangeKind;
  key: string;
  /** Of the live state and the hazards. */
  live: string;
  /** Of the state in the files. */
  asked: string;
  action?: Action;
}

/** What a plan was of besides its changes. `hazards`: codes, with blanks between them; `ignore`: a digest of the project's paths. */
export type Ground = Record<(typeof GROUND)[number], string>;
export const GROUND = ["project", "target", "address", "deployment", "hazards", "prune", "ignore"] as const;
/** They explain what moved, and are nothing that moved by itself. */
const REASONS: readonly string[] = ["prune", "ignore"];

/** What a plan does not say of how it was made. */
export interface PlannedUnder {
  prune?: boolean | undefined;
  /** Of the project, as its policy has it. */
  ignore?: readonly string[] | undefined;
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
  ground?: Ground;
  /** Absent if only the hash is known; fewer than `total` if there were too many to record. */
  changes?: readonly ApprovedChange[];
  total?: number;
}

/** A change that moved, or a part of the ground. */
export type Move = ChangeMove | GroundMove;

export interface GroundMove {
  part: keyof Ground;
  before: string;
  after: string;
}

export interface ChangeMove {
  kind: ChangeKind;
  key: string;
  how: "live" | "deleted" | "files" | "both" | "new" | "gone";
}

/**
 * `sha256:…` of what a reviewer decides on: the target, and of each change the live state (its fingerprint), the desired state, the
 * action and the hazards. Wording, places in files, the tool's version and changes of stamps alone do not count: the same decisions
 * give the same hash.
 */
export function planHash(plan: Plan): string {
  const { name, url, deploymentId } = plan.target;
  const changes = plan.changes.filter(isDecided).map((change) => [liveText(change), askedText(change)]);
  const target = { name, url: normalUrl(url), deploymentId };
  return digest(canonical({ v: 2, project: plan.project, target, hazards: codesOf(plan.changes), changes }));
}

export function approvedChanges(plan: Plan): ApprovedChange[] {
  return plan.changes.filter(isDecided).map((change) => ({
    ...{ kind: change.kind, key: change.key, action: change.action },
    ...{ live: shortDigest(liveText(change)), asked: shortDigest(askedText(change)) },
  }));
}

export function groundOf(
  { project, target, changes }: Plan,
  { prune = false, ignore = [] }: PlannedUnder = {},
): Ground {
  return {
    ...{ project, target: target.name },
    ...{ address: normalUrl(target.url), deployment: String(target.deploymentId) },
    ...{ hazards: codesOf(changes).join(" "), prune: String(prune) },
    ignore: shortDigest(canonical([...ignore].sort(compareText))),
  };
}

/**
 * What moved since the reviews; undefined if the plan is that of the first, or exactly the union of all, less what is live already. An
 * empty list: something moved that was not recorded. `reviews`: the newest first, whose word on a workbook or report counts. `declared`:
 * `kind key` of what the files declare, without which nothing is taken for live.
 */
export function movedSince(
  reviews: readonly Approval[],
  plan: Plan,
  { declared, ...under }: PlannedUnder & { declared?: ReadonlySet<string> | undefined } = {},
): Move[] | undefined {
  if (reviews[0]?.hash === planHash(plan)) return undefined;
  const isUnknown = reviews.some((review) => isPartly(review) || !review.ground);
  const left = new Set(lastWords(reviews));
  const take = (isIt: (old: ApprovedChange) => boolean): ApprovedChange | undefined => {
    const found = [...left].find(isIt);
    if (found) left.delete(found);
    return found;
  };
  const now = approvedChanges(plan);
  const moved = now.filter(({ live, asked }) => !take((old) => old.live === live && old.asked === asked));
  const moves = moved.flatMap((change): Move[] => {
    const { kind, key, live, asked, action } = change;
    // A report with a new publicId is deleted and created under one key.
    const isSame = (old: ApprovedChange) => idOf(old) === idOf(change);
    const old = take((one) => isSame(one) && (one.live === live || one.asked === asked)) ?? take(isSame);
    if (!old) return reviews.some(isPartly) ? [] : [{ kind, key, how: "new" }];
    if (old.live === live || old.asked !== asked)
      return [{ kind, key, how: old.live === live ? "files" : "both" }];
    return [{ kind, key, how: action === "create" && old.action !== action ? "deleted" : "live" }];
  });
  const gone = [...left].filter((one) => !isDone(one, plan, declared));
  const ground = groundMoves(reviews, groundOf(plan, under));
  const all = [...ground, ...moves, ...gone.map(({ kind, key }): Move => ({ kind, key, how: "gone" }))];
  // Without other paths nobody knows whether anything but these is different.
  const isComparable = ground.every(({ part }) => part !== "ignore");
  if (all.some((move) => !("part" in move) || !REASONS.includes(move.part)))
    return isComparable ? all : all.filter((move) => "part" in move || ["new", "gone"].includes(move.how));
  return isUnknown ? [] : undefined;
}

/** Of each workbook and report, what the newest review of it showed. */
function lastWords(reviews: readonly Approval[]): ApprovedChange[] {
  return reviews.flatMap(({ changes = [] }, at) => {
    const newer = new Set(reviews.slice(0, at).flatMap((review) => (review.changes ?? []).map(idOf)));
    return changes.filter((change) => !newer.has(idOf(change)));
  });
}

function groundMoves(reviews: readonly Approval[], now: Ground): GroundMove[] {
  const grounds = reviews.flatMap(({ ground }) => ground ?? []);
  return GROUND.flatMap((part): GroundMove[] => {
    const then = grounds.map((ground) => ground[part]);
    const before = then.find((text) => text !== now[part]);
    // One that is gone needs no decision.
    const isNew = part !== "hazards" || now.hazards.split(" ").some((code) => !then.join(" ").includes(code));
    return before !== undefined && isNew ? [{ part, before, after: now[part] }] : [];
  });
}

/** Whether nothing is left to do of a reviewed change that the plan no longer has. */
function isDone(gone: ApprovedChange, plan: Plan, declared: ReadonlySet<string> | undefined): boolean {
  if (!declared) return false;
  const isWanted = declared.has(idOf(gone)) || gone.kind === "folder";
  if (gone.action !== "delete") return isWanted;
  const isKept = plan.changes.some((change) => idOf(change) === idOf(gone) && change.action === "orphaned");
  // A report with a new publicId is deleted under a key that is declared.
  return !isKept && (!isWanted || gone.kind === "report");
}

/** Whether there were too many changes to record them all: what was shown of the others is unknown. */
export function isPartly({ changes, total }: Approval): boolean {
  return changes === undefined || changes.length < (total ?? changes.length);
}

/** Whether the change writes something that users see, or needs a decision. */
export function isDecided({ action, hazards }: Change): boolean {
  return action !== "orphaned" && (action !== "stamp" || hazards.length > 0);
}

function codesOf(changes: readonly Change[]): string[] {
  return [...new Set(changes.flatMap(({ hazards }) => hazards.map(({ code }) => code)))].sort(compareText);
}

/** Of a workbook, report or folder. */
export function idOf({ kind, key }: Pick<Change, "kind" | "key">): string {
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

/**
 * Of what the files say, as the digest in the stamp has it: a request also depends on what is live, since it sends the parts that differ, with
 * the live values at ignored paths. What writes no stamp, such as a folder, is known by its request.
 */
function askedText(change: Change): string {
  const { kind, key, was, publish, publicId, folder, declared, request = {} } = change;
  const { folderId: _, ...sent } = request;
  const digest = readStamp(request.meta as Json)?.digest ?? change.applied;
  return canonical({
    kind,
    key,
    ...(was !== undefined && { was }),
    publish,
    publicId: publicId ?? null,
    folder: folder ?? null,
    ...(declared !== undefined && { declared }),
    ...(digest === undefined ? sent : { digest }),
  });
}

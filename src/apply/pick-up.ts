// Before a saved plan is carried out: is live still the state that it was made from? What an earlier run of the same plan did is no
// reason to refuse it; this run continues that one. All that moved is reported at once, and nothing is written here.

import {
  type Deployment,
  findReports,
  listResidents,
  lookFor,
  readDeployment,
  toLiveReport,
} from "../live/index.ts";
import { type Change, type Json, type Plan, readStamp, writeJson } from "../model/index.ts";
import {
  describeDouble,
  fingerprint,
  holdsRequest,
  type IgnoredPath,
  isBegun,
  isBlank,
  isSameWork,
  isStillApplied,
  kindOf,
  type Live,
  noteHolder,
  withOwnPaths,
} from "../plan/index.ts";
import type { Platform, WireReport } from "../platform/index.ts";
import type { ApplyContext, Found, Wire } from "./context.ts";
import { isAsPlanned } from "./remove.ts";
import { type Created, resolveChange } from "./resolve-change.ts";
import { isNamed, liveName, wayOf } from "./ways.ts";

export interface PickUpOptions {
  platform: Platform;
  ignored: readonly IgnoredPath[];
  /** The target's own map of folders. */
  declaredFolders: Readonly<Record<string, number>>;
}

export interface PickedUp {
  /** The plan with the ids and fingerprints that an earlier run of it left. */
  plan: Plan;
  /** What is no longer as it was when the plan was made, in the order of the plan. */
  moved: Moved[];
}

/** Live is as it was when the change was planned, as an earlier run left it (continued from there), or moved. */
type Judgement = "as-planned" | { id: number; fingerprint: string | null } | Moved;

/** Reads the live state of everything that the plan writes. Sends GET requests only. */
export async function pickUp(plan: Plan, options: PickUpOptions): Promise<PickedUp> {
  const { platform } = options;
  const { deploymentId } = plan.target;
  const work = plan.changes.filter(({ action }) => action !== "orphaned");
  const publicIds = new Set(work.flatMap(({ publicId }) => publicId ?? []));
  const target = { deployment: deploymentId, folders: options.declaredFolders };
  const [reports, { folders, readWorkbooks }] = await Promise.all([
    findReports(platform, deploymentId, publicIds),
    readDeployment(platform, target, {
      // The ids of folders that the plan does not make are in its requests.
      folders: work.some(({ kind }) => kind === "folder"),
      workbooks: work.some(({ kind }) => kind === "workbook"),
    }),
  ]);
  const place = { platform, deploymentId };
  const unlisted = work.filter(({ kind, publicId = "" }) => kind === "report" && !reports.has(publicId));
  for (const [{ publicId = "" }, found] of await readUnlisted(place, unlisted))
    reports.set(publicId, found.wire as WireReport);
  const created: Created = { folders: new Map(folders.ids), workbooks: new Map(), reports: new Map() };
  // A report to delete does not count: its key now names another.
  for (const { kind, key, action, publicId = "" } of work) {
    const live = kind === "report" && action !== "delete" ? reports.get(publicId) : undefined;
    if (live) created.reports.set(key, live.id);
  }

  const known = { ignored: options.ignored, project: plan.project, created };
  const workbooks = await judgeWorkbooks(work, { ...known, ...place, readWorkbooks });
  // The workbooks that an earlier run of the plan deleted.
  const isDeletion = ({ kind, action }: Change) => kind === "workbook" && action === "delete";
  const isGone = (change: Change): boolean => isDeletion(change) && !created.workbooks.has(change.key);
  const gone = new Set(work.filter(isGone).flatMap(({ id }) => id ?? []));
  const judge = (change: Change): Judgement => {
    const { kind, key, action, publicId = "" } = change;
    if (kind === "report" && action !== "orphaned") {
      const wire = reports.get(publicId);
      const found = wire && { wire, live: toLiveReport(wire) };
      return found ? judgeLive(change, found, { ...known, gone }) : judgeMissing(change);
    }
    const id = kind === "folder" ? folders.ids.get(key) : undefined;
    return id === undefined ? (workbooks.get(change) ?? "as-planned") : { id, fingerprint: null };
  };
  const moved: Moved[] = [];
  const changes = plan.changes.map((change) => {
    const judgement = judge(change);
    if (judgement === "as-planned") return change;
    if ("id" in judgement) return { ...change, ...judgement };
    moved.push(judgement);
    return change;
  });
  const deletions = work.filter((change) => isDeletion(change) && !isGone(change));
  moved.push(...(await movedResidents(platform, deploymentId, { deletions, work })));
  return { plan: { ...plan, changes }, moved };
}

type Place = Pick<ApplyContext, "platform" | "deploymentId">;

/** What no list shows, and a plan may have found by its id; without what is gone, or is no longer called so. */
async function readUnlisted(place: Place, changes: readonly Change[]): Promise<Map<Change, Found>> {
  const found = new Map<Change, Found>();
  const read = async (change: Change): Promise<void> => {
    if (change.id === null) return;
    const sight = await lookFor(wayOf(change).read(place, change.id));
    if ("found" in sight && isNamed(change, sight.found.live)) found.set(change, sight.found);
  };
  await Promise.all(changes.map(read));
  return found;
}

interface Known extends Pick<PickUpOptions, "ignored"> {
  /** The project that the plan is of. */
  project: string;
  created: Created;
  /** The ids of the workbooks that an earlier run of the plan deleted. */
  gone?: ReadonlySet<number>;
}

interface Reading extends Known, Place {
  readWorkbooks: Deployment["readWorkbooks"];
}

async function judgeWorkbooks(work: readonly Change[], reading: Reading): Promise<Map<Change, Judgement>> {
  const planned = work.filter(({ kind }) => kind === "workbook");
  const judgements = new Map<Change, Judgement>();
  if (planned.length === 0) return judgements;
  const byKey = new Map(planned.map((change) => [change.key, change]));
  const byId = new Map(planned.map((change) => [change.id, change]));
  const toRename = new Set(planned.flatMap(({ was }) => was ?? []));
  const holders = new Map<string, number[]>();
  await reading.readWorkbooks({
    needsDraft: ({ slug }) => byKey.has(slug) || toRename.has(slug),
    needsPublished: (slug) => toRename.has(slug) || byKey.get(slug)?.publication !== undefined,
    isAnyMissing: () => judgements.size < planned.length,
    visit(live, wire) {
      noteHolder(holders, live);
      for (const change of [byId.get(live.id), byKey.get(live.slug)]) {
        if (!change) continue;
        const ids = holders.get(change.key) ?? [];
        if (ids.length > 1) {
          judgements.set(change, doubled(change, ids));
          continue;
        }
        // One that has taken the slug meanwhile is not made good by the one that is to get it.
        if (isMoved(judgements.get(change))) continue;
        // It is read again before it is written, and fails alone if that read shows nothing either.
        const isUnread = live.unread && live.id === change.id && isNamed(change, live);
        judgements.set(change, isUnread ? "as-planned" : judgeLive(change, { live, wire }, reading));
        // Its reports are compared with this id.
        if (isNamed(change, live)) reading.created.workbooks.set(change.key, live.id);
      }
    },
  });
  const unlisted = planned.filter((change) => !judgements.has(change));
  const found = await readUnlisted(reading, unlisted);
  for (const change of unlisted) {
    const one = found.get(change);
    judgements.set(change, one ? judgeLive(change, one, reading) : judgeMissing(change));
    if (one) reading.created.workbooks.set(change.key, one.live.id);
  }
  return judgements;
}

const NONE: ReadonlyMap<number, number> = new Map();
const NO_IDS: ReadonlySet<number> = new Set();

function judgeMissing(change: Change): Judgement {
  return change.action === "create" || change.action === "delete" ? "as-planned" : deleted(change);
}

const isMoved = (judgement: Judgement | undefined): boolean =>
  typeof judgement === "object" && "reason" in judgement;

function judgeLive(
  change: Change,
  { live, wire }: Found,
  { created, project, gone = NO_IDS, ...scope }: Known,
): Judgement {
  // It is claimed in its turn.
  if (change.id === null && isBlank(live)) return "as-planned";
  const { publishing } = wayOf(change);
  const { ignored } = withOwnPaths(scope, change);
  const now = fingerprint(live, scope, change);
  const resolved = resolveChange(change, created);
  const known = "change" in resolved ? resolved.change : change;
  const { request } = known;
  const isIts = isNamed(change, live) && (change.id === null || change.id === live.id);
  const moved = movedSince(change, live, wire);
  if (publishing?.isRepublished(known, live, { ignored, reportVersions: NONE })) return moved;
  if (isIts && live.id === change.id && now === change.fingerprint) return "as-planned";
  if (isIts && change.action === "delete" && isAsPlanned(scope, live, change, gone)) return "as-planned";
  const digest = isIts ? change.applied : undefined;
  if (digest !== undefined && isStillApplied(live, { digest, project, ignored }))
    return { id: live.id, fingerprint: now };
  // A run gives it the slug before anything else: under the old one, whatever it wrote was renamed back since.
  const isHere = isIts && kindOf(live).nameOf(live) === liveName(change);
  // What is put back without a stamp is nobody's.
  if (!isHere || !request || !readStamp(request.meta)) return moved;
  const isDone = "change" in resolved && holdsRequest(request, live, ignored);
  // Its reports may have been made after they were read here.
  const isItsCreation = change.id === null && isSameWork(request, live, ignored);
  if (isDone || isItsCreation || isBegun(request, live, ignored)) return { id: live.id, fingerprint: now };
  return moved;
}

// Before a saved plan deletes workbooks: are the reports that may go with them still those that it named, as they were?

/**
 * What moved since the plan: a report that was edited, came in or left. What the plan does with a report by itself is judged elsewhere.
 * `deletions`: those of workbooks that are still there; `work`: all changes.
 */
async function movedResidents(
  platform: Platform,
  deploymentId: number,
  { deletions, work }: { deletions: readonly Change[]; work: readonly Change[] },
): Promise<Moved[]> {
  if (deletions.length === 0) return [];
  const now = await listResidents(platform, deploymentId, new Set(deletions.map(({ id }) => id as number)));
  const own = new Set(work.flatMap(({ kind, id }) => (kind === "report" ? [id] : [])));
  return deletions.flatMap(({ key, id, residents = [] }): Moved[] => {
    const then = new Map(residents.map((resident) => [resident.id, resident]));
    const inside = now.filter(({ report }) => report.workbookId === id && !own.has(report.id));
    const there = new Set(inside.map(({ report }) => report.id));
    const left = residents.filter((resident) => !own.has(resident.id) && !there.has(resident.id));
    const told = (name: string, what: string): Moved => ({
      reason: `${key}: the report ${writeJson(name)} ${what}`,
    });
    return [
      ...inside.flatMap(({ report, fingerprint }) => {
        const planned = then.get(report.id);
        if (!planned)
          return told(report.name, `belongs to it now, and did not then; it was ${changedAt(report)}`);
        const isSame = planned.fingerprint === undefined || planned.fingerprint === fingerprint;
        return isSame ? [] : told(report.name, `in it was ${changedAt(report)}`);
      }),
      ...left.map(({ name }) => told(name, "no longer belongs to it; the platform does not say since when")),
    ];
  });
}

// What moved on the platform since a plan was made: what, when and, if the platform says so, who.

interface Moved {
  /** A sentence without its full stop. */
  reason: string;
}

function movedSince(change: Change, live: Live, wire: Wire): Moved {
  const { id, kind, publicId } = change;
  const { identity, nameOf } = kindOf(live);
  const what = `the ${kind}`;
  if (live.id === id && !isNamed(change, live) && !isOfThisPlan(change, live.meta)) {
    const now = `now has the ${identity} ${nameOf(live)}`;
    return { reason: `${told(change)}: ${what} ${id} ${now}, ${changedAt(wire)}` };
  }
  if (isOfThisPlan(change, wire.meta)) {
    const then = `which was then ${changedAt(wire)}`;
    return { reason: `${told(change)}: this plan was applied to ${what} ${wire.id}, ${then}` };
  }
  if (id === null) {
    const free = publicId === undefined ? `the ${identity}` : `the ${identity} ${publicId}`;
    const taken = `${free} was free and is now taken by ${what} ${wire.id}`;
    return { reason: `${told(change)}: ${taken}, ${createdBy(wire)}` };
  }
  if (wire.id !== id) {
    const gone = `${what} ${id} is gone, and ${wire.id} has its ${identity}`;
    return { reason: `${told(change)}: ${gone}, ${createdBy(wire)}` };
  }
  return { reason: `${told(change)}: ${what} was ${changedAt(wire)}` };
}

/** An upsert by slug would write one of the two, and the platform does not say which. */
function doubled(change: Change, ids: readonly number[]): Moved {
  return { reason: `${told(change)}: ${describeDouble(ids)}` };
}

/** The planned workbook or report is no longer there. */
function deleted(change: Change): Moved {
  const { kind, id, publicId } = change;
  const which = kind === "report" ? `the report ${id} (publicId ${publicId})` : `the workbook ${id}`;
  return { reason: `${told(change)}: ${which} is gone; the platform does not say since when` };
}

function told({ kind, key }: Change): string {
  return kind === "report" ? `report ${key}` : key;
}

/**
 * Whether an earlier run of the plan left its stamp there; not known if that run resolved references, which changes the digest. A plan that
 * only takes edits of live back wants the very stamp that was there before.
 */
function isOfThisPlan({ request, action, origin }: Change, meta: Json | undefined | null): boolean {
  if (action === "update" && origin === "live") return false;
  const sent = readStamp(request?.meta);
  const there = readStamp(meta ?? undefined);
  return sent !== undefined && sent.of === there?.of && sent.digest === there.digest;
}

/** When it was last updated, for a sentence. */
function changedAt({ updatedAt }: Wire): string {
  return `changed at ${updatedAt}`;
}

// The platform names the owner, not the last editor, so only a creation has a name.
function createdBy(wire: { createdAt: string; user?: unknown }): string {
  const { user } = wire;
  const email = typeof user === "object" && user !== null && "email" in user ? user.email : undefined;
  return `created at ${wire.createdAt}${typeof email === "string" ? ` by ${email}` : ""}`;
}

// Before a saved plan is carried out: is live still the state that it was made from? What an earlier run of the same plan did is no
// reason to refuse it; this run continues that one. All that moved is reported at once, and nothing is written here.

import { type Deployment, type Folders, findReports, readDeployment, toLiveReport } from "../live/index.ts";
import { type Change, type Plan, readStamp } from "../model/index.ts";
import {
  fingerprint,
  holdsRequest,
  type IgnoredPath,
  isBegun,
  isBlank,
  isBlankReport,
  isItsReport,
  isSameAsked,
  isSameWork,
  isStillApplied,
  isUnfinished,
  type LiveWorkbook,
  noteHolder,
  reportFingerprint,
} from "../plan/index.ts";
import { type Clock, type Platform, systemClock, type WireReport } from "../platform/index.ts";
import { WAITS_MS } from "./claim.ts";
import type { Found } from "./context.ts";
import { movedResidents } from "./deletions/moved-residents.ts";
import { isAsPlanned } from "./deletions/remove.ts";
import { deleted, doubled, type Moved, movedReport, movedWorkbook } from "./moved.ts";
import { isRepublished } from "./publication/publish.ts";
import { type Created, type ResolvedChange, resolveChange } from "./resolve-change.ts";

export interface PickUpOptions {
  platform: Platform;
  ignored: readonly IgnoredPath[];
  /** The target's own map of folders. */
  declaredFolders: Readonly<Record<string, number>>;
  /** For waiting; the system's if absent. */
  clock?: Pick<Clock, "sleep">;
}

export interface PickedUp {
  /** The plan with the ids and fingerprints that an earlier run of it left. */
  plan: Plan;
  /** What is no longer as it was when the plan was made, in the order of the plan. */
  moved: Moved[];
}

/** Live is as it was when the change was planned, as an earlier run left it (continued from there), or moved. */
type Judgement = "as-planned" | { id: number; fingerprint: string | null } | Moved;

/**
 * Reads the live state of everything that the plan writes; again, for three seconds, while all that moved may be what another run of the
 * plan is in the middle of. Sends GET requests only.
 */
export async function pickUp(plan: Plan, options: PickUpOptions): Promise<PickedUp> {
  let seen = await readLive(plan, options);
  for (const ms of WAITS_MS) {
    if (seen.moved.length === 0 || !seen.moved.every(({ isBegun }) => isBegun)) break;
    await (options.clock ?? systemClock).sleep(ms, []);
    seen = await readLive(plan, options);
  }
  return seen;
}

async function readLive(plan: Plan, options: PickUpOptions): Promise<PickedUp> {
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
  const created: Created = { folders: new Map(folders.ids), workbooks: new Map(), reports: new Map() };
  // A report to delete does not count: its key now names another.
  for (const { kind, key, action, publicId = "" } of work) {
    const live = kind === "report" && action !== "delete" ? reports.get(publicId) : undefined;
    if (live) created.reports.set(key, live.id);
  }

  const workbooks = await judgeWorkbooks(work, {
    ...options,
    project: plan.project,
    deploymentId,
    folders,
    created,
    readWorkbooks,
  });
  // The workbooks that an earlier run of the plan deleted.
  const isDeletion = ({ kind, action }: Change) => kind === "workbook" && action === "delete";
  const isGone = (change: Change): boolean => isDeletion(change) && !created.workbooks.has(change.key);
  const gone = new Set(work.filter(isGone).flatMap(({ id }) => id ?? []));
  const judge = (change: Change): Judgement => {
    const { kind, key, action, publicId = "" } = change;
    if (kind === "report" && action !== "orphaned")
      return judgeReport(change, reports.get(publicId), { created, gone });
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

interface Reading extends PickUpOptions {
  /** The project that the plan is of. */
  project: string;
  deploymentId: number;
  folders: Folders;
  created: Created;
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
        judgements.set(change, judgeWorkbook(change, { live, wire }, reading));
        // Its reports are compared with this id.
        if (isNamed(change, live)) reading.created.workbooks.set(change.key, live.id);
      }
    },
  });
  for (const change of planned) {
    if (!judgements.has(change)) judgements.set(change, judgeMissing(change));
  }
  return judgements;
}

const NONE: ReadonlyMap<number, number> = new Map();

function judgeMissing(change: Change): Judgement {
  return change.action === "create" || change.action === "delete" ? "as-planned" : deleted(change);
}

/** Under its slug, or the one that it had when the plan was made. */
function isNamed({ key, was, id }: Change, live: LiveWorkbook): boolean {
  return live.slug === key || (live.slug === was && live.id === id);
}

const isMoved = (judgement: Judgement | undefined): boolean =>
  typeof judgement === "object" && "reason" in judgement;

function judgeWorkbook(change: Change, { live, wire }: Found, reading: Reading): Judgement {
  const { ignored, created } = reading;
  // It is read again before it is written, and fails alone if that read shows nothing either.
  if (live.unread && live.id === change.id && isNamed(change, live)) return "as-planned";
  // It is claimed in its turn.
  if (change.id === null && isBlank(live)) return "as-planned";
  const now = fingerprint(live, { ignored }, change);
  const resolved = resolveChange(change, created);
  const known = "change" in resolved ? resolved.change : change;
  const { request } = known;
  const isIts = isNamed(change, live) && (change.id === null || change.id === live.id);
  const moved = { ...movedWorkbook(change, live, wire), isBegun: isIts && isAtWork(known, live, resolved) };
  if (isRepublished(known, live, { ignored, reportVersions: NONE })) return moved;
  if (live.id === change.id && isNamed(change, live) && now === change.fingerprint) return "as-planned";
  const digest = isIts ? change.applied : undefined;
  if (digest !== undefined && isStillApplied(live, { digest, project: reading.project, ignored }))
    return { id: live.id, fingerprint: now };
  // A run gives it the slug before anything else: under the old one, whatever it wrote was renamed back since.
  if (!isIts || !request || live.slug !== change.key) return moved;
  const isDone = "change" in resolved && holdsRequest(request, live, ignored);
  // Its reports may have been made after they were read here.
  const isItsCreation = change.id === null && isSameWork(request, live, ignored);
  if (isDone || isItsCreation || isUnfinished(request, live, ignored))
    return { id: live.id, fingerprint: now };
  return moved;
}

function judgeReport(
  change: Change,
  live: WireReport | undefined,
  { created, gone }: { created: Created; gone: ReadonlySet<number> },
): Judgement {
  if (!live || (change.id === null && isBlankReport(toLiveReport(live)))) return judgeMissing(change);
  const now = reportFingerprint(toLiveReport(live), change);
  if (live.id === change.id && now === change.fingerprint) return "as-planned";
  const isIts = change.id === null || change.id === live.id;
  if (isIts && change.action === "delete" && isAsPlanned(live, change, gone)) return "as-planned";
  const resolved = resolveChange(change, created);
  if (isIts && change.request && readStamp(change.request.meta)) {
    const { request = {} } = "change" in resolved ? resolved.change : change;
    if (isItsReport(request, toLiveReport(live))) return { id: live.id, fingerprint: now };
  }
  return { ...movedReport(change, live), isBegun: isIts && isAtWork(change, toLiveReport(live), resolved) };
}

/** Whether another run of the plan may be at work there; where the plan's references cannot be told yet, this may have been read too early. */
function isAtWork({ request }: Change, live: Pick<LiveWorkbook, "meta">, resolved: ResolvedChange): boolean {
  if (isBegun(request, live)) return true;
  return request !== undefined && "missing" in resolved && isSameAsked(request, live);
}

// Before a saved plan is carried out: is live still what it was made from? What an earlier run of the same plan did is no reason to
// refuse it; that run is gone on with. All that moved is told at once, and nothing is written here.

import { type Folders, findReports, readDeployment, readWorkbooks, toLiveReport } from "../live/index.ts";
import { type Change, type Plan, readStamp } from "../model/index.ts";
import {
  fingerprint,
  holdsRequest,
  type IgnoredPath,
  isUnfinished,
  reportFingerprint,
} from "../plan/index.ts";
import type { Platform, WireReport } from "../platform/index.ts";
import { deleted, type Moved, movedReport, movedWorkbook } from "./moved.ts";
import type { Found } from "./read-workbook.ts";
import { isAsPlanned } from "./remove.ts";
import { type Created, resolveChange } from "./resolve-change.ts";
import { isApplied, lacksWorkbook } from "./write-report.ts";

export interface PickUpOptions {
  platform: Platform;
  ignored: readonly IgnoredPath[];
  /** The target's own map of folders. */
  declaredFolders: Readonly<Record<string, number>>;
}

export interface PickedUp {
  /** The plan with the ids and fingerprints of what an earlier run of it left. */
  plan: Plan;
  /** What is no longer as it was when the plan was made, in the order of the plan. */
  moved: Moved[];
}

/** Where a change stands: as when it was planned, gone on with from here (an earlier run), or moved. */
type Standing = "as-planned" | { id: number; fingerprint: string | null } | Moved;

/** Reads what is live of everything that the plan writes. Sends GET requests only. */
export async function pickUp(plan: Plan, options: PickUpOptions): Promise<PickedUp> {
  const { platform } = options;
  const { deploymentId } = plan.target;
  const work = plan.changes.filter(({ action }) => action !== "orphaned");
  const publicIds = new Set(work.flatMap(({ publicId }) => publicId ?? []));
  const reports = await findReports(platform, deploymentId, publicIds);
  const target = { deployment: deploymentId, folders: options.declaredFolders };
  // The ids of folders that the plan does not make are in its requests.
  const { folders } = await readDeployment(platform, target, {
    folders: work.some(({ kind }) => kind === "folder"),
  });
  const created: Created = { folders: new Map(folders.ids), workbooks: new Map(), reports: new Map() };
  // One that is deleted is what the key stood for until now.
  for (const { kind, key, action, publicId = "" } of work) {
    const live = kind === "report" && action !== "delete" ? reports.get(publicId) : undefined;
    if (live) created.reports.set(key, live.id);
  }

  const standings = await judgeWorkbooks(work, { ...options, deploymentId, folders, created });
  const gone = new Set(work.filter((change) => isGone(change, created)).flatMap(({ id }) => id ?? []));
  for (const change of work) {
    if (change.kind === "folder") {
      const id = folders.ids.get(change.key);
      if (id !== undefined) standings.set(change, { id, fingerprint: null });
    } else if (change.kind === "report") {
      standings.set(change, judgeReport(change, reports.get(change.publicId ?? ""), { created, gone }));
    }
  }
  const moved: Moved[] = [];
  const changes = plan.changes.map((change) => {
    const standing = standings.get(change);
    if (standing === undefined || standing === "as-planned") return change;
    if ("id" in standing) return { ...change, ...standing };
    moved.push(standing);
    return change;
  });
  return { plan: { ...plan, changes }, moved };
}

interface Reading extends PickUpOptions {
  deploymentId: number;
  folders: Folders;
  created: Created;
}

async function judgeWorkbooks(work: readonly Change[], reading: Reading): Promise<Map<Change, Standing>> {
  const planned = work.filter(({ kind }) => kind === "workbook");
  const standings = new Map<Change, Standing>();
  if (planned.length === 0) return standings;
  const byKey = new Map(planned.map((change) => [change.key, change]));
  const byId = new Map(planned.map((change) => [change.id, change]));
  await readWorkbooks(reading.platform, reading.deploymentId, {
    needsDraft: ({ slug }) => byKey.has(slug),
    needsPublished: () => false,
    folders: reading.folders,
    isAnyMissing: () => standings.size < planned.length,
    visit(live, wire) {
      for (const change of [byId.get(live.id), byKey.get(live.slug)]) {
        if (!change) continue;
        standings.set(change, judgeWorkbook(change, { live, wire }, reading));
        // What its reports are compared with.
        if (live.slug === change.key) reading.created.workbooks.set(change.key, live.id);
      }
    },
  });
  for (const change of planned) {
    if (standings.has(change)) continue;
    // What is to be deleted and is gone is as it was asked to be.
    const isFine = change.action === "create" || change.action === "delete";
    standings.set(change, isFine ? "as-planned" : deleted(change));
  }
  return standings;
}

function judgeWorkbook(change: Change, { live, wire }: Found, reading: Reading): Standing {
  const { ignored, created } = reading;
  const now = fingerprint(live, { ignored });
  if (live.id === change.id && live.slug === change.key && now === change.fingerprint) return "as-planned";
  const isIts = live.slug === change.key && (change.id === null || change.id === live.id);
  if (isIts && change.request) {
    const resolved = resolveChange(change, created);
    const { request } = "change" in resolved ? resolved.change : { request: undefined };
    const isDone = request !== undefined && holdsRequest(request, live, ignored);
    if (isDone || isUnfinished(request ?? change.request, live, ignored))
      return { id: live.id, fingerprint: now };
  }
  return movedWorkbook(change, live, wire);
}

/** Whether it is a workbook that the plan deletes, and that an earlier run of it has. */
function isGone({ kind, key, action }: Change, created: Created): boolean {
  return kind === "workbook" && action === "delete" && !created.workbooks.has(key);
}

function judgeReport(
  change: Change,
  live: WireReport | undefined,
  { created, gone }: { created: Created; gone: ReadonlySet<number> },
): Standing {
  if (!live) {
    return change.action === "create" || change.action === "delete" ? "as-planned" : deleted(change);
  }
  const now = reportFingerprint(toLiveReport(live));
  if (live.id === change.id && now === change.fingerprint) return "as-planned";
  const isIts = change.id === null || change.id === live.id;
  if (isIts && change.action === "delete" && isAsPlanned(live, change, gone)) return "as-planned";
  if (isIts && change.request && readStamp(change.request.meta)) {
    const resolved = resolveChange(change, created);
    const { request = {} } = "change" in resolved ? resolved.change : change;
    const isDone = "change" in resolved && isApplied(request, live);
    if (isDone || lacksWorkbook(request, live)) return { id: live.id, fingerprint: now };
  }
  return movedReport(change, live);
}

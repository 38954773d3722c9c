// What is live, as plan reads it: only GET, in the background, and never needed for anything else.

import { type Change, type JsonObject, type Plan, targetFlag } from "../../model/index.ts";
import type { LiveWorkbook } from "../../plan/index.ts";
import { planWithInputs } from "../make-plan.ts";
import type { FindReport } from "./asked.ts";
import { sketchOf } from "./board-view.ts";
import { differencesOf } from "./differences.ts";
import type { BoardView, LiveBoard, LiveStatus, State } from "./protocol.ts";
import type { Known, Reading } from "./read-files.ts";
import type { Connecting } from "./share-connection.ts";

export interface Seen {
  plan: Plan;
  flag: string;
  changes: ReadonlyMap<string, Change>;
  workbooks: ReadonlyMap<string, LiveWorkbook>;
  /** The files' side when it was compared. */
  files: ReadonlyMap<string, Known>;
}

export async function readLive(connecting: Connecting, files: ReadonlyMap<string, Known>): Promise<Seen> {
  return connecting(async (context) => {
    const workbooks = new Map<string, LiveWorkbook>();
    const see = (workbook: LiveWorkbook) => workbooks.set(workbook.slug, workbook);
    const { planned } = await planWithInputs({ ...context, see });
    const ofWorkbooks = planned.plan.changes.filter(({ kind }) => kind === "workbook");
    const changes = new Map(ofWorkbooks.map((change) => [change.key, change]));
    return { plan: planned.plan, flag: targetFlag(planned.target), changes, workbooks, files };
  });
}

export function statusOf(seen: Seen, states: readonly State[], at: number): LiveStatus {
  const counts: Record<State, number> = { same: 0, pending: 0, new: 0, drift: 0, conflict: 0 };
  for (const state of states) counts[state] += 1;
  const { url } = seen.plan.target;
  return { status: "read", at, host: hostOf(url), counts, summary: summaryOf(seen.plan) };
}

export function hostOf(url: string): string {
  return URL.canParse(url) && new URL(url).host !== "" ? new URL(url).host : url;
}

function summaryOf({ summary, changes }: Plan): string {
  const parts = (["create", "update", "publish", "stamp", "delete", "unchanged", "orphaned"] as const)
    .filter((name) => summary[name] > 0)
    .map((name) => `${summary[name]} ${name === "unchanged" || name === "orphaned" ? name : `to ${name}`}`);
  const open = changes.filter(({ hazards }) => hazards.length > 0).length;
  const waits = open === 0 ? "" : ` · ${open} ${open === 1 ? "needs" : "need"} a decision`;
  return `Plan: ${parts.join(", ") || "nothing to do"}${waits}`;
}

/** As it was compared, or as it follows from what was edited in the files since. */
export function stateOf(seen: Seen, slug: string, version: string): State {
  const change = seen.changes.get(slug);
  const state = stateOfChange(change);
  if (seen.files.get(slug)?.version === version) return state;
  if (!seen.files.has(slug)) return "new";
  if (state === "same") return "pending";
  return state === "drift" ? "conflict" : state;
}

function stateOfChange(change: Change | undefined): State {
  if (!change || change.action === "stamp") return "same";
  if (change.action === "create") return "new";
  if (change.origin === "both") return "conflict";
  return change.origin === "live" ? "drift" : "pending";
}

export function liveBoard(seen: Seen, reading: Reading, slug: string): LiveBoard | undefined {
  const known = reading.boards.get(slug);
  if (!known) return undefined;
  const findReport: FindReport = (key) => reading.reports.get(key);
  const state = stateOf(seen, slug, known.version);
  const workbook = seen.workbooks.get(slug);
  const view = (dashboard: JsonObject | undefined, name: string): BoardView | null =>
    dashboard === undefined
      ? null
      : {
          ...sketchOf(slug, { name, dashboard }, findReport),
          file: known.workbook.file,
          line: 1,
          version: "",
          findings: [],
          canUndo: false,
          canRedo: false,
        };
  // A draft that is as it was applied is not read: it says what the files said.
  const compared = seen.files.get(slug)?.workbook.entry.dashboard as JsonObject | undefined;
  const live = workbook ? view(workbook.draft ?? compared, workbook.name) : null;
  const published = workbook ? view(workbook.published, workbook.name) : null;
  const file = sketchOf(slug, known.workbook.entry, findReport);
  const isDrift = state === "drift" || state === "conflict";
  return {
    live,
    published,
    state,
    differences: live ? differencesOf(file, live, seen.changes.get(slug)) : [],
    ways: {
      keep: isDrift ? `boardwright pull ${slug}${seen.flag}` : null,
      discard: isDrift ? `boardwright apply --only ${slug} --allow ${state}${seen.flag}` : null,
    },
  };
}

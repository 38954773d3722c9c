// What is live, as plan reads it: only GET, in the background, and never needed for anything else.

import { type Change, type JsonObject, type Plan, targetFlag } from "../../model/index.ts";
import { compareWorkbook, declare, followSlugs, type LiveWorkbook, slugsGiven } from "../../plan/index.ts";
import { PlatformError } from "../../platform/index.ts";
import { LintError } from "../check-files.ts";
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
  /** Compares what was read with what the files say now, and asks nobody. Undefined if nothing differs. */
  compare(known: Known, live: LiveWorkbook): Change | undefined;
}

export async function readLive(connecting: Connecting, files: ReadonlyMap<string, Known>): Promise<Seen> {
  return connecting(async (context) => {
    const found: LiveWorkbook[] = [];
    const see = (workbook: LiveWorkbook) => void found.push(workbook);
    const { planned, inputs } = await planWithInputs({ ...context, see, goesOn: true });
    const { ignored } = planned;
    const scope = {
      project: context.project.name,
      deploymentId: context.target.deployment,
      ignored,
      reports: inputs.reports.ids,
      reportVersions: inputs.reports.versions,
      folders: inputs.folders.ids,
    };
    // One that has the slug that it `was` is the board of the slug that the files give it.
    const { declared } = inputs;
    const { named } = followSlugs({ renames: slugsGiven(declared), declared, scope });
    const workbooks = new Map(found.map((workbook) => [named(workbook).slug, workbook]));
    const ofWorkbooks = planned.plan.changes.filter(({ kind }) => kind === "workbook");
    const changes = new Map(ofWorkbooks.map((change) => [change.key, change]));
    /** By slug: the page asks again after each edit, and only one of them has changed. */
    const last = new Map<string, { version: string; change: Change | undefined }>();
    return {
      plan: planned.plan,
      flag: targetFlag(planned.target),
      changes,
      workbooks,
      files,
      compare({ workbook, version }, live) {
        const before = last.get(workbook.slug);
        if (before?.version === version) return before.change;
        const change = compareWorkbook(declare(workbook, ignored), live, scope);
        last.set(workbook.slug, { version, change });
        return change;
      },
    };
  });
}

export function statusOf(seen: Seen, states: readonly State[], at: number): LiveStatus {
  const counts: Record<State, number> = { same: 0, pending: 0, new: 0, drift: 0, conflict: 0 };
  for (const state of states) counts[state] += 1;
  const { url } = seen.plan.target;
  return { status: "read", at, host: hostOf(url), counts, summary: summaryOf(seen.plan, counts) };
}

export function whySilent(error: unknown): "no-answer" | "files" | "refused" {
  if (error instanceof LintError) return "files";
  return error instanceof PlatformError && error.status === undefined ? "no-answer" : "refused";
}

export function hostOf(url: string): string {
  return URL.canParse(url) && new URL(url).host !== "" ? new URL(url).host : url;
}

/** Dashboards as they stand with what was edited since; what goes with them as it was planned. */
function summaryOf({ changes }: Plan, counts: Record<State, number>): string {
  const ofWorkbooks = changes.filter(({ kind }) => kind === "workbook");
  const planned = (action: Change["action"]) => ofWorkbooks.filter((one) => one.action === action).length;
  const edited = counts.pending + counts.drift + counts.conflict;
  const publish = Math.min(planned("publish"), counts.pending);
  const parts: [number, string][] = [
    [counts.new, "to create"],
    [edited - publish, "to update"],
    [publish, "to publish"],
    [planned("delete"), "to delete"],
    [counts.same, "unchanged"],
    [planned("orphaned"), "orphaned"],
  ];
  const besides = (["report", "folder"] as const).flatMap((kind) => {
    const count = changes.filter((one) => one.kind === kind && WRITES.has(one.action)).length;
    return count === 0 ? [] : [`${count} ${kind}${count === 1 ? "" : "s"}`];
  });
  const said = parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : []));
  const more = besides.length > 0 ? `, with ${besides.join(" and ")}` : "";
  const open = Math.max(
    counts.drift + counts.conflict,
    ofWorkbooks.filter(({ hazards }) => hazards.length > 0).length,
  );
  const waits = open === 0 ? "" : ` · ${open} ${open === 1 ? "needs" : "need"} a decision`;
  return `Plan: ${said.join(", ") || "nothing to do"}${more}${waits}`;
}

const WRITES: ReadonlySet<Change["action"]> = new Set(["create", "update", "publish", "delete"]);

/** As it was compared; compared again, if the files say something else since; or as it follows from that, if live was not read whole. */
export function stateOf(seen: Seen, known: Known): State {
  const { slug } = known.workbook;
  const now = changeNow(seen, known);
  if (now) return stateOfChange(now.change);
  if (!seen.files.has(slug)) return "new";
  const state = stateOfChange(seen.changes.get(slug));
  if (state === "same") return "pending";
  return state === "drift" ? "conflict" : state;
}

/** Undefined if nobody knows. */
function changeNow(seen: Seen, known: Known): { change: Change | undefined } | undefined {
  const { slug } = known.workbook;
  const then = seen.files.get(slug);
  if (then?.version === known.version) return { change: seen.changes.get(slug) };
  const live = seen.workbooks.get(slug);
  return then && live?.draft ? { change: seen.compare(known, live) } : undefined;
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
  const state = stateOf(seen, known);
  const now = changeNow(seen, known);
  const change = now ? now.change : seen.changes.get(slug);
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
          row: null,
        };
  // A draft that is as it was applied is not read: it says what the files said.
  const compared = seen.files.get(slug)?.workbook.entry.dashboard as JsonObject | undefined;
  const live = workbook ? view(workbook.draft ?? compared, workbook.name) : null;
  const published = workbook ? view(workbook.published, workbook.name) : null;
  const file = sketchOf(slug, known.workbook.entry, findReport);
  const isDrift = state === "drift" || state === "conflict";
  const keep = `boardwright pull ${slug}`;
  const isTorn = isDrift && change?.fields.some(({ origin }) => origin === "both");
  return {
    live,
    published,
    state,
    differences: live ? differencesOf(file, live, change) : [],
    ways: {
      keep: isDrift ? `${keep}${seen.flag}` : null,
      discard: isDrift ? `boardwright apply --only ${slug} --allow ${state}${seen.flag}` : null,
      decide: isTorn ? { theirs: `${keep} --theirs${seen.flag}`, ours: `${keep} --ours${seen.flag}` } : null,
    },
  };
}

// What is live, as plan reads it: only GET, in the background, and never needed for anything else.

import {
  type Change,
  isObject,
  type Json,
  type JsonObject,
  type Plan,
  type ResolvedReport,
  targetFlag,
  widgetsOf,
} from "../../model/index.ts";
import {
  compareReport,
  compareWorkbook,
  declare,
  declareReport,
  followSlugs,
  isSame,
  type LiveReport,
  type LiveWorkbook,
  openReferences,
  parseQuery,
  slugsGiven,
} from "../../plan/index.ts";
import { PlatformError } from "../../platform/index.ts";
import { LintError } from "../check-files.ts";
import { planWithInputs } from "../make-plan.ts";
import type { FindReport } from "./asked.ts";
import { sketchOf } from "./board-view.ts";
import { differencesOf, type ReportChange } from "./differences.ts";
import type { BoardView, LiveBoard, LiveStatus, State } from "./protocol.ts";
import { findIn, type Known, type Reading } from "./read-files.ts";
import type { Connecting } from "./share-connection.ts";

export interface Seen {
  plan: Plan;
  flag: string;
  /** Of workbooks, by slug. */
  changes: ReadonlyMap<string, Change>;
  workbooks: ReadonlyMap<string, LiveWorkbook>;
  /** The files' side when it was compared. */
  files: ReadonlyMap<string, Known>;
  /** Compares what was read with what the files say now, and asks nobody. Undefined if nothing differs. */
  compare(known: Known, live: LiveWorkbook): Change | undefined;
  /** The same of a report, as it was planned if the files say of it what they said then. */
  compareReport(report: ResolvedReport): Change | undefined;
  /** A declared report as it is live, by its key or its number there. */
  findReport: FindReport;
}

export async function readLive(connecting: Connecting, reading: Reading): Promise<Seen> {
  return connecting(async (context) => {
    const found: LiveWorkbook[] = [];
    const see = (workbook: LiveWorkbook) => void found.push(workbook);
    const { planned, inputs } = await planWithInputs({ ...context, see, goesOn: true });
    const { ignored } = planned;
    const { project, target } = context;
    const scope = {
      project: project.name,
      target: target.name,
      deploymentId: target.deployment,
      ignored,
      reports: inputs.reports.ids,
      reportVersions: inputs.reports.versions,
      folders: inputs.folders.ids,
    };
    // One that has the slug that it `was` is the board of the slug that the files give it.
    const { declared } = inputs;
    const renames = slugsGiven(declared);
    const { named } = followSlugs({ renames, declared, scope });
    const workbooks = new Map(found.map((workbook) => [named(workbook).slug, workbook]));
    const changesOf = (kind: Change["kind"]) =>
      new Map(planned.plan.changes.flatMap((one) => (one.kind === kind ? [[one.key, one]] : [])));
    const ofReports = changesOf("report");
    const ids = new Map([...workbooks].map(([slug, { id }]) => [slug, id]));
    const lives = inputs.reports.pairs.flatMap(({ declared: { key }, live }) =>
      live ? [{ key, live }] : [],
    );
    /** By slug: the page asks again after each edit, and only one of them has changed. */
    const last = new Map<string, { version: string; change: Change | undefined }>();
    const ofReport = new WeakMap<ResolvedReport, { change: Change | undefined }>();
    const compareNow = (report: ResolvedReport) => {
      const { key, entry } = report;
      if (isSame(reading.reports.get(key)?.entry, entry)) return ofReports.get(key);
      const live = lives.find((one) => one.key === key)?.live;
      return compareReport(declareReport(report, scope), live, { ...scope, workbooks: ids, renames });
    };
    return {
      plan: planned.plan,
      flag: targetFlag(planned.target),
      changes: changesOf("workbook"),
      workbooks,
      files: reading.boards,
      compare({ workbook, version }, live) {
        const before = last.get(workbook.slug);
        if (before?.version === version) return before.change;
        const change = compareWorkbook(declare(workbook, ignored), live, scope);
        last.set(workbook.slug, { version, change });
        return change;
      },
      compareReport(report) {
        const known = ofReport.get(report) ?? { change: compareNow(report) };
        ofReport.set(report, known);
        return known.change;
      },
      findReport(reference) {
        const one = lives.find(({ key, live }) => key === reference || live.id === reference);
        return one && { entry: entryOf(one.live) };
      },
    };
  });
}

/** What the page knows of a report, as a file says it. */
function entryOf({ name, title, jsonQuery, meta }: LiveReport): JsonObject {
  return { name: title ?? name, query: parseQuery(jsonQuery), meta };
}

export function statusOf(seen: Seen, reading: Reading, at: number): LiveStatus {
  return { status: "read", at, host: hostOf(seen.plan.target.url), summary: summaryOf(seen, reading) };
}

export function whySilent(error: unknown): "no-answer" | "files" | "refused" {
  if (error instanceof LintError) return "files";
  return error instanceof PlatformError && error.status === undefined ? "no-answer" : "refused";
}

export function hostOf(url: string): string {
  return URL.canParse(url) && new URL(url).host !== "" ? new URL(url).host : url;
}

/** As the files stand by now; folders, and what no file declares, as it was planned. */
function summaryOf(seen: Seen, reading: Reading): string {
  const { changes } = seen.plan;
  const boards = [...reading.boards.values()];
  const counts: Record<State, number> = { same: 0, pending: 0, new: 0, drift: 0, conflict: 0 };
  for (const known of boards) counts[ownState(seen, known)] += 1;
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
  const { reports } = reading;
  const others = changes.filter(({ kind, key }) => kind !== "report" || !reports.has(key));
  const written = [...others, ...[...reports.values()].flatMap((one) => seen.compareReport(one) ?? [])];
  const besides = (["report", "folder"] as const).flatMap((kind) => {
    const count = written.filter((one) => one.kind === kind && WRITES.has(one.action)).length;
    return count === 0 ? [] : [`${count} ${kind}${count === 1 ? "" : "s"}`];
  });
  const said = parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : []));
  const more = besides.length > 0 ? `, with ${besides.join(" and ")}` : "";
  const isOpen = (state: State) => state === "drift" || state === "conflict";
  const open = Math.max(
    boards.filter((known) => isOpen(stateOf(seen, reading, known))).length,
    ofWorkbooks.filter(({ hazards }) => hazards.length > 0).length,
  );
  const waits = open === 0 ? "" : ` · ${open} ${open === 1 ? "needs" : "need"} a decision`;
  return `Plan: ${said.join(", ") || "nothing to do"}${more}${waits}`;
}

const WRITES: ReadonlySet<Change["action"]> = new Set(["create", "update", "publish", "delete"]);

/** Of a dashboard with the reports that it draws. */
export function stateOf(seen: Seen, reading: Reading, known: Known): State {
  const own = ownState(seen, known);
  if (own === "new") return own;
  const states = reportChangesOf(seen, reading, known).map(({ change }) => stateOfChange(change));
  // Published again is only what follows from them.
  const isFollowing = own === "pending" && changeNow(seen, known)?.change?.action === "publish";
  const isIn = (...wanted: State[]) =>
    states.some((state) => wanted.includes(state)) || (!isFollowing && wanted.includes(own));
  if (isIn("conflict") || (isIn("drift") && isIn("pending", "new"))) return "conflict";
  if (isIn("drift")) return "drift";
  return isIn("pending", "new") ? "pending" : own;
}

const drawn = new WeakMap<JsonObject, readonly string[]>();

/** The changes of the reports that a dashboard draws, with those of its widgets that do. */
function reportChangesOf(seen: Seen, { reports }: Reading, { workbook: { entry } }: Known): ReportChange[] {
  const keys = drawn.get(entry) ?? [...openReferences(entry)];
  drawn.set(entry, keys);
  return keys.flatMap((key) => {
    const report = reports.get(key);
    const change = report && seen.compareReport(report);
    if (!change || stateOfChange(change) === "same") return [];
    const draws = (widget: Json) => isObject(widget) && openReferences(widget).has(key);
    const ids = widgetsOf(entry.dashboard).filter(isObject).filter(draws);
    return { change, widgets: ids.map(({ id }) => String(id)) };
  });
}

/** As it was compared; compared again, if the files say something else since; or as it follows from that, if live was not read whole. */
function ownState(seen: Seen, known: Known): State {
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
  const file = sketchOf(slug, known.workbook.entry, findIn(reading));
  const state = stateOf(seen, reading, known);
  const now = changeNow(seen, known);
  const change = now ? now.change : seen.changes.get(slug);
  const ofReports = reportChangesOf(seen, reading, known);
  const workbook = seen.workbooks.get(slug);
  const view = (dashboard: JsonObject | undefined, name: string, findReport: FindReport): BoardView | null =>
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
  const live = workbook ? view(workbook.draft ?? compared, workbook.name, seen.findReport) : null;
  // Which version of a report viewers see, nobody read.
  const published = workbook ? view(workbook.published, workbook.name, () => undefined) : null;
  const isDrift = state === "drift" || state === "conflict";
  const keep = `boardwright pull ${slug}`;
  const all = [...(change ? [change] : []), ...ofReports.map((one) => one.change)];
  const isTorn = isDrift && all.some(({ fields }) => fields.some(({ origin }) => origin === "both"));
  const codes = new Set(all.flatMap(({ hazards }) => hazards.map(({ code }) => code)));
  const allow = ["drift", "conflict"].filter((code) => codes.has(code as never)).join(",") || state;
  return {
    live,
    published,
    state,
    differences: live ? differencesOf({ file, live, change, ofReports }) : [],
    ways: {
      keep: isDrift ? `${keep}${seen.flag}` : null,
      discard: isDrift ? `boardwright apply --only ${slug} --allow ${allow}${seen.flag}` : null,
      decide: isTorn ? { theirs: `${keep} --theirs${seen.flag}`, ours: `${keep} --ours${seen.flag}` } : null,
    },
  };
}

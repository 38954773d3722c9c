// What is live, as plan reads it: only GET, in the background, and never needed for anything else.

import { reportNumbers } from "../../features/pull/symbolic.ts";
import { findReports, toLiveReport } from "../../live/index.ts";
import {
  asSentence,
  type Change,
  isObject,
  type Json,
  type JsonObject,
  type Plan,
  type ResolvedReport,
  type ResolvedWorkbook,
  targetFlag,
  widgetsOf,
  writeJson,
} from "../../model/index.ts";
import {
  compareReport,
  compareWorkbook,
  createChange,
  declare,
  declareReport,
  isSame,
  keyOf,
  type LiveReport,
  type LiveWorkbook,
  openReferences,
  outdatedReports,
  parseQuery,
  slugsGiven,
} from "../../plan/index.ts";
import { PlatformError } from "../../platform/index.ts";
import { LintError } from "../../project/check-files.ts";
import type { ProjectContext } from "../../project/context.ts";
import { planWithInputs } from "../../project/make-plan.ts";
import type { FindReport } from "./asked.ts";
import { sketchOf } from "./board-view.ts";
import { differencesOf, type ReportChange, takenFields } from "./differences.ts";
import type { BoardView, LiveBoard, LiveStatus, State } from "./protocol.ts";
import { findIn, type Known, type Reading } from "./read-files.ts";
import type { Connecting } from "./share-connection.ts";

export interface Seen {
  plan: Plan;
  flag: string;
  workbooks: ReadonlyMap<string, LiveWorkbook>;
  /** As it was planned; if the files say something else by now, what was read is compared with that, and nobody is asked. */
  changeOf(known: Known): Change | undefined;
  /** The same of a report. */
  changeOfReport(report: ResolvedReport): Change | undefined;
  /** A report as it is live, by its key or its number there. */
  findReport: FindReport;
  /** The same of the reports that viewers see as they are live: nobody read older versions. */
  findPublished(workbook: LiveWorkbook): FindReport;
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
    const workbooks = new Map(found.map((live) => [keyOf(live, { renames, declared, scope }), live]));
    const changesOf = (kind: Change["kind"]) =>
      new Map(planned.plan.changes.flatMap((one) => (one.kind === kind ? [[one.key, one]] : [])));
    const ofWorkbooks = changesOf("workbook");
    const ofReports = changesOf("report");
    const ids = new Map([...workbooks].map(([slug, { id }]) => [slug, id]));
    const lives = inputs.reports.pairs.flatMap(({ declared: { key }, live }) =>
      live ? [{ key, live }] : [],
    );
    /** By slug: the page asks again after each edit, and only one of them has changed. */
    const last = new Map<string, { version: string; change: Change | undefined }>();
    const ofReport = new WeakMap<ResolvedReport, { change: Change | undefined }>();
    const compareNow = (workbook: ResolvedWorkbook): Change | undefined => {
      const live = workbooks.get(workbook.slug);
      const wanted = declare(workbook, ignored);
      const planned = ofWorkbooks.get(workbook.slug);
      if (!live) return planned ?? createChange(wanted, scope);
      return live.unread ? planned : withPlanned(compareWorkbook(wanted, live, scope), planned);
    };
    const compareReportNow = (report: ResolvedReport) => {
      const { key, entry } = report;
      const planned = ofReports.get(key);
      const live = lives.find((one) => one.key === key)?.live;
      if (isSame(reading.reports.get(key)?.entry, entry) || (planned && !live)) return planned;
      const change = compareReport(declareReport(report, scope), live, { ...scope, workbooks: ids, renames });
      return withPlanned(change, planned);
    };
    const known = new Map<string | number, LiveReport>(
      lives.flatMap(({ key, live }) => [[key, live] as const, [live.id, live] as const]),
    );
    const dashboards = [
      ...[...reading.boards.values()].map(({ workbook }) => workbook.entry.dashboard),
      ...found.flatMap(({ draft, published }) => [draft, published]),
    ].filter(isObject);
    const numbers = dashboards.flatMap((one) => [...reportNumbers(one, project.reportKeys)]);
    const others = numbers.filter((id) => !known.has(id));
    for (const report of await readOthers(context, new Set(others))) known.set(report.id, report);
    const findReport: FindReport = (reference) => {
      const live = known.get(reference);
      return live && { entry: entryOf(live) };
    };
    return {
      plan: planned.plan,
      flag: targetFlag(planned.target),
      workbooks,
      changeOf({ workbook, version }) {
        const { slug } = workbook;
        if (reading.boards.get(slug)?.version === version) return ofWorkbooks.get(slug);
        const before = last.get(slug);
        if (before?.version === version) return before.change;
        const change = compareNow(workbook);
        last.set(slug, { version, change });
        return change;
      },
      changeOfReport(report) {
        const known = ofReport.get(report) ?? { change: compareReportNow(report) };
        ofReport.set(report, known);
        return known.change;
      },
      findReport,
      findPublished(workbook) {
        const old = new Set(outdatedReports(workbook, scope));
        return (reference) => {
          const key = lives.find(({ live }) => live.id === reference)?.key;
          return key !== undefined && old.has(key) ? undefined : findReport(reference);
        };
      },
    };
  });
}

/** What is drawn by its number, and no file declares. */
async function readOthers({ target, connect }: ProjectContext, ids: ReadonlySet<number>) {
  const platform = await connect();
  if (ids.size === 0 || !(await platform.capabilities()).has("listReports")) return [];
  return [...(await findReports(platform, target.deployment, new Set(), ids)).values()].map(toLiveReport);
}

/** What only the whole plan knows of a difference that is still there: that it follows from a deletion, for one. */
function withPlanned(change: Change | undefined, planned: Change | undefined): Change | undefined {
  if (!change || !planned) return change;
  const known = new Map(
    planned.fields.map((field) => [writeJson([field.path, field.before ?? null]), field]),
  );
  const fields = change.fields.map((field) => {
    const found = known.get(writeJson([field.path, field.before ?? null]));
    return found && isSame(found.after, field.after) ? found : field;
  });
  const isWhole = planned.fields.every((field) => fields.includes(field));
  return { ...change, fields, ...(isWhole && planned.reason && { reason: planned.reason }) };
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
  const { boards, reports } = reading;
  const known = [...boards.values()];
  const own = known.map((one) => seen.changeOf(one)?.action ?? "unchanged");
  const isOther = ({ kind, key }: Change) =>
    kind === "report" ? !reports.has(key) : kind === "folder" || !boards.has(key);
  const others = seen.plan.changes.filter(isOther);
  const actions = [...own, ...others.flatMap(({ kind, action }) => (kind === "workbook" ? [action] : []))];
  const said = SAID.flatMap((action) => {
    const count = actions.filter((one) => one === action).length;
    const isDone = action === "unchanged" || action === "orphaned";
    return count === 0 ? [] : [`${count} ${isDone ? action : `to ${action}`}`];
  });
  const written = [...others, ...[...reports.values()].flatMap((one) => seen.changeOfReport(one) ?? [])];
  const besides = (["report", "folder"] as const).flatMap((kind) => {
    const count = written.filter((one) => one.kind === kind && WRITES.has(one.action)).length;
    return count === 0 ? [] : [`${count} ${kind}${count === 1 ? "" : "s"}`];
  });
  const more = besides.length > 0 ? `, with ${besides.join(" and ")}` : "";
  const open = known.filter((one) => isOpen(stateOf(seen, reading, one))).length;
  const waits = open === 0 ? "" : ` · ${open} ${open === 1 ? "needs" : "need"} a decision`;
  return `Plan: ${said.join(", ") || "nothing to do"}${more}${waits}`;
}

const SAID = [
  ...(["create", "update", "publish", "rename", "stamp", "delete"] as const),
  ...(["unchanged", "orphaned"] as const),
];
const WRITES: ReadonlySet<Change["action"]> = new Set(["create", "update", "publish", "delete"]);

/** The hazards that are of one dashboard, the gravest first. */
const HAZARDS = ["takeover", "adopt", "renamed", "conflict", "drift"] as const;
const isOpen = (state: State) => (HAZARDS as readonly State[]).includes(state);

/** Of a dashboard with the reports that it draws. */
export function stateOf(seen: Seen, reading: Reading, known: Known): State {
  const change = seen.changeOf(known);
  const own = stateOfChange(change);
  const ofReports = reportChangesOf(seen, reading, known).map((one) => stateOfChange(one.change));
  // Published again is only what follows from them.
  const isFollowing = own === "pending" && change?.action === "publish" && ofReports.length > 0;
  const states = isFollowing ? ofReports : [own, ...ofReports];
  const isWritten = states.some((state) => state !== "same" && !isOpen(state));
  const hazard = HAZARDS.find((code) => states.includes(code));
  if (hazard) return hazard === "drift" && isWritten ? "conflict" : hazard;
  return isWritten && own !== "new" && own !== "deleted" ? "pending" : own;
}

const drawn = new WeakMap<JsonObject, readonly string[]>();

/** The changes of the reports that a dashboard draws, with those of its widgets that do. */
function reportChangesOf(seen: Seen, { reports }: Reading, { workbook: { entry } }: Known): ReportChange[] {
  const keys = drawn.get(entry) ?? [...openReferences(entry)];
  drawn.set(entry, keys);
  return keys.flatMap((key) => {
    const report = reports.get(key);
    const change = report && seen.changeOfReport(report);
    if (!change || stateOfChange(change) === "same") return [];
    const draws = (widget: Json) => isObject(widget) && openReferences(widget).has(key);
    const ids = widgetsOf(entry.dashboard).filter(isObject).filter(draws);
    return { report, change, widgets: ids.map(({ id }) => String(id)) };
  });
}

function stateOfChange(change: Change | undefined): State {
  if (!change) return "same";
  const { action, origin, hazards, reason } = change;
  const hazard = HAZARDS.find((one) => hazards.some(({ code }) => code === one));
  if (hazard) return hazard === "drift" && origin !== "live" ? "conflict" : hazard;
  if (action === "stamp") return "same";
  if (action !== "create") return "pending";
  return reason?.code === "deleted" || reason?.code === "deleted-by-run" ? "deleted" : "new";
}

/** What the plan says of changes beside their fields, in sentences. */
function notesOf(changes: readonly Change[]): string[] {
  const said = changes.flatMap(({ kind, key, action, origin, hazards, reason }) => {
    const isNobodys = action === "stamp" && origin === "unknown" && hazards.length === 0;
    const about = kind === "report" ? `the report ${key}: ` : "";
    const own = hazards.filter(({ code }) => code !== "mass-change" && code !== reason?.code);
    return [
      ...own.map(({ message }) => asSentence(about + message)),
      ...(isNobodys
        ? [asSentence(`${about}no project manages it; an apply stamps it, and changes nothing`)]
        : []),
      ...(reason ? [`${asSentence(about + reason.message)} ${reason.help}`] : []),
    ];
  });
  return [...new Set(said)];
}

export function liveBoard(seen: Seen, reading: Reading, slug: string): LiveBoard | undefined {
  const known = reading.boards.get(slug);
  if (!known) return undefined;
  const file = sketchOf(slug, known.workbook.entry, findIn(reading, seen.findReport));
  const state = stateOf(seen, reading, known);
  const change = seen.changeOf(known);
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
          undo: null,
          redo: null,
          row: null,
          about: null,
        };
  // What nobody may read is no empty board.
  const draft = workbook?.draft ?? (workbook?.unread ? undefined : {});
  const live = workbook ? view(draft, workbook.name, seen.findReport) : null;
  const published = workbook ? view(workbook.published, workbook.name, seen.findPublished(workbook)) : null;
  const all = [...(change ? [change] : []), ...ofReports.map((one) => one.change)];
  const taken = state === "takeover" ? [] : all.flatMap(takenFields);
  const codes = HAZARDS.filter((one) => all.some(({ hazards }) => hazards.some(({ code }) => code === one)));
  const keep = `boardwright pull ${slug}`;
  const isTorn = taken.some(({ origin }) => origin !== "live");
  return {
    live,
    published,
    state,
    notes: notesOf(all),
    differences: live ? differencesOf(reading, known, { file, live, change, ofReports }) : [],
    ways: {
      keep: taken.length > 0 ? `${keep}${seen.flag}` : null,
      discard:
        codes.length > 0 ? `boardwright apply --only ${slug} --allow ${codes.join(",")}${seen.flag}` : null,
      decide: isTorn ? { theirs: `${keep} --theirs${seen.flag}`, ours: `${keep} --ours${seen.flag}` } : null,
    },
  };
}

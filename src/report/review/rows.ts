// A plan as a reviewer reads it: one row for each dashboard that anybody will see differently, with the reports that it draws under it.

import { type Allowed, type Change, type Plan, valueAt } from "../../model/index.ts";
import { goesAlong, needsDecision } from "../change/hazard-advice.ts";
import { isOrphan, isQuietStamp } from "../change/plan-words.ts";
import type { Sign, Words } from "../document/document.ts";
import { NAME_ROOM } from "../text/value-text.ts";
import { hazardPhrases } from "./decision-words.ts";
import { lonePhrases } from "./report-words.ts";
import { changePhrases } from "./words.ts";

/** Whether viewers see it, only its draft has it, or it is renamed and all else stays. */
export type Reach = "seen" | "drafts" | "renamed";

export function reachOf({ visible, change, reports }: ReviewRow): Reach {
  if (visible) return "seen";
  return change?.action === "rename" && reports.every(({ action }) => action === "rename")
    ? "renamed"
    : "drafts";
}

export interface ReviewRow {
  /** A report that no declared dashboard draws has a row of its own. */
  kind: "workbook" | "report";
  /** Slug, or the report's key. */
  key: string;
  /** What people call it now. */
  title: string;
  /** What it will be called, if that is something else. */
  newTitle?: string;
  /** Another row reads the same: the key tells them apart. */
  isNamesake?: true;
  /** The live id, null if there is none yet. */
  id: number | null;
  source?: { file: string; line: number };
  /** Who looks after it; absent if nobody is said to. */
  owners?: readonly string[];
  /** The template and the row that declare it; only of what a row declares. */
  template?: string;
  row?: string;
  /** Whether a viewer sees a difference once the plan is applied; else only its draft changes. */
  visible: boolean;
  mark: Sign;
  phrases: Words[];
  /** What happens to it itself; absent if only its reports change. */
  change?: Change;
  /** Changes of reports that it draws, in the order of the plan. */
  reports: Change[];
}

type About = Pick<ReviewRow, "kind" | "key" | "title" | "id" | "source" | "owners" | "template" | "row">;

export interface Review {
  /**
   * What viewers see first, as the tables have it; within that what goes, what waits for a decision, then by what happens; within that in
   * the order of the plan.
   */
  rows: ReviewRow[];
  /** Kept, though no file declares them any more. */
  orphans: Change[];
  /** Those of them that have the title of a row or of another one. */
  namesakes: ReadonlySet<Change>;
  /** Folders that are made. */
  folders: Change[];
  /** Reports that a row of a dashboard has under it. */
  drawn: ReadonlySet<Change>;
}

/** The order in which people read them. */
export const RANKS: Readonly<Record<Sign, number>> = {
  delete: 0,
  decide: 1,
  create: 2,
  publish: 3,
  charts: 4,
  layout: 5,
  edit: 6,
  rename: 7,
  stamp: 8,
};

/** `allowed`: hazards that the policy accepts, so that nothing waits for them. */
export function reviewOf({ changes }: Pick<Plan, "changes">, allowed?: Allowed): Review {
  const shown = changes.filter((change) => !isOrphan(change) && !isQuietStamp(change));
  const reports = shown.filter(({ kind }) => kind === "report");
  const drawn = new Map<string, Change[]>();
  const about = new Map<string, Omit<About, "kind" | "key">>();
  for (const report of reports) {
    for (const { key, charts: _, ...known } of report.drawnBy ?? []) {
      drawn.set(key, [...(drawn.get(key) ?? []), report]);
      about.set(key, known);
    }
    if (goesAlong(report)) drawn.set(report.workbook, [...(drawn.get(report.workbook) ?? []), report]);
  }
  const workbooks = shown.filter(({ kind }) => kind === "workbook");
  const planned = new Set(workbooks.map(({ key }) => key));
  const rows = [
    ...workbooks.map((change) => changeRow(change, drawn.get(change.key) ?? [], allowed)),
    // The dashboard itself is as declared.
    ...[...about].flatMap(([key, known]) =>
      planned.has(key)
        ? []
        : [reportsRow({ kind: "workbook", key, ...known }, drawn.get(key) ?? [], allowed)],
    ),
    ...reports
      .filter((report) => (report.drawnBy ?? []).length === 0 && !goesAlong(report))
      .map((change) => changeRow(change, [], allowed)),
  ];
  const orphans = changes.filter(isOrphan);
  const namesakes = findNamesakes<ReviewRow | Change>([...rows, ...orphans]);
  for (const row of rows) if (namesakes.has(row)) row.isNamesake = true;
  return {
    rows: rows.sort((a, b) => Number(b.visible) - Number(a.visible) || RANKS[a.mark] - RANKS[b.mark]),
    orphans,
    namesakes: new Set(orphans.filter((orphan) => namesakes.has(orphan))),
    folders: shown.filter(({ kind }) => kind === "folder"),
    drawn: new Set([...drawn.values()].flat()),
  };
}

/** How many dashboards stay as they are: one whose reports change is as declared itself, and still has a row. */
export function untouchedOf({ changes, summary }: Plan, { rows }: Review): number {
  const planned = new Set(changes.map(({ kind, key }) => `${kind} ${key}`));
  const redrawn = rows.filter(({ kind, key }) => !planned.has(`${kind} ${key}`)).length;
  return summary.unchanged - redrawn;
}

function changeRow(change: Change, reports: Change[], allowed: Allowed | undefined): ReviewRow {
  const { kind, key, title, id, source, owners, template, row, fields } = change;
  const old = fields.find(({ path }) => path === "name")?.before;
  const isRenamed = kind === "workbook" && typeof old === "string" && old !== "" && old !== title;
  const isReport = kind === "report";
  const all = isReport ? [change] : reports;
  const isEdited = isReport && change.action !== "create";
  const phrases = [
    ...[change, ...reports].flatMap(hazardPhrases),
    ...(isReport ? lonePhrases(change) : changePhrases(change, reports)),
  ];
  return {
    kind: isReport ? "report" : "workbook",
    ...{ key, id, change, reports },
    title: isRenamed ? old : title,
    ...(isRenamed && { newTitle: title }),
    ...(source && { source }),
    ...(owners && { owners }),
    ...(template !== undefined && row !== undefined && { template, row }),
    visible: change.visible || (change.publish && reports.some(({ visible }) => visible)),
    mark: change.action === "delete" ? "delete" : markOf(isEdited ? undefined : change, all, allowed),
    phrases,
  };
}

function reportsRow(about: About, reports: Change[], allowed: Allowed | undefined): ReviewRow {
  const phrases = [...reports.flatMap(hazardPhrases), ...changePhrases(undefined, reports, about.key)];
  const mark = markOf(undefined, reports, allowed);
  return { ...about, reports, visible: false, mark, phrases };
}

function markOf(change: Change | undefined, reports: readonly Change[], allowed: Allowed | undefined): Sign {
  const all = change ? [change, ...reports] : reports;
  if (all.some((one) => needsDecision(one, allowed))) return "decide";
  if (change?.action === "create" || change?.action === "publish") return change.action;
  if (reports.length > 0) return "charts";
  if (change?.action === "rename" || change?.action === "stamp") return change.action;
  return change && isOnlyLayout(change) ? "layout" : "edit";
}

const PLACE = /\](?:\.position|\.responsiveLayouts)\b/;

function isOnlyLayout({ fields, request }: Change): boolean {
  if (fields.length === 0 || valueAt(request, ["meta", "dashboardDraft"]) === undefined) return false;
  return fields.every(({ path }) => PLACE.test(path) || path.startsWith("dashboard.layout"));
}

// Titles are what people know dashboards by, and nothing keeps two of them apart.

/** Those whose title reads as that of another one of the same kind: only their keys tell them apart. */
export function findNamesakes<One extends { kind: string; title: string }>(all: readonly One[]): Set<One> {
  const byTitle = new Map<string, One[]>();
  for (const one of all) {
    const read = `${one.kind} ${readTitle(one.title)}`;
    byTitle.set(read, [...(byTitle.get(read) ?? []), one]);
  }
  return new Set([...byTitle.values()].flatMap((alike) => (alike.length > 1 ? alike : [])));
}

/** As it is shown: cut, and blanks are one. */
function readTitle(title: string): string {
  const read = title.replace(/\s+/g, " ").trim();
  return read.length > NAME_ROOM ? read.slice(0, NAME_ROOM - 1) : read;
}

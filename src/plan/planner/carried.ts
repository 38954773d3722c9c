// What reaches viewers with a publication though no file declares it: a publication freezes every report that its dashboard draws, so an edit
// of one that nobody manages is seen from then on.

import {
  type CarriedReport,
  type Change,
  isObject,
  type Json,
  type JsonObject,
  valueAt,
} from "../../model/index.ts";
import type { LiveWorkbook } from "../state/state.ts";
import type { ListedReport } from "./outline.ts";

/** A live dashboard whose publication holds earlier versions of reports that no file declares. */
export interface Outdated extends Pick<LiveWorkbook, "draft" | "published"> {
  reports: readonly CarriedReport[];
}

export interface KnownCarried {
  /** By slug. */
  outdated: ReadonlyMap<string, Outdated>;
  /** The live ids of the reports that a dashboard draws. */
  drawsIn(board: JsonObject): ReadonlySet<number>;
}

/** Of the reports that a publication holds those that are not declared, and that are live in a later version; sorted by id. */
export function editedSince(
  snapshots: ReadonlyMap<number, number>,
  {
    keys,
    listedReports,
  }: {
    /** Of the declared ones, by live id. */
    keys: ReadonlyMap<number | undefined, string>;
    listedReports: ReadonlyMap<number, ListedReport>;
  },
): CarriedReport[] {
  const old = [...snapshots].flatMap(([id, frozen]): CarriedReport[] => {
    const listed = keys.has(id) ? undefined : listedReports.get(id);
    const { version = null } = listed ?? {};
    return listed && version !== null && version > frozen ? [{ ...listed, version }] : [];
  });
  return old.sort((a, b) => a.id - b.id);
}

/** The changes; those that publish say which such reports they bring to viewers. */
export function withCarried(changes: readonly Change[], { outdated, drawsIn }: KnownCarried): Change[] {
  return changes.map((change) => {
    const live = change.kind === "workbook" ? outdated.get(change.key) : undefined;
    if (!live || !publishes(change)) return change;
    const board = change.publishConfig ?? draftOf(change.request) ?? live.draft ?? {};
    const seen = drawsIn(live.published ?? {});
    const wanted = drawsIn(board);
    // A number in a place that nobody told us of may draw it as well: then the publication alone says that it is drawn.
    const carries = live.reports.filter(({ id }) => wanted.has(id) || !seen.has(id));
    return carries.length > 0 ? { ...change, carries } : change;
  });
}

/** Whether an apply publishes: not where viewers are given the dashboard already, whatever else changes. */
function publishes({ action, publish, renews, draws = [], shown, fields }: Change): boolean {
  if (!publish || (action !== "update" && action !== "publish")) return false;
  const seen = shown ?? fields.filter(({ path }) => path.startsWith("dashboard"));
  return action === "publish" || renews !== undefined || draws.length > 0 || seen.length > 0;
}

function draftOf(request: JsonObject | undefined): JsonObject | undefined {
  const draft: Json | undefined = valueAt(request, ["meta", "dashboardDraft"]);
  return isObject(draft) ? draft : undefined;
}

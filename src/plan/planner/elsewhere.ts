// What is live of the declared workbooks outside narrowed work: a report that the work changes may be drawn there.

import type { JsonObject } from "../../model/index.ts";
import type { LiveWorkbook } from "../state/state.ts";
import { editedSince, type Outdated } from "../telling/carried.ts";
import type { Surroundings } from "../telling/outline.ts";
import { reportsDrawnBy } from "./drawers.ts";

/** Notes the names of declared workbooks, and which reports those outside the work draw live: viewers see those there, whatever the files say. */
export function watchElsewhere({
  declared,
  elsewhere = new Map(),
  reports,
  listedReports = new Map(),
  project: { reportKeys = ["reportId"] },
}: Surroundings & {
  declared: ReadonlyMap<string, { publish: boolean }>;
  reports: readonly { declared: { key: string }; live: { id: number } | undefined }[];
  project: { reportKeys?: readonly string[] };
}) {
  const keys = new Map(reports.map(({ declared, live }) => [live?.id, declared.key]));
  const drawnLive = new Map<string, string[]>();
  const names = new Map<string, string>();
  const outdated = new Map<string, Outdated>();
  return {
    elsewhere,
    drawnLive,
    names,
    outdated,
    reportKeys,
    drawsIn: (board: JsonObject) => reportsDrawnBy(board, reportKeys),
    see({ slug, name, draft, published, snapshots }: LiveWorkbook): void {
      const old = declared.get(slug)?.publish ? editedSince(snapshots, { keys, listedReports }) : [];
      if (old.length > 0) outdated.set(slug, { reports: old, draft, published });
      const isElsewhere = elsewhere.has(slug);
      if (isElsewhere || declared.has(slug)) names.set(slug, name);
      if (!isElsewhere) return;
      const ids = [draft, published].flatMap((board) =>
        board ? [...reportsDrawnBy(board, reportKeys)] : [],
      );
      // A publication knows its reports under whatever key they are drawn.
      const drawn = [...new Set([...ids, ...snapshots.keys()])].flatMap((id) => keys.get(id) ?? []);
      if (drawn.length > 0) drawnLive.set(slug, drawn);
    },
  };
}

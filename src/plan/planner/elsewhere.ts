// What is live of the declared workbooks outside narrowed work: a report that the work changes may be drawn there.

import type { LiveWorkbook } from "../state/state.ts";
import type { Surroundings } from "../telling/outline.ts";
import { reportsDrawnBy } from "./drawers.ts";

/** Notes the names of declared workbooks, and which reports those outside the work draw live: viewers see those there, whatever the files say. */
export function watchElsewhere({
  declared,
  elsewhere = new Map(),
  reports,
  project: { reportKeys = ["reportId"] },
}: Surroundings & {
  declared: ReadonlyMap<string, unknown>;
  reports: readonly { declared: { key: string }; live: { id: number } | undefined }[];
  project: { reportKeys?: readonly string[] };
}) {
  const keys = new Map(reports.map(({ declared, live }) => [live?.id, declared.key]));
  const drawnLive = new Map<string, string[]>();
  const names = new Map<string, string>();
  return {
    elsewhere,
    drawnLive,
    names,
    see({ slug, name, draft, published }: LiveWorkbook): void {
      const isElsewhere = elsewhere.has(slug);
      if (isElsewhere || declared.has(slug)) names.set(slug, name);
      if (!isElsewhere) return;
      const ids = [draft, published].flatMap((board) =>
        board ? [...reportsDrawnBy(board, reportKeys)] : [],
      );
      const drawn = ids.flatMap((id) => keys.get(id) ?? []);
      if (drawn.length > 0) drawnLive.set(slug, drawn);
    },
  };
}

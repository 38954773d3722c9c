// Before a saved plan deletes workbooks: are the reports that may go with them still those that it named, as they were?

import { listResidents } from "../../live/index.ts";
import { type Change, writeJson } from "../../model/index.ts";
import type { Platform } from "../../platform/index.ts";
import { changedAt, type Moved } from "../moved.ts";

/**
 * What moved since the plan: a report that was edited, came in or left. What the plan does with a report by itself is judged elsewhere.
 * `deletions`: those of workbooks that are still there; `work`: all changes.
 */
export async function movedResidents(
  platform: Platform,
  deploymentId: number,
  { deletions, work }: { deletions: readonly Change[]; work: readonly Change[] },
): Promise<Moved[]> {
  if (deletions.length === 0) return [];
  const now = await listResidents(platform, deploymentId, new Set(deletions.map(({ id }) => id as number)));
  const own = new Set(work.flatMap(({ kind, id }) => (kind === "report" ? [id] : [])));
  return deletions.flatMap(({ key, id, residents = [] }): Moved[] => {
    const then = new Map(residents.map((resident) => [resident.id, resident]));
    const inside = now.filter(({ report }) => report.workbookId === id && !own.has(report.id));
    const there = new Set(inside.map(({ report }) => report.id));
    const left = residents.filter((resident) => !own.has(resident.id) && !there.has(resident.id));
    const told = (name: string, what: string): Moved => ({
      reason: `${key}: the report ${writeJson(name)} ${what}`,
    });
    return [
      ...inside.flatMap(({ report, fingerprint }) => {
        const planned = then.get(report.id);
        if (!planned)
          return told(report.name, `belongs to it now, and did not then; it was ${changedAt(report)}`);
        const isSame = planned.fingerprint === undefined || planned.fingerprint === fingerprint;
        return isSame ? [] : told(report.name, `in it was ${changedAt(report)}`);
      }),
      ...left.map(({ name }) => told(name, "no longer belongs to it; the platform does not say since when")),
    ];
  });
}

// Copies whose stamp the platform did not keep: nothing would ever find them again, so the run that made them deletes them.

import { abilitiesOf } from "../../live/index.ts";
import { readStamp } from "../../model/index.ts";
import { type Platform, PlatformError } from "../../platform/index.ts";
import type { LivePreview } from "./read.ts";

/** A workbook or report that this run wrote. */
export interface Unmarked {
  kind: "workbook" | "report";
  key: string;
  id: number;
}

export interface TakenBack {
  /** Those without a stamp. */
  lost: Unmarked[];
  /** Of those what is left, with the reason. */
  left: { item: Unmarked; message: string }[];
  /** What an earlier stamp says, of those that have one: they are found by it, and stay. */
  marked: Pick<LivePreview, "kind" | "mark">[];
}

/** Deletes those that have no stamp, workbooks first. Throws if interrupted. */
export async function takeBack(
  platform: Platform,
  deploymentId: number,
  items: readonly Unmarked[],
): Promise<TakenBack> {
  const can = abilitiesOf(await platform.capabilities()).delete;
  const taken: TakenBack = { lost: [], left: [], marked: [] };
  for (const kind of ["workbook", "report"] as const) {
    for (const item of items.filter((one) => one.kind === kind)) {
      const { id } = item;
      const why = await orWhy(async () => {
        const now =
          kind === "workbook"
            ? await platform.getWorkbook(deploymentId, id)
            : await platform.getReport(deploymentId, id);
        const stamp = readStamp(now?.meta ?? undefined);
        if (stamp?.preview) taken.marked.push({ kind, mark: stamp.preview });
        if (stamp) return undefined;
        taken.lost.push(item);
        if (!now) return undefined;
        if (!can[`${kind}s`]) return `this deployment cannot delete ${kind}s`;
        if (kind === "workbook") await platform.deleteWorkbook(deploymentId, id);
        else await platform.deleteReport(deploymentId, id);
        return undefined;
      });
      const message = `it has no stamp that a later run would find it by, and is still there (${why}): delete ${kind} ${id} by hand`;
      if (why !== undefined) taken.left.push({ item, message });
    }
  }
  return taken;
}

async function orWhy(run: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code === "interrupted") throw error;
    return error.message;
  }
}

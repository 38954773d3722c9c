// Reports that nobody managed, and that went with a workbook that a run deleted: put back as they were, under no stamp of ours.

import type { Change, JsonObject, ManagedParts, RunChange } from "../../model/index.ts";
import type { LiveReport } from "../state/report-state.ts";

/** What was only taken out of its workbook goes back in; nothing else of it is touched. */
export const ONLY_HOME: ManagedParts = { fields: ["workbook"], meta: [] };

/** The changes; those of `along`, report key → its state from before, without a stamp, and so without a hazard. */
export function withoutStamps(changes: readonly Change[], along: ReadonlyMap<string, LiveReport>): Change[] {
  return changes.map((change): Change => {
    const before = change.kind === "report" ? along.get(change.key) : undefined;
    if (!before || !change.request) return change;
    const { meta: _, ...fields } = change.request;
    const request: JsonObject = change.action === "create" ? { ...fields, meta: before.meta } : fields;
    return { ...change, unmanaged: true, hazards: [], request };
  });
}

/** Its key in the plan is its publicId, because no file names it. */
export function isAlong({ along }: RunChange): boolean {
  return along !== undefined;
}

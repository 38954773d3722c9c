// The first copy of a preview, empty, made before its staging environment is turned on: until a copy is live, nothing else says who did that.

import { abilitiesOf } from "../../live/index.ts";
import { type Result, UserError } from "../../model/index.ts";
import { asShell, withChanges } from "../../plan/index.ts";
import { type LivePreview, refuseInterrupted } from "../../preview/index.ts";
import { type ExecuteOptions, executePlan } from "../execute-plan.ts";
import type { Prepared } from "./prepare-preview.ts";

/**
 * Undefined where there is no copy to make, or where it could not be deleted again if nothing comes of the preview. Rejects with a
 * UserError if none can be made.
 */
export async function makeWitness(
  { platform, planned, plan, mark }: Prepared,
  {
    project,
    target,
    env,
    clock,
    signal,
  }: Pick<ExecuteOptions, "project" | "target" | "env" | "clock"> & { signal?: AbortSignal | undefined },
): Promise<LivePreview | undefined> {
  if (!abilitiesOf(await platform.capabilities()).delete.workbooks) return undefined;
  const options = { project, target, env, platform, clock, stop: signal, backups: false };
  let refused: Result | undefined;
  for (const change of plan.changes) {
    if (change.kind !== "workbook" || change.action !== "create") continue;
    const { results } = await executePlan(
      { plan: withChanges(plan, [asShell(change)], 0), ignored: planned.ignored, liveIds: planned.liveIds },
      options,
    );
    const [result] = results;
    const { key } = change;
    if (result?.status === "applied" && result.id !== null)
      return { kind: "workbook", key, id: result.id, name: key, project: project.name, mark };
    refuseInterrupted(signal);
    // One that is refused stops none of the others.
    refused ??= result;
  }
  if (!refused) return undefined;
  const { message = "the platform gave no reason", details = [] } = refused.error ?? {};
  throw new UserError(`no copy of the preview could be made: ${message}`, { details });
}

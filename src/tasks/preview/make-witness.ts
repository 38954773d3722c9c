// The first copy of a preview, empty, made before its staging environment is turned on: until a copy is live, nothing else says who did that.

import { abilitiesOf } from "../../live/index.ts";
import { type Result, STAMP_NOT_KEPT, UserError } from "../../model/index.ts";
import { asShell, withChanges } from "../../plan/index.ts";
import type { Platform } from "../../platform/index.ts";
import { type LivePreview, refuseInterrupted, takeBack } from "../../preview/index.ts";
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
    if (result?.error?.code === STAMP_NOT_KEPT && result.id !== null)
      throw await withoutStamps(platform, planned.plan.target.deploymentId, { key, id: result.id });
    // One that is refused stops none of the others.
    refused ??= result;
  }
  if (!refused) return undefined;
  const { message = "the platform gave no reason", details = [] } = refused.error ?? {};
  throw new UserError(`no copy of the preview could be made: ${message}`, { details });
}

/** Nothing would find the copies again, nor turn the environment off: so there is no preview at all. */
async function withoutStamps(
  platform: Platform,
  deploymentId: number,
  { key, id }: { key: string; id: number },
): Promise<UserError> {
  const { left } = await takeBack(platform, deploymentId, [{ kind: "workbook", key, id }]);
  return new UserError("no preview is possible here: the platform does not keep the stamp of a copy", {
    details: [
      left[0] ? `${key}: ${left[0].message}.` : `The copy ${key} was deleted again.`,
      "Without stamps nobody could take the preview down, or turn its staging environment off.",
      "Find out what drops or changes `meta.boardwright`, on the platform or on the way there.",
    ],
  });
}

// A plan is carried out: only if nothing in it is refused, and a saved one only if it still is what would happen.

import { pickUp } from "../apply/index.ts";
import { type ApplyReport, EXIT, type Plan, shellWord, UserError } from "../model/index.ts";
import { findMismatches } from "../plan/index.ts";
import type { ProjectContext } from "./context.ts";
import { type ExecuteOptions, executePlan } from "./execute-plan.ts";
import { readAllowed, refuseHazards, type WaysOut } from "./guard.ts";
import type { Planned } from "./make-plan.ts";
import { readIgnored } from "./read-ignored.ts";

export interface ApplyOptions extends ProjectContext, Omit<ExecuteOptions, "platform" | "allowed"> {
  /** Hazards that are accepted, besides the project's. */
  allow?: readonly string[] | undefined;
  /** Whether the plan was made earlier, so that it may no longer hold. */
  isSaved?: boolean;
  /** Of where it was run. */
  ways?: WaysOut;
}

/**
 * What carries the plan out, for every face. Throws a UserError of exit code 3, before anything is written, if the plan holds a hazard
 * that is not allowed, or if it was saved and no longer is what would happen. From here on an interrupt leaves what was begun to its end.
 */
export async function prepareApply(
  planned: Pick<Planned, "plan" | "ignored" | "liveIds">,
  { allow = [], isSaved, ways, ...options }: ApplyOptions,
): Promise<() => Promise<ApplyReport>> {
  const { project, connect, beginWriting } = options;
  refuseHazards(planned.plan, project, allow, ways);
  const plan = isSaved ? await requireCurrent(planned.plan, options) : planned.plan;
  beginWriting?.();
  const allowed = readAllowed(project, allow);
  return async () => executePlan({ ...planned, plan }, { ...options, platform: await connect(), allowed });
}

/**
 * The plan, ready to go on from where an earlier run of it ended. Throws a UserError with exit code 3 that lists everything
 * that moved since it was made: target, project, tool, and what is live. Sends GET requests only, and none for another target.
 */
async function requireCurrent(plan: Plan, { project, target, connect }: ApplyOptions): Promise<Plan> {
  const { place, maker } = findMismatches(plan, {
    toolVersion: BOARDWRIGHT_VERSION,
    project: project.name,
    target: { name: target.name, url: target.url, deploymentId: target.deployment },
  });
  if (place.length > 0) throw stalePlan(plan, [...place, ...maker], target.deployment);
  const options = {
    platform: await connect(),
    ignored: readIgnored(project),
    declaredFolders: target.folders,
  };
  const { plan: current, moved } = await pickUp(plan, options);
  if (maker.length + moved.length > 0)
    throw stalePlan(plan, [...maker, ...moved.map(({ reason }) => reason)]);
  return current;
}

/** `deployment`: the one that was asked for; the advice names it if the plan is for another. */
export function stalePlan(
  { target }: Plan,
  reasons: readonly string[],
  deployment = target.deploymentId,
): UserError {
  const other = deployment === target.deploymentId ? "" : ` --deployment ${deployment}`;
  return new UserError("refused, nothing was written: the plan is stale, what it was made from has moved", {
    details: [
      ...reasons,
      `Plan again, review, and apply that: boardwright plan --target ${shellWord(target.name)}${other} --out FILE`,
    ],
    exitCode: EXIT.refused,
  });
}

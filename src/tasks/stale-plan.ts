// A saved plan is carried out only if it still is what would happen.

import { pickUp } from "../apply/index.ts";
import { EXIT, type Plan, shellWord, UserError } from "../model/index.ts";
import { findMismatches } from "../plan/index.ts";
import { readIgnored } from "./declared/read-ignored.ts";
import { refuseHazards, type WaysOut } from "./guard.ts";
import type { TaskContext } from "./task-context.ts";

type Place = Pick<TaskContext, "project" | "target" | "connect">;

interface Applying {
  allow: readonly string[];
  isSaved: boolean;
  /** Of where it was run. */
  ways?: WaysOut;
}

/**
 * The plan as it can be applied now. Throws a UserError of exit code 3, before anything is written, if it holds a hazard that is not
 * allowed, or if it was saved and no longer is what would happen.
 */
export async function requireApplicable(
  plan: Plan,
  { allow, isSaved, ways, ...place }: Place & Applying,
): Promise<Plan> {
  refuseHazards(plan, place.project, allow, ways);
  return isSaved ? requireCurrent(plan, place) : plan;
}

/**
 * The plan, ready to go on from where an earlier run of it ended. Throws a UserError with exit code 3 that lists everything
 * that moved since it was made: target, project, tool, and what is live. Sends GET requests only, and none for another target.
 */
async function requireCurrent(plan: Plan, { project, target, connect }: Place): Promise<Plan> {
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

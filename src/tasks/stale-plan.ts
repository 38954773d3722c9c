// A plan that was made before is carried out only where it still is what would happen (contract 3, exit 3).

import { pickUp } from "../apply/index.ts";
import { EXIT, type Plan, type Project, UserError } from "../model/index.ts";
import { findMismatches, type IgnoredPath } from "../plan/index.ts";
import type { Platform } from "../platform/index.ts";
import type { Destination } from "../target/choose-target.ts";

export interface CurrentOptions {
  project: Project;
  target: Destination;
  ignored: readonly IgnoredPath[];
}

/**
 * The plan, ready to be carried out from where an earlier run of it ended. Throws a UserError with exit code 3 that lists everything
 * that moved since it was made: target, project, tool, and what is live. Sends GET requests only, and none for another target.
 */
export async function requireCurrent(
  plan: Plan,
  { project, target, ignored }: CurrentOptions,
  connect: () => Promise<Platform>,
): Promise<Plan> {
  const { place, maker } = findMismatches(plan, {
    toolVersion: BOARDWRIGHT_VERSION,
    project: project.name,
    target: { name: target.name, url: target.url, deploymentId: target.deployment },
  });
  if (place.length > 0) throw stalePlan(plan, [...place, ...maker]);
  const options = { platform: await connect(), ignored, declaredFolders: target.folders };
  const { plan: current, moved } = await pickUp(plan, options);
  if (maker.length + moved.length > 0)
    throw stalePlan(plan, [...maker, ...moved.map(({ reason }) => reason)]);
  return current;
}

export function stalePlan(plan: Plan, reasons: readonly string[]): UserError {
  return new UserError("refused, nothing was written: the plan is stale, what it was made from has moved", {
    details: [
      ...reasons,
      `Plan again, review, and apply that: boardwright plan --target ${plan.target.name} --out FILE`,
    ],
    exitCode: EXIT.refused,
  });
}

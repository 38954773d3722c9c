// The branch of a preview: whether it can be previewed, and whether its staging environment is on.

import { explainMissing, findEnvironment, readBranches } from "../../live/index.ts";
import { type BranchState, EXIT, UserError } from "../../model/index.ts";
import type { Platform } from "../../platform/index.ts";

/**
 * Whether the branch's staging environment is on. Throws a UserError for a missing branch, a personal development branch and the
 * production branch. Sends GET requests only: if the platform does not say, it refuses the switch itself.
 */
export async function findStaging(
  platform: Platform,
  deploymentId: number,
  branch: string,
): Promise<{ isOn: boolean }> {
  const production = await findEnvironment(platform, deploymentId, undefined);
  if (production?.branch === branch) throw isProduction(deploymentId, branch);
  const branches = await readBranches(platform, deploymentId);
  if (!branches) return { isOn: await isListedAsStaging(platform, deploymentId, branch) };
  const found = branches.get(branch);
  // Dev mode forks personal branches under this name (platform document, "Command-line client", 4), and they cannot be turned on.
  const isPersonal = found?.isStagingEnvironmentEnabled !== true && branch.startsWith("dev-");
  if (!found || isPersonal) throw await explainMissing(platform, deploymentId, branch);
  const { isStagingEnvironmentEnabled: flag } = found;
  return { isOn: flag ?? (await isListedAsStaging(platform, deploymentId, branch)) };
}

export async function readBranchStates(
  platform: Platform,
  deploymentId: number,
  names: ReadonlySet<string>,
): Promise<Map<string, BranchState>> {
  const states = new Map<string, BranchState>();
  if (names.size === 0) return states;
  const branches = await readBranches(platform, deploymentId);
  const isWhole = branches !== undefined && (await hasProduction(platform, deploymentId, branches));
  for (const name of names) {
    const found = branches?.get(name);
    const flag = found?.isStagingEnvironmentEnabled;
    if (typeof flag === "boolean") states.set(name, flag ? "on" : "off");
    else if (await isListedAsStaging(platform, deploymentId, name)) states.set(name, "on");
    else if (found) states.set(name, "off");
    else states.set(name, isWhole ? "gone" : "unknown");
  }
  return states;
}

/** No deployment is without its production branch: a list that lacks it says of no other branch that it is gone. */
async function hasProduction(
  platform: Platform,
  deploymentId: number,
  branches: ReadonlyMap<string, unknown>,
): Promise<boolean> {
  if (branches.size === 0) return false;
  const production = await findEnvironment(platform, deploymentId, undefined);
  return production?.branch === undefined || branches.has(production.branch);
}

/** One that is on "is reported as a `staging` environment by the environments list" (platform document). */
async function isListedAsStaging(platform: Platform, deploymentId: number, branch: string): Promise<boolean> {
  return (await findEnvironment(platform, deploymentId, branch))?.type === "staging";
}

function isProduction(deploymentId: number, branch: string): UserError {
  return new UserError(`${branch} is the production branch, which has no previews`, {
    details: [
      `Every workbook of deployment ${deploymentId} uses its data model already.`,
      "Name the shared branch on which the pull request changes the data model.",
    ],
    exitCode: EXIT.failed,
  });
}

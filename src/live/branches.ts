// The branches of a deployment's data model.

import type { Platform, WireBranch } from "../platform/index.ts";

/** Name → branch; undefined if the deployment does not describe the list. */
export async function readBranches(
  platform: Platform,
  deploymentId: number,
): Promise<Map<string, WireBranch> | undefined> {
  const { described, has } = await platform.capabilities();
  if (!described || !has("listBranches")) return undefined;
  const branches = new Map<string, WireBranch>();
  for await (const page of platform.listBranches(deploymentId)) {
    for (const branch of page) branches.set(branch.name, branch);
  }
  return branches;
}

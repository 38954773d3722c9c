// Turning a staging environment off while other runs may bring previews of its branch up: whoever came meanwhile keeps it.

import { compareText } from "../../model/index.ts";
import { type Platform, PlatformError } from "../../platform/index.ts";
import { type LivePreview, readPreviews } from "./read.ts";

/** The previews of a branch as they are at this moment, of any project and name. */
export async function readBranchPreviews(
  platform: Platform,
  deploymentId: number,
  branch: string,
): Promise<LivePreview[]> {
  return (await readPreviews(platform, deploymentId)).filter(({ mark }) => mark.branch === branch);
}

/** The names of those that are up, sorted. */
export function namesUp(previews: readonly LivePreview[]): string[] {
  const up = previews.filter(({ kind }) => kind === "workbook");
  return [...new Set(up.map(({ mark }) => mark.name))].sort(compareText);
}

/**
 * Turns it off unless `findUsers` names previews that need it. They are asked again after the switch, because one may have come up while
 * it was sent: then it is on again. A branch that is gone has no environment.
 */
export async function switchOff(
  platform: Platform,
  deploymentId: number,
  { branch, findUsers }: { branch: string; findUsers: () => Promise<string[]> },
): Promise<{ staging: "off" | "left-on" | "absent"; neededBy: string[] }> {
  const before = await findUsers();
  if (before.length > 0) return { staging: "left-on", neededBy: before };
  try {
    await platform.switchStaging(deploymentId, { branchName: branch }, false);
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return { staging: "absent", neededBy: [] };
    throw error;
  }
  const after = await findUsers();
  if (after.length === 0) return { staging: "off", neededBy: [] };
  await platform.switchStaging(deploymentId, { branchName: branch }, true);
  return { staging: "left-on", neededBy: after };
}

// Taking previews down: the staging environment first, because only the copies record whether it was on before them.

import { compareText, type PreviewRemoval } from "../model/index.ts";
import { type Platform, PlatformError } from "../platform/index.ts";
import { readBranchStates } from "./branch.ts";
import type { LivePreview } from "./read.ts";
import { removePreviews } from "./remove.ts";

/**
 * `chosen`: the ones to take down; `all`: every preview of the deployment, of any project, because they share environments. Throws
 * if an environment cannot be turned off, before deleting that branch's copies. Safe to repeat. `isSweep`: nobody named them, so that an
 * environment of which no workbook says whose it is stays as it is.
 */
export async function takeDown(
  platform: Platform,
  deploymentId: number,
  {
    chosen,
    all,
    reportKeys,
    isSweep = false,
  }: {
    chosen: readonly LivePreview[];
    all: readonly LivePreview[];
    reportKeys: readonly string[];
    isSweep?: boolean;
  },
): Promise<PreviewRemoval[]> {
  const branches = [...new Set(chosen.map(({ mark }) => mark.branch))].sort(compareText);
  const states = await readBranchStates(platform, deploymentId, new Set(branches));
  const down: PreviewRemoval[] = [];
  for (const branch of branches) {
    const isOf = ({ mark }: LivePreview): boolean => mark.branch === branch;
    const ours = chosen.filter(isOf);
    // A preview is up while one of its workbooks is live: a report that is left keeps no environment on.
    const others = all.filter((item) => isOf(item) && item.kind === "workbook" && !chosen.includes(item));
    const neededBy = [...new Set(others.map(({ mark }) => mark.name))].sort(compareText);
    const workbooks = ours.filter(({ kind }) => kind === "workbook");
    // Where the workbooks are live, reports of an earlier preview of the name have nothing to say.
    const wasOn = (workbooks.length > 0 ? workbooks : ours).some(({ mark }) => mark.wasOn);
    // A sweep comes again and again: what somebody turned on since the preview ended is not its own.
    const isTheirs = isSweep && workbooks.length === 0;
    const state = states.get(branch);
    let staging: PreviewRemoval["staging"] = "left-on";
    if (state === "gone") staging = "absent";
    else if (state === "off") staging = "off";
    else if (isTheirs && neededBy.length === 0) staging = "untouched";
    else if (neededBy.length === 0 && !wasOn) staging = await turnOff(platform, deploymentId, branch);
    for (const name of [...new Set(ours.map(({ mark }) => mark.name))].sort(compareText)) {
      const items = ours.filter(({ mark }) => mark.name === name);
      down.push({
        name,
        branch,
        ...(await remove(platform, deploymentId, { items, reportKeys })),
        staging,
        neededBy,
      });
    }
  }
  return down;
}

/** A branch that is gone has no environment. */
async function turnOff(platform: Platform, deploymentId: number, branch: string): Promise<"off" | "absent"> {
  try {
    await platform.switchStaging(deploymentId, { branchName: branch }, false);
    return "off";
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return "absent";
    throw error;
  }
}

async function remove(
  platform: Platform,
  deploymentId: number,
  which: { items: readonly LivePreview[]; reportKeys: readonly string[] },
): Promise<Pick<PreviewRemoval, "removed" | "removedReports" | "kept" | "keptReports" | "inUse" | "failed">> {
  const { removed, kept, inUse, failed } = await removePreviews(platform, deploymentId, which);
  const keysOf = (list: readonly LivePreview[], kind: LivePreview["kind"]): string[] =>
    list.filter((item) => item.kind === kind).map(({ key }) => key);
  return {
    removed: keysOf(removed, "workbook"),
    removedReports: keysOf(removed, "report"),
    kept: keysOf(kept, "workbook"),
    keptReports: keysOf(kept, "report"),
    inUse: inUse.map(({ item, by }) => ({ key: item.key, by })),
    failed: failed.map(({ item, message }) => ({ key: item.key, message })),
  };
}

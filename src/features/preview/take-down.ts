// Taking previews down: the staging environment first, because only the copies record whether it was on before them.

import { type BranchState, compareText, isSameMark, type PreviewRemoval } from "../../model/index.ts";
import type { Platform } from "../../platform/index.ts";
import { readBranchStates } from "./branch.ts";
import type { LivePreview } from "./read.ts";
import { type RemoveOptions, removePreviews } from "./remove.ts";
import { namesUp, readBranchPreviews, switchOff } from "./switch-off.ts";

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
    isSweep = false,
    ...keeping
  }: Omit<RemoveOptions, "items"> & { chosen: readonly LivePreview[]; all: readonly LivePreview[] },
): Promise<PreviewRemoval[]> {
  const branches = [...new Set(chosen.map(({ mark }) => mark.branch))].sort(compareText);
  const states = await readBranchStates(platform, deploymentId, new Set(branches));
  const down: PreviewRemoval[] = [];
  for (const branch of branches) {
    const isOf = ({ mark }: LivePreview): boolean => mark.branch === branch;
    const listed = chosen.filter(isOf);
    let now: readonly LivePreview[] = all.filter(isOf);
    const look = async () => {
      now = await readBranchPreviews(platform, deploymentId, branch);
    };
    // What a run has put up anew since it was listed is no longer past its end.
    const isRenewed = (item: LivePreview): boolean =>
      isSweep && now.some((one) => isSameCopy(one, item) && !isSameMark(one.mark, item.mark));
    const isOurs = (item: LivePreview): boolean =>
      listed.some((one) => isSameCopy(one, item) && !isRenewed(one));
    // A preview is up while one of its workbooks is live: a report that is left keeps no environment on.
    const users = (): string[] => namesUp(now.filter((item) => !isOurs(item)));
    const findUsers = async (): Promise<string[]> => {
      await look();
      return users();
    };
    const ending = await endStaging(platform, deploymentId, {
      ...{ branch, listed, state: states.get(branch), isSweep, findUsers, users },
    });
    if (isSweep && ending.staging !== "absent") await look();
    const ours = listed.filter((item) => !isRenewed(item));
    const begun = down.length;
    for (const name of [...new Set(ours.map(({ mark }) => mark.name))].sort(compareText)) {
      const items = ours.filter(({ mark }) => mark.name === name);
      const removed = await remove(platform, deploymentId, { items, isSweep, ...keeping });
      down.push({ name, branch, ...removed, ...ending });
    }
    // Two that end at once each found the other's copies: whoever is last turns it off.
    const isLast = ending.staging === "left-on" && ending.neededBy.length > 0 && namesUp(ours).length > 0;
    if (!isLast || isWasOn(ours)) continue;
    const last = await switchOff(platform, deploymentId, { branch, findUsers });
    for (const removal of down.slice(begun)) Object.assign(removal, last);
  }
  return down;
}

interface Ending {
  branch: string;
  listed: readonly LivePreview[];
  state: BranchState | undefined;
  isSweep: boolean;
  findUsers: () => Promise<string[]>;
  users: () => string[];
}

async function endStaging(
  platform: Platform,
  deploymentId: number,
  { branch, listed, state, isSweep, findUsers, users }: Ending,
): Promise<Pick<PreviewRemoval, "staging" | "neededBy">> {
  const neededBy = users();
  if (state === "gone") return { staging: "absent", neededBy };
  if (state === "off") return { staging: "off", neededBy };
  // A sweep comes again and again: what somebody turned on since the preview ended is not its own.
  const isTheirs = isSweep && !listed.some(({ kind }) => kind === "workbook");
  if (isTheirs && neededBy.length === 0) return { staging: "untouched", neededBy };
  if (neededBy.length > 0 || isWasOn(listed)) return { staging: "left-on", neededBy };
  return switchOff(platform, deploymentId, { branch, findUsers });
}

/** Where the workbooks are live, reports of an earlier preview of the name have nothing to say. */
function isWasOn(listed: readonly LivePreview[]): boolean {
  const workbooks = listed.filter(({ kind }) => kind === "workbook");
  return (workbooks.length > 0 ? workbooks : listed).some(({ mark }) => mark.wasOn);
}

function isSameCopy(one: LivePreview, other: LivePreview): boolean {
  return one.kind === other.kind && one.id === other.id;
}

async function remove(
  platform: Platform,
  deploymentId: number,
  which: RemoveOptions,
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

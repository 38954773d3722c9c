// Taking previews down, and listing those that are up, for the command and the Action.

import { join } from "node:path";
import { createBackups, PREVIEW_BACKUPS, runName } from "../../apply/index.ts";
import {
  type PreviewDownOptions as AskedPreviews,
  type BranchState,
  type ListedPreview,
  type PreviewDownResult,
  type ResolvedWorkbook,
  UsageError,
  UserError,
} from "../../model/index.ts";
import { type Clock, type Platform, systemClock } from "../../platform/index.ts";
import { checkFiles } from "../../project/check-files.ts";
import type { Asked, ProjectContext } from "../../project/context.ts";
import { workbookLink } from "../../project/execute-plan.ts";
import { requireOperations } from "../../project/require-operations.ts";
import { backupsFolder } from "../../project/runs/kept-runs.ts";
import type { Destination } from "../../target/index.ts";
import { readBranchStates } from "./branch.ts";
import { readPreviewName } from "./name.ts";
import { type LivePreview, readPreviews } from "./read.ts";
import type { Keeping } from "./remove.ts";
import { takeDown } from "./take-down.ts";
import { isPast, untilOf } from "./until.ts";

type PreviewsOptions = Pick<ProjectContext, "project" | "target" | "connect">;
type FilesOptions = Pick<ProjectContext, "project" | "target" | "env" | "cwd">;

export interface PreviewDownOptions extends PreviewsOptions, FilesOptions, Asked<AskedPreviews> {
  /** For what is past; the system's if absent. */
  clock?: Pick<Clock, "now">;
}

/** Takes down what this project put up under the name, or of the branch, or what is stale. Doing it again is fine. */
export async function previewDown(options: PreviewDownOptions): Promise<PreviewDownResult> {
  const { project, target, connect, branch, stale = false, clock = systemClock } = options;
  const name = options.name === undefined ? undefined : readPreviewName(options.name);
  refuseUnclear({ name, branch, stale });
  const platform = await open({ target, connect });
  const all = await readPreviews(platform, target.deployment);
  const own = all.filter((item) => item.project === project.name);
  const chosen = stale
    ? (await findStale(platform, target, own, clock.now())).flatMap(({ items }) => items)
    : own.filter(
        ({ mark }) =>
          (name === undefined || mark.name === name) && (branch === undefined || mark.branch === branch),
      );
  const previews = await takeDown(platform, target.deployment, {
    chosen,
    all,
    isSweep: stale,
    ...(await keepingOf(options, clock)),
  });
  if (previews.length > 0 || branch === undefined) return { previews };
  const states = await readBranchStates(platform, target.deployment, new Set([branch]));
  return { previews, untouched: { branch, state: states.get(branch) ?? "unknown" } };
}

/** What the files declare, as far as they can be read, is no copy; and what goes is backed up beside the runs. */
export async function keepingOf(
  { project, target, env, cwd }: FilesOptions,
  clock: Pick<Clock, "now"> = systemClock,
): Promise<Keeping & { reportKeys: readonly string[] }> {
  const declared = new Set<string>();
  const visit = ({ slug }: ResolvedWorkbook) => void declared.add(`workbook ${slug}`);
  const { reports } = await checkFiles({ project, target, env, cwd, visit });
  for (const { key } of reports) declared.add(`report ${key}`);
  const folder = backupsFolder(project);
  const run = join(folder ?? "", PREVIEW_BACKUPS, runName(new Date(clock.now())));
  const backups = folder === undefined ? undefined : createBackups(run);
  return { declared, save: backups?.save.bind(backups), reportKeys: project.reportKeys };
}

function refuseUnclear({ name, branch, stale }: Pick<PreviewDownOptions, "name" | "branch" | "stale">): void {
  if (stale && (name !== undefined || branch !== undefined)) {
    throw new UsageError(
      "--stale takes down all previews that are stale: it takes no --name and no --branch",
      ["`boardwright preview list --stale` shows which these are."],
    );
  }
  if (branch?.trim() === "") throw new UsageError("the name of the branch is empty");
  if (stale || name !== undefined || branch !== undefined) return;
  throw new UsageError("which preview should be taken down?", [
    "Name it with --name pr-123, or all of a branch with --branch B, or what is stale with --stale; `boardwright preview list` shows them.",
  ]);
}

/** The previews of this project, sorted by name and branch; with `stale` only those of findStale. Sends GET requests only. */
export async function previewList({
  project,
  target,
  connect,
  stale = false,
  clock = systemClock,
}: PreviewsOptions & Pick<PreviewDownOptions, "stale" | "clock">): Promise<ListedPreview[]> {
  const platform = await open({ target, connect });
  const all = await readPreviews(platform, target.deployment);
  const own = all.filter((item) => item.project === project.name);
  const groups = stale
    ? await findStale(platform, target, own, clock.now())
    : await groupPreviews(platform, target, own);
  return groups.map((group) => toListed(group, target));
}

/** What is up under one name on one branch. */
interface Group {
  items: readonly LivePreview[];
  state: BranchState;
  until: string | undefined;
}

/** Those whose branch is gone or whose end is past. Throws a UserError if the deployment says neither of any. */
async function findStale(
  platform: Platform,
  target: Destination,
  own: readonly LivePreview[],
  now: number,
): Promise<Group[]> {
  const groups = await groupPreviews(platform, target, own);
  const capabilities = await platform.capabilities();
  const knowsBranches = capabilities.described && capabilities.has("listBranches");
  const knowsEnds = groups.some(({ until }) => until !== undefined);
  if (groups.length > 0 && !knowsBranches && !knowsEnds) {
    const unlisted = `deployment ${target.deployment} does not list its branches, so nobody knows which are gone`;
    throw new UserError(unlisted, {
      details: [
        "`boardwright preview list` shows all previews with the branch that each is of.",
        "One that is put up with --ttl is stale when its end is past.",
      ],
    });
  }
  return groups.filter(({ state, until }) => state === "gone" || isPast(until, now));
}

/** Sorted by name and branch. */
async function groupPreviews(
  platform: Platform,
  target: Destination,
  own: readonly LivePreview[],
): Promise<Group[]> {
  const branches = new Set(own.map(({ mark }) => mark.branch));
  const states = await readBranchStates(platform, target.deployment, branches);
  const groups = new Map<string, LivePreview[]>();
  for (const item of own) {
    // No name has a space, and it sorts before whatever a name has.
    const group = `${item.mark.name} ${item.mark.branch}`;
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, items]) => ({
      items,
      state: states.get((items[0] as LivePreview).mark.branch) ?? "unknown",
      until: untilOf(items),
    }));
}

function toListed({ items, state, until }: Group, { link }: Destination): ListedPreview {
  const { name, branch } = (items[0] as LivePreview).mark;
  const workbooks = items.filter(({ kind }) => kind === "workbook");
  return {
    name,
    branch,
    staging: state,
    ...(until !== undefined && { until }),
    wasOn: items.some(({ mark }) => mark.wasOn),
    workbooks: workbooks.map(({ key: slug, name: title, id }) => ({
      slug,
      name: title,
      id,
      ...(link ? { link: workbookLink(link, id, slug) } : {}),
    })),
    reports: items.filter(({ kind }) => kind === "report").map(({ key }) => key),
  };
}

async function open({ target, connect }: Pick<PreviewsOptions, "target" | "connect">): Promise<Platform> {
  const platform = await connect();
  requireOperations(await platform.capabilities(), target);
  return platform;
}

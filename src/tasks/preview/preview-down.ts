// Taking previews down, and listing those that are up, for the command and the Action.

import {
  type BranchState,
  type ListedPreview,
  type PreviewDownResult,
  UsageError,
  UserError,
} from "../../model/index.ts";
import type { Platform } from "../../platform/index.ts";
import {
  type LivePreview,
  readBranchStates,
  readPreviewName,
  readPreviews,
  takeDown,
} from "../../preview/index.ts";
import type { Destination } from "../../target/index.ts";
import { workbookLink } from "../execute-plan.ts";
import { requireOperations } from "../require-operations.ts";
import type { TaskContext } from "../task-context.ts";

type PreviewsOptions = Pick<TaskContext, "project" | "target" | "connect">;

export interface PreviewDownOptions extends PreviewsOptions {
  /** One of these, or both: then the previews of that name on that branch. */
  name?: string | undefined;
  branch?: string | undefined;
}

/** Takes down what this project put up under the name, or of the branch. Doing it again is fine. */
export async function previewDown({
  project,
  target,
  connect,
  ...which
}: PreviewDownOptions): Promise<PreviewDownResult> {
  const name = which.name === undefined ? undefined : readPreviewName(which.name);
  const { branch } = which;
  if (name === undefined && branch === undefined) {
    throw new UsageError("which preview should be taken down?", [
      "Name it with --name pr-123, or all of a branch with --branch B; `boardwright preview list` shows them.",
    ]);
  }
  if (branch?.trim() === "") throw new UsageError("the name of the branch is empty");
  const platform = await open({ target, connect });
  const all = await readPreviews(platform, target.deployment);
  const chosen = all.filter(
    (item) =>
      item.project === project.name &&
      (name === undefined || item.mark.name === name) &&
      (branch === undefined || item.mark.branch === branch),
  );
  const previews = await takeDown(platform, target.deployment, {
    chosen,
    all,
    reportKeys: project.reportKeys,
  });
  if (previews.length > 0 || branch === undefined) return { previews };
  const states = await readBranchStates(platform, target.deployment, new Set([branch]));
  return { previews, untouched: { branch, state: states.get(branch) ?? "unknown" } };
}

/** The previews of this project, sorted by name and branch; with `stale` only those whose branch is gone. Sends GET requests only. */
export async function previewList({
  project,
  target,
  connect,
  stale = false,
}: PreviewsOptions & { stale?: boolean }): Promise<ListedPreview[]> {
  const platform = await open({ target, connect });
  const capabilities = await platform.capabilities();
  if (stale && !(capabilities.described && capabilities.has("listBranches"))) {
    const unlisted = `deployment ${target.deployment} does not list its branches, so nobody knows which are gone`;
    throw new UserError(unlisted, {
      details: ["`boardwright preview list` shows all previews with the branch that each is of."],
    });
  }
  const all = await readPreviews(platform, target.deployment);
  const own = all.filter((item) => item.project === project.name);
  const branches = new Set(own.map(({ mark }) => mark.branch));
  const states = await readBranchStates(platform, target.deployment, branches);
  const groups = new Map<string, LivePreview[]>();
  for (const item of own) {
    // No name has a space, and it sorts before whatever a name has.
    const group = `${item.mark.name} ${item.mark.branch}`;
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  const listed = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, items]) => toListed(items, states, target));
  return stale ? listed.filter(({ staging }) => staging === "gone") : listed;
}

function toListed(
  items: readonly LivePreview[],
  states: ReadonlyMap<string, BranchState>,
  { link }: Destination,
): ListedPreview {
  const { name, branch } = (items[0] as LivePreview).mark;
  const workbooks = items.filter(({ kind }) => kind === "workbook");
  return {
    name,
    branch,
    staging: states.get(branch) ?? "unknown",
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

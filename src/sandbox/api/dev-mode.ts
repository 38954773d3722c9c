// Dev mode and the way of an edit to production (platform document, "Command-line client", rules 4 to 8; paths: field notes A.7): a
// personal branch, the shared one that it was forked from, the production branch.

import type { BranchRecord, ModelFiles } from "../store/build-records.ts";
import { recordEvent } from "../store/record-event.ts";
import { requirePermission } from "./access.ts";
import { chooseBranch, findBranch, sessionOf, wireBranch } from "./branches.ts";
import type { DeploymentContext } from "./context.ts";
import { requireDevBranch, requireWriter, saveFiles, textAt } from "./model-files.ts";
import { json, Refusal, type Reply } from "./reply.ts";

/** POST /build/…/branches. With `activate` the session is on the branch itself, not on a fork of it (rule 5). */
export async function createBranch(context: DeploymentContext): Promise<Reply> {
  const { store, deployment, now } = context;
  const { name, from, activate, enterDevMode } = await context.body();
  requirePermission(context.key, "SchemaUpdate");
  const all = store.branches.of(deployment.id);
  if (all.some((branch) => branch.name === name)) throw new Refusal(400, `The branch ${name} exists already`);
  const source = from
    ? findBranch(context, { branchName: from })
    : all.find(({ kind }) => kind === "production")!;
  const branch = store.forkBranch(source, { name: name as string, kind: "shared" });
  recordEvent(context, now(), "Branch created", { branchId: branch.id, branchName: branch.name });
  const isActive = activate === true || enterDevMode === true;
  if (isActive) enter(context, branch);
  return json({ active: isActive, branchName: branch.name, parentBranch: branch.parentBranch });
}

/** POST /build/…/dev-mode: forks the user's personal branch, unless it is there, and points the credential's session at it. */
export async function enterDevMode(context: DeploymentContext): Promise<Reply> {
  const { store, deployment, key } = context;
  const { branchName } = await context.body();
  requirePermission(key, "SchemaUpdateDevBranches");
  const from = findBranch(context, { branchName: branchName! });
  const name = `dev-${store.account.user(key.userId).username}-${from.name}`;
  const branch =
    from.kind === "personal"
      ? from
      : (store.branches.of(deployment.id).find((each) => each.name === name) ??
        store.forkBranch(from, { name, kind: "personal" }));
  enter(context, branch);
  return json({ active: true, branchName: branch.name, parentBranch: branch.parentBranch });
}

/** DELETE /build/…/dev-mode: the branch stays. */
export function exitDevMode(context: DeploymentContext): Reply {
  enter(context, undefined);
  return json({ active: false });
}

/** POST /build/…/commit: the edits of a personal branch to the one that it was forked from. */
export async function commit(context: DeploymentContext): Promise<Reply> {
  const branch = chooseBranch(context, (await context.body()).branchName);
  requireDevBranch(context, branch);
  return json({ data: wireBranch(mergeInto(context, branch, parentOf(context, branch))) });
}

/** POST /build/…/pull: what changed on the parent since. */
export async function pull(context: DeploymentContext): Promise<Reply> {
  const branch = chooseBranch(context, (await context.body()).branchName);
  requireWriter(context, branch);
  if (branch.parentBranch === null) return json({ data: wireBranch(branch) });
  const { files } = parentOf(context, branch);
  const pulled = mergeFiles({ from: files, base: branch.base, into: branch.files });
  return json({
    data: wireBranch(saveFiles(context, branch, { files: pulled, base: files, event: "Branch pulled" })),
  });
}

/** POST /build/…/merge: a branch into its parent. */
export async function merge(context: DeploymentContext): Promise<Reply> {
  const branch = chooseBranch(context, (await context.body()).branchName);
  return json({ data: wireBranch(mergeInto(context, branch, parentOf(context, branch))) });
}

/** POST /build/…/merge-to-default: by default the branch that the session was forked from. It is deleted, unless told otherwise. */
export async function mergeToDefault(context: DeploymentContext): Promise<Reply> {
  const { store, deployment, key } = context;
  const { branchName, removeBranchAfterMerge } = await context.body();
  const all = store.branches.of(deployment.id);
  const chosen = chooseBranch(context, branchName);
  const isOfSession = !branchName && chosen === sessionOf(all, key) && chosen.kind === "personal";
  const branch = isOfSession ? parentOf(context, chosen) : chosen;
  const production = all.find(({ kind }) => kind === "production")!;
  if (branch.kind === "production") throw new Refusal(400, `${branch.name} is the production branch`);
  const merged = mergeInto(context, branch, production);
  if (removeBranchAfterMerge !== false) store.deleteBranch(branch);
  return json({ data: wireBranch(merged) });
}

/** The session of a credential is on one branch. */
function enter({ store, deployment, key }: DeploymentContext, branch: BranchRecord | undefined): void {
  for (const each of store.branches.of(deployment.id)) {
    const others = each.sessions.filter((session) => session !== key.key);
    const sessions = each.id === branch?.id ? [...others, key.key] : others;
    if (sessions.length !== each.sessions.length) store.branches.put({ ...each, sessions });
  }
}

function parentOf(context: DeploymentContext, { name, parentBranch }: BranchRecord): BranchRecord {
  if (parentBranch === null) throw new Refusal(400, `${name} was forked from no branch`);
  return findBranch(context, { branchName: parentBranch });
}

function mergeInto(context: DeploymentContext, branch: BranchRecord, into: BranchRecord): BranchRecord {
  requireWriter(context, into);
  const files = mergeFiles({ from: branch.files, base: branch.base, into: into.files });
  saveFiles(context, branch, { files, base: files, event: "Branch committed" });
  return saveFiles(context, into, { files, event: "Branch merged" });
}

/** What `from` has changed since `base`, in `into`. A file that both have changed is a 409. */
function mergeFiles({ from, base, into }: Record<"from" | "base" | "into", ModelFiles>): ModelFiles {
  const merged = new Map(Object.entries(into));
  for (const path of new Set([...Object.keys(from), ...Object.keys(base)])) {
    const text = textAt(from, path);
    const before = textAt(base, path);
    if (text === before || text === merged.get(path)) continue;
    if (merged.get(path) !== before) throw new Refusal(409, `The file ${path} has changed on both branches`);
    if (text === undefined) merged.delete(path);
    else merged.set(path, text);
  }
  return Object.fromEntries(merged);
}

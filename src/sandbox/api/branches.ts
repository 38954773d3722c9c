// Branches of the data model (platform document, "Switch a branch's staging environment"; the list: field notes A.7).

import type { Json, JsonObject } from "../../model/index.ts";
import type { BranchRecord } from "../store/build-records.ts";
import { recordEvent } from "../store/record-event.ts";
import type { DeploymentContext } from "./context.ts";
import { listPage } from "./paging.ts";
import { json, Refusal, type Reply } from "./reply.ts";

/** The named branch; without a name, or with an empty one, that of the credential's dev mode, else the production branch. */
export function chooseBranch(context: DeploymentContext, name: Json | null | undefined): BranchRecord {
  if (typeof name === "string" && name !== "") return findBranch(context, { branchName: name });
  const { store, deployment, key } = context;
  const all = store.branches.of(deployment.id);
  // Every deployment has a production branch.
  return sessionOf(all, key) ?? all.find(({ kind }) => kind === "production")!;
}

/** The branch of the credential's dev mode, if it is open. */
export function sessionOf(
  branches: readonly BranchRecord[],
  { key }: { key: string },
): BranchRecord | undefined {
  return branches.find(({ sessions }) => sessions.includes(key));
}

/** GET /build/…/branches. */
export function listBranches(context: DeploymentContext): Reply {
  const { store, deployment } = context;
  return listPage(context, store.branches.of(deployment.id), (branch) => JSON.stringify(wireBranch(branch)));
}

/**
 * PUT /build/…/branches/staging-environment. Shared branches only: personal development branches and the production branch are
 * rejected with 400, whether enabled or disabled. Repeating a request changes nothing.
 */
export async function switchStaging(context: DeploymentContext): Promise<Reply> {
  const { store, body, now } = context;
  const input = await body();
  if ((input.branchName === undefined) === (input.branchId === undefined))
    throw new Refusal(400, "Exactly one of branchName and branchId must be given");
  const branch = findBranch(context, input);
  if (branch.kind === "production")
    throw new Refusal(400, `${branch.name} is the production branch, which has no staging environment`);
  if (branch.kind === "personal")
    throw new Refusal(
      400,
      `${branch.name} is a personal development branch: only shared branches can have a staging environment`,
    );
  const isStagingEnvironmentEnabled = input.enabled === true;
  if (branch.isStagingEnvironmentEnabled === isStagingEnvironmentEnabled)
    return json({ data: wireBranch(branch) });
  const switched = { ...branch, isStagingEnvironmentEnabled };
  store.branches.put(switched);
  const event = `Staging environment ${isStagingEnvironmentEnabled ? "enabled" : "disabled"}`;
  recordEvent(context, now(), event, { branchId: branch.id, branchName: branch.name });
  return json({ data: wireBranch(switched) });
}

/**
 * DELETE /build/…/branches?branchName=… (field notes A.7): a query parameter, because names contain slashes. The production branch
 * is refused with 400. `removeOnUpstream` is accepted and ignored: there is no Git provider.
 */
export function deleteBranch(context: DeploymentContext): Reply {
  const { store, query, now } = context;
  const branchName = query.get("branchName");
  if (branchName === null || branchName === "") throw new Refusal(400, "branchName must not be empty");
  const removeOnUpstream = query.get("removeOnUpstream") ?? "false";
  if (removeOnUpstream !== "true" && removeOnUpstream !== "false")
    throw new Refusal(400, "removeOnUpstream must be true or false");
  const branch = findBranch(context, { branchName });
  if (branch.kind === "production")
    throw new Refusal(400, `${branch.name} is the production branch, which cannot be deleted`);
  store.deleteBranch(branch);
  recordEvent(context, now(), "Branch deleted", { branchId: branch.id, branchName: branch.name });
  return json({});
}

/** The branch that `branchName` or `branchId` names; a 404 Refusal if the deployment has none. */
export function findBranch({ store, deployment }: DeploymentContext, input: JsonObject): BranchRecord {
  const { branchName: name, branchId: id } = input;
  const found = store.branches
    .of(deployment.id)
    .find((branch) => (name === undefined ? branch.id === id : branch.name === name));
  const named = name === undefined ? id : JSON.stringify(name);
  if (!found) throw new Refusal(404, `Branch ${named} does not exist in deployment ${deployment.id}`);
  return found;
}

export function wireBranch(branch: BranchRecord): JsonObject {
  const { id, name, parentBranch, lastHash, isStagingEnvironmentEnabled } = branch;
  return { id, name, parentBranch, lastHash, isStagingEnvironmentEnabled };
}

// The data API's metadata, on the path that replaces the deployment's own host (field notes A.10), and who may ask the data API.

import type { BranchRecord } from "../store/build-records.ts";
import { findKey } from "./auth.ts";
import { modelOf } from "./compile-model.ts";
import type { OpenContext } from "./context.ts";
import { readToken } from "./environment-token.ts";
import { isActive } from "./environments.ts";
import { idInPath } from "./paging.ts";
import { json, Refusal, type Reply } from "./reply.ts";

/** GET rest.url + /v1/meta: the cubes of the environment's branch. A security context hides none of them. */
export async function getMetadata(context: OpenContext): Promise<Reply> {
  const { branch } = await enterDataApi(context);
  if (context.mustWait()) return json({ error: "Continue wait" });
  return json({ cubes: [...modelOf(context.store, branch).cubes] });
}

/** The branch at this address, for a token of its environment; throws a Refusal for any other. */
export async function enterDataApi(context: OpenContext) {
  const grant = await authenticate(context);
  const branch = findBranchOfHost(context);
  if (!branch || !isActive(branch)) throw new Refusal(404, "There is no active environment at this address");
  if (grant.deploymentId !== branch.deploymentId || grant.environmentId !== branch.environmentId)
    throw new Refusal(403, "The token belongs to another environment");
  return { branch, scope: grant.scope };
}

/** The token comes alone, as the data API has it, or as Bearer. API keys are refused here. */
async function authenticate({ authorization, store, now }: OpenContext) {
  if (authorization === undefined) throw new Refusal(401, "The Authorization header is missing");
  const token = authorization.trim().replace(/^Bearer +/i, "");
  const key = token.replace(/^Api-Key +/i, "");
  if (findKey(key, store) || store.account.logins.has(key))
    throw new Refusal(403, "The data API does not accept API keys; issue a token for the environment");
  return readToken(token, now());
}

function findBranchOfHost({ store, params }: OpenContext): BranchRecord | undefined {
  const { deploymentId, branchName } = params;
  return store.branches
    .of(idInPath(deploymentId))
    .find(({ kind, name }) => (kind === "production" ? branchName === undefined : name === branchName));
}

import type { JsonObject } from "../../model/index.ts";
import type { BranchRecord } from "../store/build-records.ts";
import { chooseBranch, sessionOf } from "./branches.ts";
import { modelOf } from "./compile-model.ts";
import type { DeploymentContext } from "./context.ts";
import { json, Refusal, type Reply } from "./reply.ts";

/**
 * GET /build/…/data-model/validate (field notes A.7): whether the model of a branch compiles: that of its files, or as
 * the seed says. A broken model is a 200 with `valid: false`.
 */
export function validateModel(context: DeploymentContext): Reply {
  const { store, deployment } = context;
  const branch = readChoice(context);
  const { cubes, errors } = modelOf(store, branch);
  const report: JsonObject = {
    deploymentId: deployment.id,
    branchName: branch.name,
    mode: branch.kind === "production" ? "production" : "dev_mode",
    valid: errors.length === 0,
    errors: errors.map((error) => ({ ...error })),
  };
  return json(errors.length === 0 ? { ...report, cubesCount: cubes.length } : report);
}

/** GET /deployments/{deploymentId}/build-status: built, failed if the model does not compile, and building as long as queries wait. */
export function getBuildStatus(context: DeploymentContext): Reply {
  const { store, deployment, query } = context;
  const branch = chooseBranch(context, query.get("branchName"));
  const { name, kind, lastHash } = branch;
  const [error] = modelOf(store, branch).errors;
  return json({
    deploymentId: deployment.id,
    branchName: name,
    mode: kind === "production" ? "production" : "dev_mode",
    status: context.mustWait() ? "building" : error ? "failed" : "built",
    errorText: error?.message ?? null,
    lastHash,
  });
}

/** The branch that `branchName` names; for `devMode` that of the credential's session, or without one the first personal one. */
function readChoice(context: DeploymentContext): BranchRecord {
  const { store, deployment, query, key } = context;
  const name = query.get("branchName");
  const devMode = query.get("devMode");
  if (devMode !== null && devMode !== "true" && devMode !== "false")
    throw new Refusal(400, "devMode must be true or false");
  if (name !== null && devMode === "true")
    throw new Refusal(400, "Send either branchName or devMode, not both");
  if (devMode !== "true") return chooseBranch(context, name);
  const all = store.branches.of(deployment.id);
  const found = sessionOf(all, key) ?? all.find(({ kind }) => kind === "personal");
  if (!found) throw new Refusal(400, "There is no personal development branch for dev mode");
  return found;
}

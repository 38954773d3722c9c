// Environments: production, the enabled branches, and those being viewed (platform document, "List environments").

import type { JsonObject } from "../../model/index.ts";
import type { BranchRecord } from "../store/build-records.ts";
import type { Store } from "../store/store.ts";
import type { DeploymentContext } from "./context.ts";
import { offsetPage } from "./paging.ts";
import { json, Refusal, type Reply } from "./reply.ts";

const TYPES = ["production", "staging", "development"] as const;
type EnvironmentType = (typeof TYPES)[number];

/** The start of the data API's paths on the host of a deployment. */
const DATA_API = "data-api";
/** The port of a SQL interface that the sandbox does not have: nothing listens there. */
const SQL_PORT = 15432;

/** GET …/environments: those that are active, by ascending id, in the envelope of the platform document. */
export function listEnvironments({ store, deployment, query, origin }: DeploymentContext): Reply {
  const type = query.get("type");
  if (type !== null && !TYPES.some((known) => known === type))
    throw new Refusal(400, `type must be one of ${TYPES.join(", ")}`);
  const rows = store.branches
    .of(deployment.id)
    .filter((branch) => isActive(branch) && (type === null || typeOf(branch) === type))
    .sort((a, b) => a.environmentId - b.environmentId);
  const { page, pagination } = offsetPage(rows, query);
  return json({
    data: { environments: page.map((branch) => wireEnvironment(branch, origin)) },
    pagination,
  });
}

/** The branch of the environment, if it is active: enabled, being viewed, or in dev mode. */
export function findEnvironment(store: Store, deploymentId: number, id: number): BranchRecord | undefined {
  return store.branches.of(deploymentId).find((branch) => branch.environmentId === id && isActive(branch));
}

export function isActive({ kind, isStagingEnvironmentEnabled, viewed, sessions }: BranchRecord): boolean {
  return kind === "production" || isStagingEnvironmentEnabled || viewed || sessions.length > 0;
}

/** A deployment's own host, as a path: the sandbox has one host for all. */
export function deploymentUrl(origin: string, deploymentId: number): string {
  return `${origin}/hosts/${deploymentId}`;
}

function typeOf({ kind, isStagingEnvironmentEnabled }: BranchRecord): EnvironmentType {
  if (kind === "production") return "production";
  return isStagingEnvironmentEnabled ? "staging" : "development";
}

function wireEnvironment(branch: BranchRecord, origin: string): JsonObject {
  const host = deploymentUrl(origin, branch.deploymentId);
  const path = branch.kind === "production" ? "" : `/dev-mode/${encodeURIComponent(branch.name)}`;
  return {
    // In the document, the id is a string here and a number in paths.
    id: String(branch.environmentId),
    name: branch.kind === "production" ? "production" : branch.name,
    type: typeOf(branch),
    // Not in the document, but in the field notes (A.6): the way to find the environment of a branch.
    branch: branch.name,
    api_credentials: {
      rest: { url: `${host}${path}/${DATA_API}` },
      sql: { host: new URL(origin).hostname, port: SQL_PORT },
    },
  };
}

// Deployments: list and single read (platform document, "List deployments"). Versions have a file of their own.

import type { JsonObject } from "../../model/index.ts";
import type { DeploymentRecord } from "../store/records.ts";
import { reaches } from "./auth.ts";
import type { Context, DeploymentContext } from "./context.ts";
import { deploymentUrl } from "./environments.ts";
import { offsetPage } from "./paging.ts";
import { json, type Reply } from "./reply.ts";

/** GET /deployments: those that the key reaches, in the envelope of the platform document. */
export function listDeployments({ store, key, query }: Context): Reply {
  const visible = [...store.deployments.values()]
    .filter(({ id }) => reaches(key, id))
    .sort((a, b) => a.id - b.id);
  const { page, pagination } = offsetPage(visible, query);
  return json({ data: { deployments: page.map(listItem) }, pagination });
}

/** GET /deployments/{deploymentId}. */
export function getDeployment({ deployment, origin }: DeploymentContext): Reply {
  return json(wireDeployment(deployment, origin));
}

/** A single deployment. Its version and channel are what the client's `deployments settings` reads. */
export function wireDeployment(deployment: DeploymentRecord, origin: string): JsonObject {
  const { releaseChannel, releaseChannelVersion } = deployment.versions.find((entry) => entry.isCurrent)!;
  return {
    ...listItem(deployment),
    deploymentUrl: deploymentUrl(origin, deployment.id),
    releaseChannel,
    releaseChannelVersion,
  };
}

/** The document has the id of a deployment as a string, and in paths as a number. */
function listItem({ id, name, createdAt }: DeploymentRecord): JsonObject {
  return { id: String(id), name, created_at: createdAt };
}

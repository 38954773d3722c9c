// POST …/environments/{environmentId}/tokens-for-meta-sync (platform document, "Issue a metadata-only token").

import type { JsonObject } from "../../model/index.ts";
import { recordEvent } from "../store/record-event.ts";
import type { DeploymentContext } from "./context.ts";
import { findEnvironment } from "./environments.ts";
import { signMetadataToken } from "./metadata-token.ts";
import { idInPath } from "./paging.ts";
import { json, Refusal, type Reply } from "./reply.ts";

/** Seconds (platform document, "Limits"). */
const DEFAULT_LIFETIME = 86_400;

export async function issueMetadataToken(context: DeploymentContext): Promise<Reply> {
  const { store, deployment, params, body, now } = context;
  const input = await body();
  const environmentId = idInPath(params.environmentId);
  if (!findEnvironment(store, deployment.id, environmentId))
    throw new Refusal(
      404,
      `Environment ${params.environmentId} does not exist in deployment ${deployment.id}`,
    );
  const lifetime = (input.expires_in as number | undefined) ?? DEFAULT_LIFETIME;
  const createdAt = now();
  const expiresAt = new Date(Date.parse(createdAt) + lifetime * 1000).toISOString();
  const grant = { deploymentId: deployment.id, environmentId };
  const securityContext = input.security_context as JsonObject;
  const token = await signMetadataToken(grant, securityContext, { createdAt, expiresAt });
  recordEvent(context, createdAt, "Metadata token issued", { environmentId });
  return json({ data: { token, created_at: createdAt, expires_at: expiresAt } });
}

// POST …/environments/{environmentId}/tokens-for-meta-sync (platform document, "Issue a metadata-only token") and …/tokens, for data
// (field notes, A.6).

import type { JsonObject } from "../../model/index.ts";
import { recordEvent } from "../store/record-event.ts";
import type { DeploymentContext } from "./context.ts";
import { signToken } from "./environment-token.ts";
import { findEnvironment } from "./environments.ts";
import { idInPath } from "./paging.ts";
import { json, Refusal, type Reply } from "./reply.ts";

/** Seconds (platform document, "Limits"). */
const DEFAULT_LIFETIME = 86_400;
/** Seconds: the longest as well (field notes, A.6). */
const DATA_LIFETIME = 3600;

export const issueMetadataToken = (context: DeploymentContext): Promise<Reply> =>
  issueToken(context, { scope: "meta", usual: DEFAULT_LIFETIME, event: "Metadata token issued" });

export const issueDataToken = (context: DeploymentContext): Promise<Reply> =>
  issueToken(context, { scope: "data", usual: DATA_LIFETIME, event: "Token issued" });

async function issueToken(
  context: DeploymentContext,
  { scope, usual, event }: { scope: "meta" | "data"; usual: number; event: string },
): Promise<Reply> {
  const { store, deployment, params, body, now } = context;
  const input = await body();
  const environmentId = idInPath(params.environmentId);
  if (!findEnvironment(store, deployment.id, environmentId))
    throw new Refusal(
      404,
      `Environment ${params.environmentId} does not exist in deployment ${deployment.id}`,
    );
  const lifetime = (input.expires_in as number | undefined) ?? usual;
  const createdAt = now();
  const expiresAt = new Date(Date.parse(createdAt) + lifetime * 1000).toISOString();
  const grant = { deploymentId: deployment.id, environmentId, scope };
  const securityContext = input.security_context as JsonObject;
  const token = await signToken(grant, securityContext, { createdAt, expiresAt });
  recordEvent(context, createdAt, event, { environmentId });
  return json({ data: { token, created_at: createdAt, expires_at: expiresAt } });
}

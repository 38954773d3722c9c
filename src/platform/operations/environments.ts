// Environments of a deployment, and tokens for the metadata of their models.

import { isObject, type JsonObject } from "../../model/index.ts";
import type { CallOptions } from "../http/transport.ts";
import type {
  WireApiCredential,
  WireEnvironment,
  WireEnvironmentType,
  WireMetadataToken,
  WireMetadataTokenInput,
} from "../wire/wire-deployments.ts";
import { object, pages } from "./answers.ts";
import { DEPLOYMENT, operation, type PendingCall } from "./operation.ts";
import { unexpected } from "./unexpected.ts";

export interface Environment {
  /** Text, even if the platform writes a number. */
  id: string;
  name?: string;
  type: WireEnvironmentType;
  /** The branch whose model it serves, if the platform says so. */
  branch?: string;
  credentials: { restUrl?: string; sqlHost?: string; sqlPort?: number };
  /** As it came. */
  raw: WireEnvironment;
}

export interface EnvironmentFilter {
  type?: WireEnvironmentType;
}

export interface MetadataTokenInput {
  /** Embedded in the token: which parts of the model it shows, and of a token for data which rows. */
  securityContext: JsonObject;
  /** Seconds, a whole number from 1; the platform's default if absent (86400; of a token for data 3600, which is the most). */
  expiresIn?: number;
}

/** A token for metadata or data. */
export interface MetadataToken {
  /** A JWT. */
  token: string;
  /** ISO 8601. */
  createdAt: string;
  expiresAt: string;
  /** What is embedded in it, if the platform says so: it may have dropped keys (field notes, A.6). */
  securityContext?: JsonObject;
}

/** `what` is what the token is called, `needs` the permission that is missing if it is refused. */
const askForToken =
  (what: string, needs: string) =>
  (
    deploymentId: number,
    environmentId: string | number,
    { securityContext, expiresIn }: MetadataTokenInput,
    call?: CallOptions,
  ) => ({
    params: [deploymentId, environmentId],
    does: `issue a ${what} for environment ${environmentId} of deployment ${deploymentId}`,
    needs,
    missing: {
      thing: "environment",
      advice: "`boardwright environments list` shows the ids of the active environments.",
    },
    body: { security_context: securityContext, expires_in: expiresIn } satisfies WireMetadataTokenInput,
    answersSecret: true,
    ...call,
  });

export const ENVIRONMENT_OPERATIONS = {
  /** "List environments": `staging` has only branches whose staging environment is on. */
  listEnvironments: operation({
    method: "GET",
    path: `${DEPLOYMENT}/environments`,
    shown: true,
    ask: (deploymentId: number, { type }: EnvironmentFilter = {}) => ({
      params: [deploymentId],
      does: `list the environments of deployment ${deploymentId}`,
      query: { type },
    }),
    async *answer(pending): AsyncGenerator<Environment[]> {
      for await (const page of pages<WireEnvironment>("environments", "offset")(pending))
        yield page.map(readEnvironment);
    },
  }),
  /** A JWT for the metadata of one environment and nothing else ("Issue a metadata-only token"). Never sent twice. */
  issueMetadataToken: operation({
    method: "POST",
    path: `${DEPLOYMENT}/environments/{environment}/tokens-for-meta-sync`,
    shown: true,
    ask: askForToken(
      "metadata token",
      "A model is read with the permissions `DeploymentRead` and `SchemaRead` for the deployment.",
    ),
    answer: readToken,
  }),
  /** A JWT for the data of one environment (field notes, A.6). Never sent twice. Described only. */
  issueDataToken: operation({
    method: "POST",
    path: `${DEPLOYMENT}/environments/{environment}/tokens`,
    ask: askForToken(
      "token for data",
      "Data is queried with the permission `DeploymentRead` for the deployment, and with a security context only with `DeploymentUpdate`.",
    ),
    answer: readToken,
  }),
};

async function readToken(pending: PendingCall): Promise<MetadataToken> {
  const issued = await object<WireMetadataToken>("token", "expires_at")(pending);
  if (typeof issued.token !== "string" || issued.token.trim() === "")
    throw pending.transport.reject(
      await pending.prepare(),
      unexpected("the answer holds no token", undefined),
    );
  pending.hide(issued.token);
  const { token, created_at: createdAt, expires_at: expiresAt, security_context: securityContext } = issued;
  return { token, createdAt, expiresAt, ...(isObject(securityContext) && { securityContext }) };
}

function readEnvironment(wire: WireEnvironment): Environment {
  const { name, branch } = wire;
  return {
    id: String(wire.id),
    ...(typeof name === "string" && { name }),
    type: wire.type,
    ...(typeof branch === "string" && { branch }),
    credentials: readCredentials(wire.api_credentials),
    raw: wire,
  };
}

/** Both forms: an object with `rest` and `sql` (platform document) and a list (field notes, A.6). */
function readCredentials(written: WireEnvironment["api_credentials"]): Environment["credentials"] {
  const rest = Array.isArray(written) ? pick(written, "rest") : written?.rest;
  const sql = Array.isArray(written) ? pick(written, "sql") : written?.sql;
  return {
    ...(typeof rest?.url === "string" && { restUrl: rest.url }),
    ...(typeof sql?.host === "string" && { sqlHost: sql.host }),
    ...(typeof sql?.port === "number" && { sqlPort: sql.port }),
  };
}

/** Version 1 before others: that is what `/v1/meta` belongs to. */
function pick(list: WireApiCredential[], type: WireApiCredential["type"]): WireApiCredential | undefined {
  const ofType = list.filter((each) => each.type === type);
  return ofType.find(({ version }) => version === undefined || version === 1) ?? ofType[0];
}

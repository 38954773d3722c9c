// Environments of a deployment, and tokens for the metadata of their models.

import { isObject, type JsonObject, UsageError } from "../../model/index.ts";
import type { CallOptions } from "../http/transport.ts";
import type {
  WireApiCredential,
  WireEnvironment,
  WireEnvironmentType,
  WireMetadataToken,
  WireMetadataTokenInput,
} from "../wire/wire-deployments.ts";
import { readPages } from "./paging.ts";
import { prepareCall, type Remote, sendForObject } from "./remote.ts";

export interface Environment {
  /** Text, also where the platform writes a number. */
  id: string;
  name?: string;
  type: WireEnvironmentType;
  /** The branch whose model it serves, where the platform says so. */
  branch?: string;
  credentials: { restUrl?: string; sqlHost?: string; sqlPort?: number };
  /** As it came. */
  raw: WireEnvironment;
}

export interface EnvironmentFilter {
  type?: WireEnvironmentType;
}

export interface MetadataTokenInput {
  /** Embedded in the token: which parts of the model it shows. */
  securityContext: JsonObject;
  /** Seconds, a whole number from 1; the platform's default (86400) where absent. */
  expiresIn?: number;
}

export interface MetadataToken {
  /** A JWT. */
  token: string;
  /** ISO 8601. */
  createdAt: string;
  expiresAt: string;
}

const TYPES: readonly string[] = ["production", "staging", "development"] satisfies WireEnvironmentType[];

/** Yields page by page. `staging` holds only branches whose staging environment is on. */
export async function* listEnvironments(
  remote: Remote,
  deploymentId: number,
  filter: EnvironmentFilter = {},
): AsyncGenerator<Environment[]> {
  const { type } = filter;
  if (type !== undefined && !TYPES.includes(type)) {
    throw new UsageError(`"${type}" is no type of environment`, [`It is one of ${TYPES.join(", ")}.`]);
  }
  const call = await prepareCall(remote, {
    operation: "listEnvironments",
    path: [deploymentId],
    does: `list the environments of deployment ${deploymentId}`,
    deploymentId,
  });
  const list = { name: "environments", style: "offset", call, filter: { type } } as const;
  for await (const page of readPages<WireEnvironment>(remote.transport, list))
    yield page.map(readEnvironment);
}

/** Issues a token that opens the metadata of one environment and nothing else. Never sent twice by itself. */
export async function metadataToken(
  remote: Remote,
  deploymentId: number,
  environmentId: string | number,
  input: MetadataTokenInput,
  options?: CallOptions,
): Promise<MetadataToken> {
  const { securityContext, expiresIn } = input;
  if (`${environmentId}`.trim() === "") throw new UsageError("there is no environment id");
  if (!isObject(securityContext)) throw new UsageError("the security context is not a JSON object");
  if (expiresIn !== undefined && !(Number.isSafeInteger(expiresIn) && expiresIn > 0)) {
    throw new UsageError(`a token cannot expire in ${expiresIn} seconds`, [
      "The lifetime is a whole number of seconds, at least 1; without one the platform's default holds.",
    ]);
  }
  const body: WireMetadataTokenInput = { security_context: securityContext };
  if (expiresIn !== undefined) body.expires_in = expiresIn;
  const call = await prepareCall(remote, {
    operation: "issueMetadataToken",
    path: [deploymentId, environmentId],
    does: `issue a metadata token for environment ${environmentId} of deployment ${deploymentId}`,
    deploymentId,
    needs: "A model is read with the permissions `DeploymentRead` and `SchemaRead` for the deployment.",
    missing: {
      thing: "environment",
      advice: "`boardwright environments list` shows the ids of the active environments.",
    },
    body,
    options,
  });
  const issued = await sendForObject<WireMetadataToken>(remote, call, ["token", "expires_at"]);
  remote.hide(issued.token);
  return { token: issued.token, createdAt: issued.created_at, expiresAt: issued.expires_at };
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

// The metadata of an environment's model. It is on the deployment's own host (field notes, A.10), so the request carries a
// metadata token only: the API key never goes there.

import { UserError } from "../../model/index.ts";
import { type Address, readAddress } from "../http/address.ts";
import type { CallOptions, Transport } from "../http/transport.ts";
import type { WireModelMetadata } from "../wire/wire-deployments.ts";
import { sendForObject } from "./answers.ts";
import type { Environment } from "./environments.ts";

/** A transport to another host, with no credential but this one. */
export type OpenElsewhere = (address: Address, token: string) => Transport;

/** Reads `/v1/meta` under the environment's `rest.url`. `Continue wait` is waited out, for a minute at most. */
export async function modelMetadata(
  open: OpenElsewhere,
  environment: Pick<Environment, "id" | "credentials">,
  token: string,
  options?: CallOptions,
): Promise<WireModelMetadata> {
  const { id, credentials } = environment;
  if (credentials.restUrl === undefined) {
    throw new UserError(`environment ${id} has no address for its metadata`, {
      details: ["Its `api_credentials` name no `rest.url`; it may not have started yet."],
    });
  }
  const address = readRestUrl(id, credentials.restUrl);
  const call = {
    method: "GET",
    path: address.basePath.endsWith("/v1") ? "/meta" : "/v1/meta",
    does: `read the model of environment ${id}`,
    refusalAdvice: "The metadata token is expired, or it is not for this environment: request a new one.",
    addressAdvice: `It is the \`rest.url\` of environment ${id}, as the platform lists it.`,
    ...options,
  } as const;
  return sendForObject<WireModelMetadata>(open(address, token), call, ["cubes"]);
}

function readRestUrl(id: string, url: string): Address {
  try {
    return readAddress(url);
  } catch (cause) {
    const why = cause instanceof UserError ? cause.message : "it is not an address";
    throw new UserError(`the address of environment ${id} cannot be used: ${why}`, {
      details: ["The platform's list of environments has it as `rest.url`."],
      cause,
    });
  }
}

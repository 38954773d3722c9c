// The data API of an environment: its model's metadata, rows, and queries as SQL. It is on the deployment's own host (field notes, A.10), so a request
// carries a token of that environment only: the API key never goes there.

import { isObject, type Json, type JsonObject, UserError, writeJson } from "../../model/index.ts";
import { type Address, readAddress } from "../http/address.ts";
import { readErrorBody } from "../http/error-body.ts";
import { PlatformError } from "../http/platform-error.ts";
import type { CallOptions, Transport } from "../http/transport.ts";
import type { WireModelMetadata, WireRows, WireSql } from "../wire/wire-deployments.ts";
import { findObject } from "./answers.ts";
import type { Environment } from "./environments.ts";
import { unexpected } from "./unexpected.ts";

/** A transport to another host, with no credential but this one. */
export type OpenElsewhere = (address: Address, token: string) => Transport;

/** What a data API says of a model that does not compile, with any status. */
const UNCOMPILED = /\bcompile errors?\b/i;

/**
 * Reads `/v1/meta` under the environment's `rest.url`. `Continue wait` is waited out, for a minute at most. For a model that does not
 * compile it throws `broken-model`, at once.
 */
export async function modelMetadata(
  open: OpenElsewhere,
  environment: Pick<Environment, "id" | "credentials">,
  token: string,
  options?: CallOptions,
): Promise<WireModelMetadata> {
  const { id } = environment;
  const { transport, call } = openDataApi(open, environment, token);
  const read = call("GET", "meta", "metadata token", `read the model of environment ${id}`);
  const isLastWord = (words: string) => UNCOMPILED.test(words);
  const sent = { ...read, isLastWord, ...options };
  try {
    const answer = await transport.send(sent);
    const found = findObject(answer, ["cubes"]);
    if (found) return found as unknown as WireModelMetadata;
    const { message } = readError(answer);
    throw transport.reject(sent, {
      ...unexpected("the answer is not the expected object", answer),
      ...(message !== undefined && { platformMessage: message }),
    });
  } catch (error) {
    const words = error instanceof PlatformError ? (error.platformMessage ?? "") : "";
    if (!isLastWord(words)) throw error;
    const reason = "the model does not compile";
    throw transport.reject(sent, { code: "broken-model", reason, platformMessage: words });
  }
}

/**
 * Rows from `/v1/load` under the environment's `rest.url`, in whichever format the query asks for them. Sent once: `Continue wait` is the
 * error `continue-wait`.
 */
export async function loadRows(
  open: OpenElsewhere,
  environment: Pick<Environment, "id" | "credentials">,
  token: string,
  query: JsonObject,
  options?: CallOptions,
): Promise<WireRows> {
  const { transport, call } = openDataApi(open, environment, token);
  const load = call("POST", "load", "token", `read rows of environment ${environment.id}`);
  const sent = { ...load, body: { query }, ...options };
  const answer = await transport.send(sent);
  const { message } = readError(answer);
  const data = message === undefined ? readRows(answer) : undefined;
  if (isObject(answer) && data) return { ...answer, data };
  // Of an answer of another shape nothing is shown: it may hold rows.
  throw transport.reject(sent, {
    ...unexpected(message === undefined ? "the answer holds no rows" : "the platform refused it", undefined),
    platformMessage: message,
  });
}

/** The words of an answer with a status of success that is none. */
function readError(answer: Json | undefined): { message?: string } {
  if (!isObject(answer) || !("error" in answer) || answer.error === null || answer.error === "") return {};
  return readErrorBody(writeJson({ error: answer.error }));
}

/** Rows as a list, as `responseFormat: compact` has them, or of several queries in one; undefined if there are none. */
function readRows(answer: Json | undefined): JsonObject[] | undefined {
  if (!isObject(answer)) return undefined;
  const { data, results } = answer;
  if (Array.isArray(data)) return data as JsonObject[];
  if (isObject(data) && Array.isArray(data.members) && Array.isArray(data.dataset)) {
    const members = data.members.map(String);
    return data.dataset
      .filter((row) => Array.isArray(row))
      .map((row) => Object.fromEntries(members.map((member, at) => [member, row[at] ?? null])));
  }
  if (!Array.isArray(results)) return undefined;
  const all = results.map(readRows);
  return all.includes(undefined) || all.length === 0 ? undefined : all.flatMap((rows) => rows ?? []);
}

/** A query as SQL, from `/v1/sql` under the environment's `rest.url`. Sent once, and only the data source and the SQL are kept. */
export async function compileQuery(
  open: OpenElsewhere,
  environment: Pick<Environment, "id" | "credentials">,
  token: string,
  query: JsonObject,
  options?: CallOptions,
): Promise<WireSql> {
  const { transport, call } = openDataApi(open, environment, token);
  const compile = call("POST", "sql", "token", `compile a query of environment ${environment.id}`);
  const sent = { ...compile, body: { query }, ...options };
  const answer = await transport.send(sent);
  const found = isObject(answer) && isObject(answer.sql) ? answer.sql : {};
  const { sql, dataSource = null } = found;
  if (Array.isArray(sql) && typeof sql[0] === "string" && sql[0].trim() !== "") return { sql, dataSource };
  // Nothing of the answer is shown: it may hold SQL.
  throw transport.reject(sent, unexpected("the answer holds no SQL", undefined));
}

function openDataApi(
  open: OpenElsewhere,
  { id, credentials }: Pick<Environment, "id" | "credentials">,
  token: string,
) {
  if (credentials.restUrl === undefined) {
    throw new UserError(`environment ${id} has no address for its data`, {
      details: ["Its `api_credentials` name no `rest.url`; it may not have started yet."],
    });
  }
  const address = readRestUrl(id, credentials.restUrl);
  const base = address.basePath.endsWith("/v1") ? "" : "/v1";
  const call = <M extends "GET" | "POST">(method: M, name: string, credential: string, does: string) => ({
    method,
    path: `${base}/${name}`,
    does,
    holdsData: true,
    refusalAdvice: `The ${credential} is expired, or it is not for this environment: request a new one.`,
    addressAdvice: `It is the \`rest.url\` of environment ${id}, as the platform lists it.`,
  });
  return { transport: open(address, token), call };
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

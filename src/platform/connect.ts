// Puts a Platform together: one gate and one credential for all requests to one address.

import { isObject, type Json, type JsonObject, UserError, writeJson } from "../model/index.ts";
import { type Address, readAddress } from "./http/address.ts";
import {
  type Authorization,
  authorizeWith,
  METADATA_SPELLINGS,
  type Scheme,
  spellingsOf,
} from "./http/authorization.ts";
import { type Clock, systemClock } from "./http/clock.ts";
import { openCredential, type TokenSource } from "./http/credential.ts";
import { readErrorBody } from "./http/error-body.ts";
import type { Origin } from "./http/explain.ts";
import { type Gate, openGate } from "./http/gate.ts";
import { PlatformError } from "./http/platform-error.ts";
import type { ProxyChoice } from "./http/proxy.ts";
import { openRedactor } from "./http/redact.ts";
import { openPools } from "./http/socket-pools.ts";
import type { TrafficListeners } from "./http/traffic.ts";
import { type Call, type CallOptions, openTransport, type Transport } from "./http/transport.ts";
import { findObject } from "./operations/answers.ts";
import { type DescriptionReader, openDescription } from "./operations/description.ts";
import type { Environment } from "./operations/environments.ts";
import { type CallDraft, fill, type Operation } from "./operations/operation.ts";
import { OPERATIONS, type OperationMethods } from "./operations/operations.ts";
import { sendRaw } from "./operations/raw-request.ts";
import { unexpected } from "./operations/unexpected.ts";
import type { Platform } from "./platform.ts";
import type { WireModelMetadata, WireRows, WireSql } from "./wire/wire-deployments.ts";

// The data API of an environment: its model's metadata, rows, and queries as SQL. It is on the deployment's own host (field notes, A.10), so a request
// carries a token of that environment only: the API key never goes there.

/** A transport to another host, with no credential but this one. */
type OpenElsewhere = (address: Address, token: string) => Transport;

/** What a data API says of a model that does not compile, with any status. */
const UNCOMPILED = /\bcompile errors?\b/i;

/**
 * Reads `/v1/meta` under the environment's `rest.url`. `Continue wait` is waited out, for a minute at most. For a model that does not
 * compile it throws `broken-model`, at once.
 */
async function modelMetadata(
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
async function loadRows(
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
async function compileQuery(
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

export interface Deadlines {
  /** DNS, TCP and TLS of one connection; 10 s. */
  connectMs: number;
  /** One request, headers and body; of a streamed body, the longest time without a byte. 120 s. */
  requestMs: number;
}

export interface ConnectOptions extends TrafficListeners {
  /** `{base_url}`: https, or http on a loopback address; a path and a trailing slash are fine. */
  url: string;
  /** A fixed token, or a source of one and, after a 401, of another: once for all requests in flight. */
  token: string | TokenSource;
  /** Unset: Bearer, and if the first request is answered 401, Api-Key once, keeping what worked. */
  scheme?: Scheme;
  userAgent?: string;
  /** For errors: where `url` and `token` come from. */
  from?: Origin | undefined;
  /** The most sockets, and requests in flight; 8. `auto` begins with 8 and goes up to 32 while answers stay quick and none is 429. */
  concurrency?: number | "auto";
  /** The proxy's address, or `(url) => proxyFor(url, process.env)`, called for each host; without it, no proxy. */
  proxy?: ProxyChoice;
  /** Ends everything at once, requests in flight included. */
  signal?: AbortSignal;
  clock?: Clock;
  /** In [0, 1): the dice of the backoff. */
  random?(): number;
  deadlines?: Partial<Deadlines>;
}

const IN_FLIGHT = 8;
const MOST_IN_FLIGHT = 32;
const DEADLINES: Deadlines = { connectMs: 10_000, requestMs: 120_000 };

/** Sends nothing yet. Throws a UserError for an address, a proxy or a credential that cannot be used. */
export function connect(options: ConnectOptions): Platform {
  const address = readAddress(options.url);
  const { hide, redact, cleanStream } = openRedactor();
  const credential = openCredential(options.token, hide);
  const { concurrency = IN_FLIGHT } = options;
  const first = concurrency === "auto" ? IN_FLIGHT : Math.max(1, concurrency);
  const most = concurrency === "auto" ? MOST_IN_FLIGHT : first;
  const deadlines = { ...DEADLINES, ...options.deadlines };
  const pools = openPools({ connections: most, connectMs: deadlines.connectMs }, options.proxy, hide);
  const open = (to: Address, authorization: Authorization, gate: Gate, from?: Origin) =>
    openTransport({
      address: to,
      from,
      authorization,
      pool: pools.to(to.origin),
      gate,
      clock: options.clock ?? systemClock,
      random: options.random ?? Math.random,
      redact,
      cleanStream,
      userAgent: options.userAgent ?? "boardwright",
      requestMs: deadlines.requestMs,
      signal: options.signal,
      onRetry: options.onRetry,
      onSent: options.onSent,
      onAnswered: options.onAnswered,
    });
  const gate = openGate({ first, most });
  const authorization = authorizeWith(credential, spellingsOf(options.scheme));
  const transport = open(address, authorization, gate, options.from);
  const elsewhere: OpenElsewhere = (to, token) =>
    open(to, authorizeWith(openCredential(token, hide), METADATA_SPELLINGS), openGate({ first }));
  const description = openDescription(transport, address.url);
  const connection: Connection = { transport, description, hide };
  return {
    ...bindOperations(connection),
    perform: (operation) => perform(connection, operation, []),
    url: address.url,
    pace: () => ({ inFlight: gate.limit(), most: gate.peak() }),
    capabilities: description.capabilities,
    modelMetadata: (...rest) => modelMetadata(elsewhere, ...rest),
    loadRows: (...rest) => loadRows(elsewhere, ...rest),
    compileQuery: (...rest) => compileQuery(elsewhere, ...rest),
    request: (method, path, request) => sendRaw({ transport, redact }, { method, path, ...request }),
    holdsCredential: (text) => redact(text) !== text,
    close: pools.close,
  };
}

// The rows of the table as methods: each call of an operation that the document does not show is checked against the served description first.

interface Connection {
  transport: Transport;
  description: DescriptionReader;
  /** From now on no error and no event shows this. */
  hide(secret: string): void;
}

/** One method for each row, which sends nothing yet. */
function bindOperations(connection: Connection): OperationMethods {
  const rows = Object.entries(OPERATIONS) as [string, Operation<unknown[], unknown>][];
  const methods = rows.map(([name, row]) => [name, (...args: unknown[]) => perform(connection, row, args)]);
  return Object.fromEntries(methods) as OperationMethods;
}

function perform<Args extends unknown[], Result>(
  connection: Connection,
  row: Operation<Args, Result>,
  args: Args,
): Result {
  const { transport, description, hide } = connection;
  return row.answer({
    transport,
    hide,
    async parameters() {
      const capabilities = await description.capabilities();
      return capabilities.described ? capabilities.parameters(row) : undefined;
    },
    prepare: async () => prepareCall(connection, row, row.ask(...args)),
    readDescription: description.document,
  });
}

async function prepareCall(
  { transport, description, hide }: Connection,
  row: Operation<never, unknown>,
  { params = [], secrets = [], ...draft }: CallDraft,
): Promise<Call> {
  const { method, path, shown } = row;
  for (const secret of secrets) hide(secret);
  const deploymentId = path.includes("/deployments/{deployment}") ? (params[0] as number) : undefined;
  const call: Call = { method, path: fill(path, path, params, encodeURIComponent), deploymentId, ...draft };
  call.does = fill(draft.does, path, params);
  if (draft.part !== undefined) call.part = fill(draft.part, path, params);
  if (shown) return call;
  const capabilities = await description.capabilities();
  if (capabilities.has(row)) return { ...call, guessed: !capabilities.described };
  throw transport.reject(
    { ...call, undescribed: true },
    { code: "no-such-operation", reason: "the API description it serves does not have it" },
  );
}

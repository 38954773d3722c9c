// Puts a Platform together: one gate and one credential for all requests to one address.

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
import type { Origin } from "./http/explain.ts";
import { type Gate, openGate } from "./http/gate.ts";
import type { ProxyChoice } from "./http/proxy.ts";
import { openRedactor } from "./http/redact.ts";
import { openPools } from "./http/socket-pools.ts";
import type { TrafficListeners } from "./http/traffic.ts";
import { type Call, openTransport, type Transport } from "./http/transport.ts";
import { compileQuery, loadRows, modelMetadata, type OpenElsewhere } from "./operations/data-api.ts";
import { type DescriptionReader, openDescription } from "./operations/description.ts";
import type { CallDraft, Operation } from "./operations/operation.ts";
import { OPERATIONS, type OperationMethods, type OperationName } from "./operations/operations.ts";
import { sendRaw } from "./operations/raw-request.ts";
import type { Platform } from "./platform.ts";

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
  const description = openDescription(transport, address.basePath);
  return {
    ...bindOperations({ transport, description, hide }),
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
  const { transport, description, hide } = connection;
  const bind = (name: OperationName, row: Operation<unknown[], unknown>) => {
    const prepare = (args: unknown[]) => prepareCall(connection, name, row, row.ask(...args));
    const parameters = async () => {
      const capabilities = await description.capabilities();
      return capabilities.described ? capabilities.parameters(name) : undefined;
    };
    return (...args: unknown[]) =>
      row.answer({
        transport,
        hide,
        parameters,
        prepare: async () => prepare(args),
        readDescription: description.document,
      });
  };
  const rows = Object.entries(OPERATIONS) as [OperationName, Operation<unknown[], unknown>][];
  return Object.fromEntries(
    rows.map(([name, row]) => [name, bind(name, row)]),
  ) as unknown as OperationMethods;
}

async function prepareCall(
  { transport, description, hide }: Connection,
  name: OperationName,
  { method, path, shown }: Operation<never, unknown>,
  { params = [], secrets = [], ...draft }: CallDraft,
): Promise<Call> {
  for (const secret of secrets) hide(secret);
  const deploymentId = path.includes("/deployments/{}") ? (params[0] as number) : undefined;
  const call: Call = { method, path: fillPath(path, params), deploymentId, ...draft };
  if (shown) return call;
  const capabilities = await description.capabilities();
  if (capabilities.has(name)) return { ...call, guessed: !capabilities.described };
  throw transport.reject(
    { ...call, undescribed: true },
    { code: "no-such-operation", reason: "the API description it serves does not have it" },
  );
}

/** The path with its parameters filled in, in order, each encoded. */
function fillPath(path: string, params: readonly (string | number)[]): string {
  let next = 0;
  return path.replaceAll("{}", () => encodeURIComponent(String(params[next++])));
}

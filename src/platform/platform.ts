// The platform as the rest of the house sees it: one method per operation of the table, and a few that are not in it.

import type { JsonObject } from "../model/index.ts";
import type { CallOptions } from "./http/transport.ts";
import type { Capabilities } from "./operations/capabilities.ts";
import type { Environment } from "./operations/environments.ts";
import type { Operation } from "./operations/operation.ts";
import type { OperationMethods } from "./operations/operations.ts";
import type { RawAnswer, RawRequest } from "./operations/raw-request.ts";
import type { WireModelMetadata, WireRows, WireSql } from "./wire/wire.ts";

/**
 * Every method throws a PlatformError (see there for its codes), and a UsageError, with nothing sent, for an impossible argument.
 * "Described only": not shown by the platform document, so called only if the served description has it; otherwise
 * `no-such-operation`. Lists yield their pages, never an item twice; leaving one early is fine. Sections in quotes are those of the
 * platform document.
 */
export interface Platform extends OperationMethods {
  /** `{base_url}` without a trailing slash. */
  readonly url: string;
  /** How many requests may be in flight now, and how many could be at most so far. */
  pace(): { inFlight: number; most: number };
  /** Calls an operation that no method is for, under the same rules: only if it is described, or shown by the document. */
  perform<Result>(operation: Operation<[], Result>): Result;
  /** What the served description offers; read once. */
  capabilities(): Promise<Capabilities>;
  /**
   * The model at the environment's `rest.url`, on any host: asked for with `token`, a metadata token, and never with the API key.
   * Waits while the platform answers `Continue wait` ("Errors", 3), a minute at most, then `continue-wait`. https, or http
   * on a loopback address.
   */
  modelMetadata(
    environment: Pick<Environment, "id" | "credentials">,
    token: string,
    call?: CallOptions,
  ): Promise<WireModelMetadata>;
  /**
   * Rows of a query, at the environment's `rest.url` as well, asked for with a token for data. Sent once: while the platform answers
   * `Continue wait` it throws `continue-wait`, and the caller decides whether to go on.
   */
  loadRows(
    environment: Pick<Environment, "id" | "credentials">,
    token: string,
    query: JsonObject,
    call?: CallOptions,
  ): Promise<WireRows>;
  /** The same query as SQL, from the same place with the same token. Sent once. */
  compileQuery(
    environment: Pick<Environment, "id" | "credentials">,
    token: string,
    query: JsonObject,
    call?: CallOptions,
  ): Promise<WireSql>;
  /**
   * Any request below `url`, with the credential. `path` begins with one slash and may have a query. Any status is an answer, after
   * the retries of the retry table. Throws if there is no answer, and `no-such-operation` for a web page (200 with HTML) that
   * `accept` does not name. The credential is blanked in headers and text that echo it.
   */
  request(method: string, path: string, request?: RawRequest): Promise<RawAnswer>;
  /** Whether `text` contains a credential that was used here, plain or as URLs, JSON or base64 spell it. */
  holdsCredential(text: string): boolean;
  /** Waits for what is in flight and closes the sockets. Closing twice is fine. */
  close(): Promise<void>;
}

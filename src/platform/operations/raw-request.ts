// A request as somebody typed it, with the credential: below the configured address and nowhere else.

import { Readable } from "node:stream";
import { type Json, UsageError } from "../../model/index.ts";
import type { Query } from "../http/address.ts";
import type { Incoming, Method } from "../http/exchange.ts";
import type { BodyType } from "../http/request-body.ts";
import type { CallOptions, Transport } from "../http/transport.ts";

export interface RawRequest extends CallOptions {
  query?: Query;
  /** Sent as JSON, unless `bodyAs` says otherwise. */
  body?: Json;
  bodyAs?: BodyType;
  /** Media types; anything where absent. A web page is an answer only where `text/html` is among them. */
  accept?: string;
}

export interface RawAnswer {
  status: number;
  /** Names in lower case; the credential is blanked. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** To be read to its end or destroyed. Anything but JSON and errors is streamed. */
  body: Readable;
}

const METHODS: readonly string[] = [
  "GET",
  "HEAD",
  "OPTIONS",
  "PUT",
  "POST",
  "PATCH",
  "DELETE",
] satisfies Method[];

/** Sends what was asked for. Any status is an answer; what the retry table repeats has been repeated before. */
export async function sendRaw(
  { transport, redact }: { transport: Transport; redact(text: string): string },
  method: string,
  path: string,
  request: RawRequest = {},
): Promise<RawAnswer> {
  const { query, body, bodyAs, accept, ...options } = request;
  const verb = method.toUpperCase();
  if (!isMethod(verb))
    throw new UsageError(`${method} is no method`, [`It is one of ${METHODS.join(", ")}.`]);
  const call = {
    method: verb,
    path: readPath(path),
    does: `send ${verb} ${path}`,
    query,
    body,
    bodyAs,
    accept: accept ?? "*/*",
    ...options,
  };
  const { status, headers, stream, ...collected } = await transport.sendForAnswer(call);
  const found = stream ?? Readable.from(hideIn(collected, redact));
  return { status, headers: hideInHeaders(headers, redact), body: found };
}

function isMethod(text: string): text is Method {
  return METHODS.includes(text);
}

function hideInHeaders(
  headers: RawAnswer["headers"],
  redact: (text: string) => string,
): RawAnswer["headers"] {
  const clean = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(redact) : value === undefined ? undefined : redact(value),
  ]);
  return Object.fromEntries(clean);
}

/** The collected body in one piece, without the credential where the platform echoes it. Bytes that are no text stay as they are. */
function hideIn(
  { bytes, text }: Pick<Incoming, "bytes" | "text">,
  redact: (text: string) => string,
): Buffer[] {
  if (bytes.length === 0) return [];
  const clean = redact(text);
  return [clean === text ? bytes : Buffer.from(clean)];
}

/** The path as it is sent, encoded and without dot segments: it cannot leave `{base_url}`. Throws a UsageError for a whole URL. */
function readPath(text: string): string {
  const isPath = /^\/(?![/\\])/.test(text) && !/[#\u0000-\u001f\u007f]/.test(text);
  const url = isPath && URL.canParse(`http://below${text}`) ? new URL(`http://below${text}`) : undefined;
  if (url === undefined || url.host !== "below") {
    throw new UsageError(`"${text}" is not a path`, [
      "Give what comes after the platform's address, like /api/v1/deployments; the credential goes to no other host.",
    ]);
  }
  return url.pathname + url.search;
}

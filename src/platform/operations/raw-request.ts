// A request as the user typed it, with the credential: below the configured address and nowhere else.

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
  /** Media types; anything if absent. A web page is an answer only if `text/html` is among them. */
  accept?: string;
}

export interface RawAnswer {
  status: number;
  /** Names in lower case; the credential is blanked. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Read it to its end or destroy it. Anything but JSON and errors is streamed. */
  body: Readable;
}

const METHODS: readonly Method[] = ["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"];

/** Any status is an answer, after the retries of the retry table. */
export async function sendRaw(
  { transport, redact }: { transport: Transport; redact(text: string): string },
  { method, path, accept = "*/*", ...request }: RawRequest & { method: string; path: string },
): Promise<RawAnswer> {
  const verb = METHODS.find((each) => each === method.toUpperCase());
  if (verb === undefined)
    throw new UsageError(`${method} is not a method`, [`It is one of ${METHODS.join(", ")}.`]);
  const call = {
    ...request,
    method: verb,
    path: readPath(path),
    does: `send ${verb} ${path}`,
    request: `${verb} ${path}`,
    accept,
  };
  const { status, headers, stream, ...collected } = await transport.sendForAnswer(call);
  const found = stream ?? Readable.from(hideIn(collected, redact));
  return { status, headers: hideInHeaders(headers, redact), body: found };
}

function hideInHeaders(headers: RawAnswer["headers"], redact: (text: string) => string) {
  const clean = (value: string | string[] | undefined) =>
    Array.isArray(value) ? value.map(redact) : value && redact(value);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, clean(value)]));
}

/** The collected body in one piece, without the credential if the platform echoes it. Bytes that are not text stay as they are. */
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

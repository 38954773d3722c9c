// Answers of the server: JSON and the page's own files, each with what keeps a browser from doing anything else with them.

import type { IncomingMessage, ServerResponse } from "node:http";
import { escapeTerminal } from "../report/index.ts";
import type { Failure } from "./protocol.ts";

const MOST_BYTES = 4_000_000;

export class Failed extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly help: string | null = null,
  ) {
    super(message);
  }
}

export const HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/** Sentences, lines and names that are only read. Titles of widgets, texts and places are values, which an edit sends back. */
const READ = new Set(
  "message help summary step text label notes whyNotOne report frame lines path applied declared live owners commands by undo redo".split(
    " ",
  ),
);

/** Whatever a file or the platform says, it draws nothing out of its place: as in every other output. */
function shown(this: unknown, key: string, value: unknown): unknown {
  const isTitle = key === "title" && Object.hasOwn(this as object, "slug");
  if (!READ.has(key) && !isTitle) return value;
  if (Array.isArray(value)) return value.map((one) => shown.call(this, key, one));
  return typeof value === "string" ? value.replace(/[^\r\n\t]+/g, (part) => escapeTerminal(part)) : value;
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { ...HEADERS, "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(value, shown));
}

export function sendNothing(response: ServerResponse): void {
  response.writeHead(204, HEADERS);
  response.end();
}

export function sendFailure(response: ServerResponse, error: unknown): void {
  const failed =
    error instanceof Failed ? error : new Failed(500, "failed", "The studio could not do that.", null);
  const { status, code, message, help } = failed;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  sendJson(response, { error: { code, message, help } } satisfies Failure, status);
}

/** The object of a POST. Throws a Failed for anything else. */
export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  if (!/^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(request.headers["content-type"] ?? ""))
    throw new Failed(415, "not-json", "A POST carries application/json.");
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    // To its end, unkept: who is cut off while sending does not read why.
    if (size <= MOST_BYTES) parts.push(part);
  }
  if (size > MOST_BYTES) throw new Failed(413, "too-large", "The request is too large.");
  try {
    const value: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new Failed(400, "not-json", "The request is no JSON object.");
}

// The answers and refusals of handlers. Errors are JSON with `error`, as in the platform document ("Errors").

import type { JsonObject } from "../../model/index.ts";

export interface Reply {
  status: number;
  /** The content type. */
  type: string;
  headers?: Record<string, string>;
  /** Sent one after the other: a list contains its items twice, but they are encoded once. */
  chunks?: Buffer[];
  /** Sent as it is generated; its length is unknown beforehand. */
  stream?: Iterable<string>;
}

export function json(body: JsonObject, status = 200): Reply {
  return jsonText(JSON.stringify(body), status);
}

export function jsonText(text: string, status = 200): Reply {
  return { status, type: "application/json", chunks: [Buffer.from(text)] };
}

export function html(text: string, status = 200): Reply {
  return { status, type: "text/html; charset=utf-8", chunks: [Buffer.from(text)] };
}

/** A request that the platform refuses; `code` only if the document has one. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }

  toReply(): Reply {
    const { status, message: error, code } = this;
    return json(code === undefined ? { error } : { error, code }, status);
  }
}

/** "Create or update a workbook by slug", rule 7: another writer created or deleted it meanwhile. */
export function branchChanged(): Refusal {
  return new Refusal(
    409,
    "Another writer created or deleted the object; retry the request",
    "upsert_branch_changed",
  );
}

/** An unknown route is answered by the web application (field notes C). */
export const WEB_APP: Reply = html(
  '<!doctype html><html lang="en"><head><title>Platform</title></head><body><div id="root"></div></body></html>',
);

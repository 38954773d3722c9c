// Cursor paging as in the lists of the platform (field notes C): `first` and `after` in, `pageInfo` out. The cursor is the
// last id of the page, opaque to clients.

import type { Context } from "./context.ts";
import type { Reply } from "./reply.ts";
import { Refusal } from "./reply.ts";

/** A larger `first` is cut to this. No source names a maximum; a client must not rely on getting as many as it asked for. */
const MAX_PAGE = 1000;

/** One page of `rows`, which are in ascending order of id. Without `first` it is all rows after the cursor. */
export function listPage<R extends { id: number }>(
  { query, rules }: Pick<Context, "query" | "rules">,
  rows: readonly R[],
  write: (row: R) => string,
): Reply {
  const first = query.get("first");
  if (first !== null && !/^[1-9]\d*$/.test(first))
    throw new Refusal(400, "first must be a whole number of at least 1");
  const cursor = readCursor(query.get("after"));
  const start = startOf(rows, cursor.id);
  const isEmpty = rules.quirks.has("empty-pages") && first !== null && !cursor.afterEmpty;
  const length = isEmpty ? 0 : first === null ? rows.length : Math.min(Number(first), MAX_PAGE);
  const end = Math.min(rows.length, start + length);
  const page = rows.slice(start, end);
  const last = page.at(-1)?.id;
  const pageInfo = {
    hasNextPage: end < rows.length,
    hasPreviousPage: start > 0,
    startCursor: page.length > 0 ? writeCursor({ id: page[0]!.id }) : null,
    endCursor: isEmpty
      ? writeCursor({ ...cursor, afterEmpty: true })
      : last === undefined
        ? null
        : writeCursor({ id: last }),
  };
  const items = Buffer.from(page.map(write).join(","));
  return {
    status: 200,
    type: "application/json",
    chunks: [
      Buffer.from('{"items":['),
      items,
      // The older name of the same list, which the platform still fills (field notes A.1).
      Buffer.from('],"data":['),
      items,
      Buffer.from(`],"count":${rows.length},"pageInfo":${JSON.stringify(pageInfo)}}`),
    ],
  };
}

interface Cursor {
  /** Of the last row before the page; 0 is before all. */
  id: number;
  /** Whether the page before it was an empty one. */
  afterEmpty?: boolean;
}

function startOf(rows: readonly { id: number }[], after: number): number {
  const index = rows.findIndex((row) => row.id > after);
  return index < 0 ? rows.length : index;
}

function writeCursor({ id, afterEmpty }: Cursor): string {
  return Buffer.from(`${afterEmpty ? "empty" : "after"}:${id}`).toString("base64url");
}

function readCursor(cursor: string | null): Cursor {
  if (cursor === null) return { id: 0 };
  const match = /^(after|empty):(\d+)$/.exec(Buffer.from(cursor, "base64url").toString());
  if (!match) throw new Refusal(400, "after must be the endCursor of an earlier page");
  return { id: Number(match[2]), afterEmpty: match[1] === "empty" };
}

/** The id in a path parameter; NaN, which nothing has, for any other text. */
export function idInPath(written: string | undefined): number {
  return /^\d+$/.test(written ?? "") ? Number(written) : Number.NaN;
}

/** An id of 0 or above from a query parameter; undefined if it is not sent. */
export function idParameter(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^\d+$/.test(text)) throw new Refusal(400, `${name} must be a whole number of at least 0`);
  return Number(text);
}

/** `offset` and `limit` of the older lists: defaults 0 and 20 (platform document, "Limits"). */
export function offsetPage<R>(rows: readonly R[], query: URLSearchParams) {
  const offset = idParameter(query, "offset") ?? 0;
  const limit = idParameter(query, "limit") ?? 20;
  return { page: rows.slice(offset, offset + limit), pagination: { offset, limit, total: rows.length } };
}

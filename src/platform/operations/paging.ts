// Walks a list page by page, as the described query parameters say, else as the shape of the answers does.

import type { Json, JsonObject } from "../../model/index.ts";
import type { Query } from "../http/address.ts";
import type { Call, Transport } from "../http/transport.ts";
import { type Page, readPage } from "./page.ts";
import { ENDLESS, incomplete, unexpected } from "./unexpected.ts";

const PAGE_SIZE = 100;

/** `cursor`: first/after. `offset`: offset/limit. `whole`: no parameter is known. The styles are never mixed: servers reject it. */
export type PagingStyle = "cursor" | "offset" | "whole";

export interface List {
  /** The list's name in envelopes: `workbooks`. */
  name: string;
  style: PagingStyle;
  /** Its query is sent with every page, besides the parameters of the paging. */
  call: Call;
}

type Position =
  | { style: "cursor"; after?: string }
  | { style: "offset"; offset: number }
  | { style: "whole" };

/**
 * By the described parameters; undefined if they cannot be read, and the shapes of the field notes are tried. Cursors before
 * offsets: reports describe first/after next to limit/page.
 */
export function choosePaging(parameters: ReadonlySet<string> | undefined): PagingStyle {
  if (parameters === undefined || parameters.has("first") || parameters.has("after")) return "cursor";
  return parameters.has("offset") ? "offset" : "whole";
}

/**
 * Yields the list's pages; no item twice. The next page is fetched while the caller works on the current one. Throws a
 * PlatformError with `endless-list` if a cursor repeats or a page brings nothing new, `incomplete-list` if the platform promises
 * more and gives no way to ask for it.
 */
export async function* readPages<T>(transport: Transport, list: List): AsyncGenerator<T[]> {
  const over = new AbortController();
  const call = (at: Position): Call => ({
    ...list.call,
    query: { ...list.call.query, ...queryOf(at) },
    signal: list.call.signal ? AbortSignal.any([list.call.signal, over.signal]) : over.signal,
  });
  const seenIds = new Set<Json>();
  const seenCursors = new Set<string>();
  let at: Position = list.style === "offset" ? { style: "offset", offset: 0 } : { style: list.style };
  let answer = transport.send(call(at));
  try {
    for (;;) {
      const received = await answer;
      const page = readPage(received, list.name, at.style === "offset" ? at.offset : undefined);
      if (page === undefined)
        throw transport.reject(call(at), unexpected("the answer is not a list", received));
      const fresh = page.items.filter((item) => isNew(item, seenIds));
      const next = findNext(page, at, seenIds.size);
      if (next === "incomplete") {
        const all = page.count === undefined ? "more" : `${page.count} in all`;
        const promise = `there are ${all}, but not how to ask for the rest`;
        throw transport.reject(call(at), incomplete(seenIds.size, promise));
      }
      const repeated = next?.style === "cursor" && next.after !== undefined && seenCursors.has(next.after);
      if (next !== undefined && (fresh.length === 0 || repeated)) throw transport.reject(call(at), ENDLESS);
      if (next === undefined) {
        if (fresh.length > 0) yield fresh as T[];
        return;
      }
      if (next.style === "cursor" && next.after !== undefined) seenCursors.add(next.after);
      at = next;
      answer = transport.send(call(at));
      // The caller may stop here; a failure is thrown when the page is awaited.
      answer.catch(() => {});
      yield fresh as T[];
    }
  } finally {
    over.abort();
  }
}

function queryOf(at: Position): Query {
  if (at.style === "cursor") return { first: PAGE_SIZE, after: at.after };
  return at.style === "offset" ? { offset: at.offset, limit: PAGE_SIZE } : {};
}

/** Where the next page begins, undefined after the last one. `known` counts the items so far. */
function findNext(page: Page, at: Position, known: number): Position | "incomplete" | undefined {
  if (page.isWhole) return undefined;
  const offset = at.style === "offset" ? at.offset + page.items.length : page.items.length;
  if (at.style === "offset" && page.total !== undefined) {
    return offset < page.total ? { style: "offset", offset } : undefined;
  }
  if (page.hasNextPage === true) {
    return page.endCursor === undefined ? "incomplete" : { style: "cursor", after: page.endCursor };
  }
  if (page.hasNextPage === false) return undefined;
  // A server that pages by offset does not know `first`: the answer says so.
  if (page.total !== undefined) return offset < page.total ? { style: "offset", offset } : undefined;
  if (at.style === "offset") return page.items.length === PAGE_SIZE ? { style: "offset", offset } : undefined;
  return page.count !== undefined && page.count > known ? "incomplete" : undefined;
}

/** Adds the item's id to those seen. An item without an id cannot repeat. */
function isNew(item: JsonObject, seen: Set<Json>): boolean {
  const { id } = item;
  if (id === undefined || id === null) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}

// Walks a list page by page, as the described query parameters say, else as the shape of the answers does.

import { isObject, type Json, type JsonObject } from "../../model/index.ts";
import type { Query } from "../http/address.ts";
import type { Call, Transport } from "../http/transport.ts";
import { endless, incomplete, REPEATS, unexpected } from "./unexpected.ts";

const PAGE_SIZE = 100;
/**
 * Pages in a row that may bring nothing new while their cursors go on: a server that filters a page after it was cut (by what the
 * credential sees, or by type) sends empty ones.
 */
const MAX_EMPTY_PAGES = 100;

/** Of one list: more than any deployment has, and few enough to end while a person waits. */
const MAX_PAGES = 1_000;

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
 * Yields the list's pages that bring anything; no item twice. The next page is fetched while the caller works on the current one. Throws
 * a PlatformError with `endless-list` if a cursor or an offset stands still, too many pages in a row bring nothing new, or there are too
 * many pages; `incomplete-list` if the platform promises more and gives no way to ask for it.
 */
export async function* readPages<T>(transport: Transport, list: List): AsyncGenerator<T[]> {
  const over = new AbortController();
  const signal = list.call.signal ? AbortSignal.any([list.call.signal, over.signal]) : over.signal;
  const call = (at: Position): Call => ({
    ...list.call,
    query: { ...list.call.query, ...queryOf(at) },
    signal,
  });
  const seen = new Set<string>();
  const seenCursors = new Set<string>();
  let emptyPages = 0;
  let pages = 0;
  let at: Position = list.style === "offset" ? { style: "offset", offset: 0 } : { style: list.style };
  let answer = transport.send(call(at));
  try {
    for (;;) {
      const received = await answer;
      const page = readPage(received, list.name, at.style === "offset" ? at.offset : undefined);
      if (page === undefined)
        throw transport.reject(call(at), unexpected("the answer is not a list", received));
      const fresh = page.items.filter((item) => isNew(item, seen));
      const next = findNext(page, at, seen.size);
      if (next === "incomplete") {
        const all = page.count === undefined ? "more" : `${page.count} in all`;
        const promise = `there are ${all}, but not how to ask for the rest`;
        throw transport.reject(call(at), incomplete(seen.size, promise));
      }
      if (next === undefined) {
        if (fresh.length > 0) yield fresh as T[];
        return;
      }
      pages += 1;
      if (pages >= MAX_PAGES)
        throw transport.reject(
          call(at),
          endless(`after ${pages} pages and ${seen.size} items there is another one`),
        );
      emptyPages = fresh.length === 0 ? emptyPages + 1 : 0;
      if (next.style === "cursor" && next.after !== undefined) {
        if (seenCursors.has(next.after))
          throw transport.reject(call(at), endless("a page names a cursor that an earlier one named"));
        seenCursors.add(next.after);
        if (emptyPages >= MAX_EMPTY_PAGES)
          throw transport.reject(call(at), endless(`${emptyPages} pages in a row brought nothing new`));
        // An offset only counts what came: nothing new means that the server ignores it.
      } else if (emptyPages > 0) throw transport.reject(call(at), endless(REPEATS));
      at = next;
      answer = transport.send(call(at));
      // The caller may stop here; a failure is thrown when the page is awaited.
      answer.catch(() => {});
      if (fresh.length > 0) yield fresh as T[];
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

/**
 * Adds the item to those seen. Its identity is its type and its id, because a list may mix types (platform document, WorkbookType),
 * and a folder may have the id of a workbook. An item without an id cannot repeat.
 */
function isNew({ type, id }: JsonObject, seen: Set<string>): boolean {
  if (id === undefined || id === null) return true;
  const identity = `${String(type)} ${String(id)}`;
  if (seen.has(identity)) return false;
  seen.add(identity);
  return true;
}

// One page of a list, in any envelope (field notes, C; platform document, "List deployments").

interface Page {
  items: JsonObject[];
  /** No envelope: the whole list. */
  isWhole: boolean;
  hasNextPage?: boolean;
  endCursor?: string;
  /** How many there are in all, if the answer pages by offset. */
  total?: number;
  /** How many there are in all, if the answer only says so (the deprecated `count`). */
  count?: number;
}

/**
 * Reads `items`, `data`, `data: { <name>: […] }` or an array without an envelope; undefined if the answer is not a list.
 * `name` is the list's subject, like `workbooks`. By offset, `data` comes first: environments slice only that, and `items` stays
 * the full list (field notes, C). At offset 0 an empty `data` next to `items` is not a slice: `items` is the page.
 */
function readPage(answer: Json | undefined, name: string, offset?: number): Page | undefined {
  if (Array.isArray(answer)) return areObjects(answer) ? { items: answer, isWhole: true } : undefined;
  if (!isObject(answer)) return undefined;
  const inner = isObject(answer.data) ? answer.data : {};
  const isSliced =
    offset !== undefined && !(offset === 0 && isEmpty(answer.data) && Array.isArray(answer.items));
  const usual = isSliced ? [answer.data, answer.items] : [answer.items, answer.data];
  const items = [...usual, inner[name], inner.items, answer[name]].find(Array.isArray);
  if (items === undefined || !areObjects(items)) return undefined;
  const info = [answer.pageInfo, inner.pageInfo].find(isObject);
  const pagination = [answer.pagination, inner.pagination].find(isObject);
  const page: Page = { items, isWhole: false };
  if (typeof info?.hasNextPage === "boolean") page.hasNextPage = info.hasNextPage;
  if (typeof info?.endCursor === "string") page.endCursor = info.endCursor;
  if (typeof pagination?.total === "number") page.total = pagination.total;
  const count = [answer.totalCount, answer.count].find((value) => typeof value === "number");
  if (count !== undefined) page.count = count;
  return page;
}

function isEmpty(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

function areObjects(items: Json[]): items is JsonObject[] {
  return items.every(isObject);
}

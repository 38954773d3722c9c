// One page of a list, in any envelope (field notes, C; platform document, "List deployments").

import { isObject, type Json, type JsonObject } from "../../model/index.ts";

export interface Page {
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
export function readPage(answer: Json | undefined, name: string, offset?: number): Page | undefined {
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

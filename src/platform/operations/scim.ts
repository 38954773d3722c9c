// Users as the identity provider's entry has them: SCIM 2.0 (RFC 7644), paged by startIndex and count.

import { isObject, type Json, UsageError } from "../../model/index.ts";
import type { CallOptions } from "../http/transport.ts";
import type { WireScimList, WireScimUser } from "../wire/wire-users.ts";
import { findObject, prepareCall, type Remote } from "./remote.ts";

export interface ScimRange {
  /** Users per page, from 0; the server's own number where absent. With 0 there are none. */
  count?: number;
  /** Where to begin, from 1. */
  startIndex?: number;
}

/**
 * Yields page by page, each asked for only when it is wanted: whoever takes one page has sent one request. No user twice. Throws
 * `endless-list` where a page brings nothing new, `incomplete-list` where it is empty although more are promised.
 */
export async function* listScimUsers(
  remote: Remote,
  range: ScimRange = {},
  options?: CallOptions,
): AsyncGenerator<WireScimUser[]> {
  const { count, startIndex = 1 } = range;
  checkNumber("count", count, 0);
  checkNumber("startIndex", startIndex, 1);
  const call = await prepareCall(remote, {
    operation: "listScimUsers",
    path: [],
    does: "list the SCIM users",
    needs: "SCIM needs an API key made for it.",
    accept: "application/scim+json, application/json",
    options,
  });
  const { transport } = remote;
  const seen = new Set<string>();
  for (let from = startIndex; ; ) {
    const page = { ...call, query: { count, startIndex: from } };
    const answer = await transport.send(page);
    const list = readList(answer);
    if (list === undefined) throw transport.reject(page, notAList(answer));
    const { totalResults, Resources: users = [] } = list;
    const fresh = users.filter(({ id }) => !seen.has(id) && seen.add(id));
    from += users.length;
    const isOver = count === 0 || from > totalResults;
    if (!isOver && fresh.length === 0) {
      throw transport.reject(page, users.length === 0 ? incomplete(seen.size, totalResults) : ENDLESS);
    }
    if (fresh.length > 0) yield fresh;
    if (isOver) return;
  }
}

function checkNumber(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  throw new UsageError(`${name} is a whole number from ${least}, not ${value}`);
}

function readList(answer: Json | undefined): WireScimList | undefined {
  const list = findObject(answer, ["totalResults"]);
  if (typeof list?.totalResults !== "number") return undefined;
  const users = list.Resources ?? [];
  const areUsers =
    Array.isArray(users) && users.every((user) => isObject(user) && typeof user.id === "string");
  return areUsers ? (list as unknown as WireScimList) : undefined;
}

const ENDLESS = {
  code: "endless-list",
  reason: "the list does not end: a page repeats what came before",
  status: 200,
};

function incomplete(known: number, all: number) {
  const reason = `the list breaks off after ${known}: the platform says there are ${all} in all`;
  return { code: "incomplete-list", reason, status: 200 };
}

function notAList(answer: Json | undefined) {
  const platformMessage = answer === undefined ? undefined : JSON.stringify(answer).slice(0, 200);
  return { code: "unexpected-answer", reason: "the answer is not a SCIM list", status: 200, platformMessage };
}

// Users as the endpoint for identity providers has them: SCIM 2.0 (RFC 7644), paged by startIndex and count.

import { isObject, type Json } from "../../model/index.ts";
import type { CallOptions } from "../http/transport.ts";
import type { WireScimList, WireScimUser } from "../wire/wire-users.ts";
import { findObject } from "./answers.ts";
import { operation, type PendingCall } from "./operation.ts";
import { endless, incomplete, REPEATS, unexpected } from "./unexpected.ts";

export interface ScimRange {
  /** Users per page, from 0; the server's default if absent. With 0 there are none. */
  count?: number;
  /** The first user, counted from 1. */
  startIndex?: number;
}

export const SCIM_OPERATIONS = {
  /** "SCIM": users from `startIndex` (1) on, `count` per page. */
  listScimUsers: operation({
    method: "GET",
    path: "/api/scim/v2/Users",
    shown: true,
    ask: ({ count, startIndex = 1 }: ScimRange = {}, call?: CallOptions) => ({
      does: "list the SCIM users",
      needs: "SCIM needs an API key made for it.",
      query: { count, startIndex },
      accept: "application/scim+json, application/json",
      ...call,
    }),
    answer: readUsers,
  }),
};

/**
 * Yields page by page, each requested only when it is taken: one page is one request. No user twice. Throws `endless-list` if a
 * page brings nothing new, `incomplete-list` if it is empty although more are promised.
 */
async function* readUsers({ transport, prepare }: PendingCall): AsyncGenerator<WireScimUser[]> {
  const call = await prepare();
  const seen = new Set<string>();
  for (let from = Number(call.query?.startIndex); ; ) {
    const page = { ...call, query: { ...call.query, startIndex: from } };
    const answer = await transport.send(page);
    const list = readList(answer);
    if (list === undefined) {
      throw transport.reject(page, unexpected("the answer is not a SCIM list", answer));
    }
    const { totalResults, Resources: users = [] } = list;
    const fresh = users.filter(({ id }) => !seen.has(id) && seen.add(id));
    from += users.length;
    const isOver = call.query?.count === 0 || from > totalResults;
    if (!isOver && fresh.length === 0) {
      const promised = incomplete(seen.size, `there are ${totalResults} in all`);
      throw transport.reject(page, users.length === 0 ? promised : endless(REPEATS));
    }
    if (fresh.length > 0) yield fresh;
    if (isOver) return;
  }
}

function readList(answer: Json | undefined): WireScimList | undefined {
  const list = findObject(answer, ["totalResults"]);
  if (typeof list?.totalResults !== "number") return undefined;
  const users = list.Resources ?? [];
  const areUsers =
    Array.isArray(users) && users.every((user) => isObject(user) && typeof user.id === "string");
  return areUsers ? (list as unknown as WireScimList) : undefined;
}

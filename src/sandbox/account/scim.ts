// GET /api/scim/v2/Users (platform document, "SCIM"; envelope and errors: field notes A.9 and RFC 7644). Answers like the
// reference server scimmy, except for a startIndex past the end; a test compares the two.

import type { JsonObject } from "../../model/index.ts";
import { requireAccount, requireRole } from "../api/access.ts";
import type { Context } from "../api/context.ts";
import type { Refusal, Reply } from "../api/reply.ts";
import type { UserRecord } from "../store/account-records.ts";

export const SCIM_TYPE = "application/scim+json";
const DEFAULT_COUNT = 20;

/** By ascending id. A value that is not a whole number is ignored; a `startIndex` below 1 is 1, a `count` below 0 is 0. */
export function listScimUsers({ store, key, query, origin }: Context): Reply {
  requireAccount(key);
  requireRole(key, "Admin", "provision users");
  const startIndex = Math.max(1, integerOf(query, "startIndex") ?? 1);
  const count = Math.max(0, integerOf(query, "count") ?? DEFAULT_COUNT);
  const users = store.account.allUsers();
  const page = users.slice(startIndex - 1, startIndex - 1 + count);
  return scim({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: users.length,
    startIndex,
    // The requested number, not the number of rows: as the reference server does.
    itemsPerPage: count,
    Resources: page.map((user) => scimUser(user, origin)),
  });
}

/** A refusal in the form of SCIM (RFC 7644, 3.12). */
export function scimError({ status, message }: Refusal): Reply {
  const schemas = ["urn:ietf:params:scim:api:messages:2.0:Error"];
  return scim({ schemas, status: String(status), detail: message }, status);
}

function scimUser(user: UserRecord, origin: string): JsonObject {
  const { id, email, username, firstName, externalId } = user;
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    id: String(id),
    ...(externalId !== null && { externalId }),
    userName: username,
    ...(firstName !== null && { name: { givenName: firstName }, displayName: firstName }),
    emails: [{ value: email, type: "work", primary: true }],
    active: !user.isDeactivated,
    meta: {
      resourceType: "User",
      created: user.createdAt,
      lastModified: user.updatedAt,
      location: `${origin}/api/scim/v2/Users/${id}`,
    },
  };
}

function scim(body: JsonObject, status = 200): Reply {
  return { status, type: `${SCIM_TYPE}; charset=utf-8`, chunks: [Buffer.from(JSON.stringify(body))] };
}

function integerOf(query: URLSearchParams, name: string): number | undefined {
  const values = query.getAll(name);
  const number = values.length === 1 && values[0]!.trim() !== "" ? Number(values[0]) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

// Users (platform document, "Create user"; `me`: field notes A.9).

import type { JsonObject } from "../../model/index.ts";
import { requireAccount, requireRole } from "../api/access.ts";
import type { Context } from "../api/context.ts";
import { idInPath, listPage } from "../api/paging.ts";
import { json, Refusal, type Reply } from "../api/reply.ts";
import type { UserRecord } from "../store/account-records.ts";
import { readUser } from "../store/read-account.ts";
import { recordEvent } from "../store/record-event.ts";
import { OWNER_ID } from "../store/records.ts";

/**
 * POST /users, by an Admin whose key is not scoped. An email or username that is taken, in any case, is a 409 without a `code`:
 * retrying does not help. The password is accepted and dropped: nobody can log in with one here.
 */
export async function createUser(context: Context): Promise<Reply> {
  const { store, body, now } = context;
  requireAdmin(context, "create a user");
  const input = await body();
  const email = input.email as string;
  const username = input.username as string;
  for (const user of store.account.allUsers()) {
    if (sameText(user.email, email)) throw new Refusal(409, `A user with the email ${email} already exists`);
    if (sameText(user.username, username))
      throw new Refusal(409, `A user with the username ${username} already exists`);
  }
  const at = now();
  const user: UserRecord = {
    ...readUser(input, store.account.newUserId(), at),
    isDeactivated: false,
    createdAt: at,
    updatedAt: at,
    lastLogin: null,
  };
  store.account.putUser(user);
  recordEvent(context, at, "User created", { userId: user.id, email, username });
  return json(wireUser(user));
}

/** GET /users, by an Admin whose key is not scoped. */
export function listUsers(context: Context): Reply {
  requireAdmin(context, "list the users");
  return listPage(context, context.store.account.allUsers(), (user) => JSON.stringify(wireUser(user)));
}

/** PUT /users/{userId}: only the fields sent change. */
export async function updateUser(context: Context): Promise<Reply> {
  requireAdmin(context, "change a user");
  const before = findUser(context);
  const at = context.now();
  const user = {
    ...readUser({ ...wireUser(before), ...(await context.body()) }, before.id, at),
    updatedAt: at,
  };
  context.store.account.putUser(user);
  recordEvent(context, at, "User updated", { userId: user.id });
  return json(wireUser(user));
}

/** DELETE /users/{userId}. One that a key belongs to stays. */
export function deleteUser(context: Context): Reply {
  const { store, now } = context;
  requireAdmin(context, "delete a user");
  const { id } = findUser(context);
  if (id === OWNER_ID || [...store.account.apiKeys.values()].some(({ userId }) => userId === id))
    throw new Refusal(400, `An API key belongs to user ${id}`);
  store.account.deleteUser(id);
  recordEvent(context, now(), "User deleted", { userId: id });
  return json({});
}

function requireAdmin({ key }: Context, what: string): void {
  requireAccount(key);
  requireRole(key, "Admin", what);
}

function findUser({ store, params }: Context): UserRecord {
  const found = store.account.users.get(idInPath(params.userId));
  if (!found) throw new Refusal(404, `User ${params.userId} does not exist`);
  return found;
}

/** GET /users/me: the user of the key or login. */
export function getMe({ store, key }: Context): Reply {
  return json(wireUser(store.account.user(key.userId)));
}

/** A user as the API returns it. The document marks no field as nullable, so unknown fields are left out. */
function wireUser(user: UserRecord): JsonObject {
  const { firstName, picture, externalId, lastLogin, defaultRoles, ...rest } = user;
  const known = Object.entries({ firstName, picture, externalId, lastLogin });
  return {
    ...rest,
    defaultRoles: [...defaultRoles],
    aliases: [],
    notifications: {},
    tosAccepted: {},
    ...Object.fromEntries(known.filter(([, value]) => value !== null)),
  };
}

function sameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

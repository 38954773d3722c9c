// Users (platform document, "Create user"; `me`: field notes A.9).

import type { JsonObject } from "../../model/index.ts";
import { requireAccount, requireRole } from "../api/access.ts";
import type { Context } from "../api/context.ts";
import { json, Refusal, type Reply } from "../api/reply.ts";
import type { UserRecord } from "../store/account-records.ts";
import { readUser } from "../store/read-account.ts";
import { recordEvent } from "../store/record-event.ts";

/**
 * POST /users, by an Admin whose key is not scoped. An email or username that is taken, in any case, is a 409 without a `code`:
 * retrying does not help. The password is accepted and dropped: nobody can log in with one here.
 */
export async function createUser(context: Context): Promise<Reply> {
  const { store, key, body, now } = context;
  requireAccount(key);
  requireRole(key, "Admin", "create a user");
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

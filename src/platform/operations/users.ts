// Users of the account: creating one, and who the credential belongs to.

import { isObject, UsageError } from "../../model/index.ts";
import type { CallOptions } from "../http/transport.ts";
import type { WireUser, WireUserInput } from "../wire/wire-users.ts";
import { prepareCall, type Remote, sendForObject } from "./remote.ts";

const isText = (value: unknown): boolean => typeof value === "string";

/** What the fields of the creation body must be; null is fine everywhere. Required ones are not shown: the platform tells. */
const FIELDS: Readonly<Record<string, { is: string; fits(value: unknown): boolean }>> = {
  email: { is: "text", fits: isText },
  username: { is: "text", fits: isText },
  externalId: { is: "text", fits: isText },
  firstName: { is: "text", fits: isText },
  password: { is: "text", fits: isText },
  defaultRoles: {
    is: "a list of texts",
    fits: (value) => Array.isArray(value) && value.every(isText),
  },
  isAdmin: { is: "true or false", fits: (value) => typeof value === "boolean" },
  settings: { is: "an object", fits: isObject },
};

/** POST /api/v1/users. Never sent twice by itself: look before repeating. */
export async function createUser(
  remote: Remote,
  body: WireUserInput,
  options?: CallOptions,
): Promise<WireUser> {
  checkInput(body);
  if (typeof body.password === "string") remote.hide(body.password);
  const call = await prepareCall(remote, {
    operation: "createUser",
    path: [],
    does: `create user ${body.email ?? body.username ?? "without a name"}`,
    needs: "Creating a user needs an administrator.",
    body,
    options,
  });
  return sendForObject<WireUser>(remote, call);
}

/** GET /api/v1/users/me: described only (field notes, A.9). */
export async function currentUser(remote: Remote, options?: CallOptions): Promise<WireUser> {
  const call = await prepareCall(remote, {
    operation: "currentUser",
    path: [],
    does: "read who the credential belongs to",
    options,
  });
  return sendForObject<WireUser>(remote, call);
}

function checkInput(body: WireUserInput): void {
  if (!isObject(body)) throw new UsageError("the user is not a JSON object");
  for (const [name, value] of Object.entries(body)) {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (field === undefined || value === null || value === undefined || field.fits(value)) continue;
    throw new UsageError(`${name} of a user is ${field.is}`);
  }
}

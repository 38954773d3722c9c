// Users of the account: creating one, and who the credential belongs to.

import { isObject, UsageError } from "../../model/index.ts";
import type { CallOptions } from "../http/transport.ts";
import type { WireUser, WireUserInput } from "../wire/wire-users.ts";
import { object } from "./answers.ts";
import { operation } from "./operation.ts";

const isText = (value: unknown): boolean => typeof value === "string";

/** The types of the fields in the creation body; null is fine everywhere. Required ones are not shown: the platform checks. */
const FIELDS: Readonly<Record<string, { is: string; fits(value: unknown): boolean }>> = {
  email: { is: "text", fits: isText },
  username: { is: "text", fits: isText },
  externalId: { is: "text", fits: isText },
  firstName: { is: "text", fits: isText },
  password: { is: "text", fits: isText },
  defaultRoles: { is: "a list of texts", fits: (value) => Array.isArray(value) && value.every(isText) },
  isAdmin: { is: "true or false", fits: (value) => typeof value === "boolean" },
  settings: { is: "an object", fits: isObject },
};

export const USER_OPERATIONS = {
  /** "Create user". Required fields are not shown: the platform says which are missing. Never sent twice. */
  createUser: operation({
    method: "POST",
    path: "/api/v1/users",
    shown: true,
    ask(body: WireUserInput, call?: CallOptions) {
      checkInput(body);
      return {
        does: `create user ${body.email ?? body.username ?? "without a name"}`,
        needs: "Creating a user needs an administrator.",
        body,
        secrets: typeof body.password === "string" ? [body.password] : [],
        ...call,
      };
    },
    answer: object<WireUser>(),
  }),
  /** Who the credential belongs to. Described only (field notes, A.9). */
  currentUser: operation({
    method: "GET",
    path: "/api/v1/users/me",
    ask: (call?: CallOptions) => ({ does: "read who the credential belongs to", ...call }),
    answer: object<WireUser>(),
  }),
};

function checkInput(body: WireUserInput): void {
  if (!isObject(body)) throw new UsageError("the user is not a JSON object");
  for (const [name, value] of Object.entries(body)) {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (field === undefined || value === null || value === undefined || field.fits(value)) continue;
    throw new UsageError(`${name} of a user must be ${field.is}`);
  }
}

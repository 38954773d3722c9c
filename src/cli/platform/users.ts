// boardwright users: creating one.

import { EXIT, type ExitCode, type JsonObject, UsageError } from "../../model/index.ts";
import type { WireUserInput } from "../../platform/index.ts";
import type { GlobalFlags } from "../flags.ts";
import { withRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { readObject } from "./body.ts";
import { printOne } from "./print.ts";

export interface CreateUserFlags extends GlobalFlags {
  data?: string;
  email?: string;
  username?: string;
  firstName?: string;
  externalId?: string;
  role?: string[];
  admin?: boolean;
}

/** From a body, from flags, or from both: a flag says more than the body. A password is taken from a body only. */
export async function createUser(terminal: Terminal, _: string[], flags: CreateUserFlags): Promise<ExitCode> {
  const { email, username, firstName, externalId, role: defaultRoles, admin: isAdmin } = flags;
  const fields = { email, username, firstName, externalId, defaultRoles, isAdmin };
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (flags.data === undefined && named.length === 0) {
    throw new UsageError("there is no user to create: give -d BODY, or --email and --username");
  }
  const body: JsonObject = flags.data === undefined ? {} : await readObject(terminal, flags.data);
  const input: WireUserInput = { ...body, ...(Object.fromEntries(named) as WireUserInput) };
  return withRemote(terminal, flags, async ({ platform }) => {
    const user = await platform.createUser(input);
    const { id, isAdmin } = user;
    printOne(terminal, flags, user, { id, email: user.email, username: user.username, admin: isAdmin });
    return EXIT.ok;
  });
}

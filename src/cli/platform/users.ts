// boardwright users: creating one.

import { type JsonObject, UsageError } from "../../model/index.ts";
import type { WireUserInput } from "../../platform/index.ts";
import type { Subcommand } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { collect } from "../option-values.ts";
import { withRemote } from "../remote.ts";
import { readObject } from "./body.ts";
import { printOne } from "./print.ts";

interface CreateFlags extends GlobalFlags {
  data?: string;
  email?: string;
  username?: string;
  firstName?: string;
  externalId?: string;
  role?: string[];
  admin?: boolean;
}

export const commands: readonly Subcommand[] = [
  {
    usage: "create",
    summary: "create a user",
    options: [
      ["-d, --data <body>", "the user: JSON, @FILE, or - for standard input"],
      ["--email <address>", "the email address"],
      ["--username <name>", "the user name"],
      ["--first-name <name>", "the first name"],
      ["--external-id <id>", "the id that another system knows the user by"],
      ["--role <name>", "a default role (repeatable)", collect],
      ["--admin", "make the user an administrator"],
    ],
    examples: [
      "boardwright users create --email ada@example.com --username ada",
      "boardwright users create -d @user.json",
    ],
    /** From a body, from flags, or from both: a flag says more than the body. A password is taken from a body only. */
    async run(terminal, _args, flags: CreateFlags) {
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
        const { id, email, username, isAdmin: admin } = user;
        return printOne(terminal, flags, user, { id, email, username, admin });
      });
    },
  },
];

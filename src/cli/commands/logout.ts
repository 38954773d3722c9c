// boardwright logout: forgets a saved context, the current one unless one is named.

import { EXIT, showUrl, UsageError, UserError } from "../../model/index.ts";
import { contextsFile, findContext, removeContext } from "../../target/index.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";

export interface LogoutFlags extends GlobalFlags {
  name?: string;
}

export const command: Declaration = {
  options: [["--name <name>", "the context to forget (default: the current one)"]],
  examples: ["boardwright logout", "boardwright logout --name staging"],
  async run(terminal, _args, flags: LogoutFlags) {
    const { name, context } = flags;
    if (name !== undefined && context !== undefined && name !== context) {
      throw new UsageError("--name and --context name different contexts");
    }
    const path = contextsFile(terminal.env);
    const saved = await findContext(path, name ?? context);
    if (!saved) {
      throw new UserError("no saved context is the current one", {
        details: ["`boardwright context list` shows what is saved; --name says which one to forget."],
      });
    }
    await removeContext(path, saved.name);
    const url = showUrl(saved.context.url);
    if (flags.json) terminal.out(`${JSON.stringify({ context: saved.name, url }, null, 2)}\n`);
    else if (!flags.quiet) terminal.show(`Logged out of ${url}: context ${saved.name} is forgotten here.`);
    if (saved.context.refreshToken === undefined)
      terminal.err("The API key itself stays valid until it is revoked in the platform's account settings.");
    if (terminal.env.PLATFORM_API_KEY) terminal.err("PLATFORM_API_KEY is still set: commands keep using it.");
    return EXIT.ok;
  },
};

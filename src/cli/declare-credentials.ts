// Logging in and saved contexts on the command line: which commands there are and what they take (contract 3).

import type { GlobalFlags } from "./flags.ts";
import type { Declarer } from "./platform/declare.ts";

export function declareCredentials({ add, group }: Pick<Declarer, "add" | "group">): void {
  add("login", "log in and save it as a context", async () => {
    const { runLogin } = await import("./commands/login.ts");
    return (terminal, _words, flags: GlobalFlags) => runLogin(terminal, flags);
  })
    .option(
      "--url <url>",
      "the platform's address (default: PLATFORM_API_URL, then that of the saved context)",
    )
    .option("--name <name>", "the context's name (default: the first label of the host)")
    .option(
      "--api-key <key>",
      "save this API key, without a browser; - reads it from standard input, which keeps it out of the list of processes",
    );
  add("logout", "forget a saved login", async () => {
    const { runLogout } = await import("./commands/logout.ts");
    return (terminal, _words, flags: GlobalFlags) => runLogout(terminal, flags);
  }).option("--name <name>", "the context to forget (default: the current one)");
  add("whoami", "show the credential and what it reaches", async () => {
    const { runWhoami } = await import("./commands/whoami.ts");
    return (terminal, _words, flags: GlobalFlags) => runWhoami(terminal, flags);
  });
  const context = group("context", "the saved logins");
  const load = () => import("./commands/context.ts");
  add("list", "list them and mark the current one", async () => (await load()).listContexts, context);
  add("use", "make one the current one", async () => (await load()).chooseContext, context).argument(
    "<name>",
    "as `context list` has it",
  );
  add("remove", "forget one", async () => (await load()).forgetContext, context).argument(
    "<name>",
    "as `context list` has it",
  );
}

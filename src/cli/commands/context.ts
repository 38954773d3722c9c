// boardwright context: what is saved, which one is used, and forgetting one.

import { EXIT, showUrl } from "../../model/index.ts";
import { escapeTerminal } from "../../report/index.ts";
import { type Context, contextsFile, readConfig, removeContext, useContext } from "../../target/index.ts";
import type { Subcommand } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import type { Terminal } from "../terminal.ts";

export const commands: readonly Subcommand[] = [
  {
    usage: "list",
    summary: "list them and mark the current one",
    isLocal: true,
    examples: ["boardwright context list"],
    async run(terminal, _words, flags) {
      const { current, contexts } = await readConfig(contextsFile(terminal.env));
      const rows = [...contexts].map(([name, context]) => ({
        name,
        url: showUrl(context.url),
        login: loginOf(context),
        current: name === current,
      }));
      if (flags.json) {
        terminal.out(`${JSON.stringify({ current: current ?? null, contexts: rows }, null, 2)}\n`);
      } else if (rows.length === 0) {
        terminal.err("No context is saved. `boardwright login` saves one.");
      } else {
        const widths = {
          name: widest(rows.map(({ name }) => name)),
          url: widest(rows.map(({ url }) => url)),
        };
        for (const row of rows) {
          const name = row.name.padEnd(widths.name);
          const text = `${row.current ? "*" : " "} ${name}  ${row.url.padEnd(widths.url)}  ${row.login}`;
          terminal.show(escapeTerminal(text));
        }
      }
      return EXIT.ok;
    },
  },
  {
    usage: "use <name>",
    summary: "make one the current one",
    isLocal: true,
    arguments: { name: "as `context list` has it" },
    examples: ["boardwright context use staging            # the one that is used if none is named"],
    async run(terminal, [name = ""], flags) {
      await useContext(contextsFile(terminal.env), name);
      printCurrent(terminal, flags, name, `Context ${name} is the current one.`);
      return EXIT.ok;
    },
  },
  {
    usage: "remove <name>",
    summary: "forget one",
    isLocal: true,
    arguments: { name: "as `context list` has it" },
    examples: ["boardwright context remove staging"],
    async run(terminal, [name = ""], flags) {
      const path = contextsFile(terminal.env);
      await removeContext(path, name);
      const { current } = await readConfig(path);
      const more = current === undefined ? "; none is the current one" : "";
      printCurrent(terminal, flags, current, `Context ${name} is forgotten${more}.`);
      return EXIT.ok;
    },
  },
];

function printCurrent(
  terminal: Terminal,
  flags: GlobalFlags,
  current: string | undefined,
  words: string,
): void {
  if (flags.json) terminal.out(`${JSON.stringify({ current: current ?? null }, null, 2)}\n`);
  else if (!flags.quiet) terminal.show(words);
}

function loginOf({ refreshToken }: Context): "browser" | "api-key" {
  return refreshToken === undefined ? "api-key" : "browser";
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length));
}

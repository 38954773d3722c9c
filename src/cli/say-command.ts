// A command line that can be pasted, from the options that a command was run with.

import { narrowingFlags, shellWord } from "../model/index.ts";
import type { GlobalFlags } from "./flags.ts";

interface WrittenFlags extends GlobalFlags {
  only?: string[];
  prune?: boolean;
  shard?: string;
  yes?: boolean;
}

/** `words`: the command and its arguments. What it allows is left out, because it is what the caller changes. */
export function sayCommand(words: readonly string[], flags: WrittenFlags): string {
  const { config, policy, context, target = [], deployment, only = [], prune, shard, yes } = flags;
  const options = [
    ...sayOptions({ config, policy, context }),
    ...target.map((name) => ` --target ${shellWord(name)}`),
    ...sayOptions({ deployment }),
    narrowingFlags({ only, shard }),
    prune ? " --prune" : "",
    yes ? " --yes" : "",
  ];
  return ["boardwright", ...words.map(shellWord)].join(" ") + options.join("");
}

/** The end of a command that means the same project, credential and deployment; the target is said by whoever shows the command. */
export function saySurroundings({ config, policy, context, deployment }: GlobalFlags): string {
  return sayOptions({ config, policy, context, deployment }).join("");
}

function sayOptions(options: Pick<GlobalFlags, "config" | "policy" | "context" | "deployment">): string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [` --${name} ${shellWord(String(value))}`],
  );
}

// A command line that can be pasted, from the options that a command was run with.

import type { GlobalFlags } from "./flags.ts";

interface WrittenFlags extends GlobalFlags {
  only?: string[];
  prune?: boolean;
  shard?: string;
  yes?: boolean;
}

const PLAIN_WORD = /^[\w./:@%+,-]+$/;

/** `words`: the command and its arguments. What it allows is left out, because it is what the caller changes. */
export function sayCommand(words: readonly string[], flags: WrittenFlags): string {
  const { config, context, target = [], deployment, only = [], prune, shard, yes } = flags;
  const options = [
    ["--config", config],
    ["--context", context],
    ...target.map((name) => ["--target", name]),
    ["--deployment", deployment],
    ...only.map((glob) => ["--only", glob]),
    ["--shard", shard],
  ].flatMap(([name, value]) => (value === undefined ? [] : [String(name), String(value)]));
  const switches = [prune ? "--prune" : "", yes ? "--yes" : ""].filter((word) => word !== "");
  return ["boardwright", ...[...words, ...options].map(quoted), ...switches].join(" ");
}

/** As a POSIX shell takes it for one word. */
function quoted(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// What the file of a command declares about it. Its name and summary are in the line that registers it (commands/index.ts), so that
// the overview needs no file of a command; everything else is here, and is loaded with the code that it belongs to.

import type { ExitCode } from "../model/index.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

/** As commander takes it: `-d, --data <body>`. `read` turns the text into the flag's value; `before` is that of the same flag given earlier. `into`: the option whose flag it is, too. */
export type OptionLine = readonly [
  flags: string,
  description: string,
  read?: (text: string, before: string[] | undefined) => unknown,
  into?: string,
];

export interface Declaration {
  /** The help of each argument, by its name in the usage. */
  arguments?: Readonly<Record<string, string>>;
  options?: readonly OptionLine[];
  /** Sends no request: its help leaves out the options that say where requests go. */
  isLocal?: true;
  /** Command lines that work when pasted; a comment says what they do. */
  examples: readonly string[];
  /** A method, so that a command may name the type of the flags that its options give. Throws a UserError for what the user can fix. */
  run(terminal: Terminal, args: string[], flags: GlobalFlags): Promise<ExitCode>;
}

/** One command of a group: `deployments list`. */
export interface Subcommand extends Declaration {
  /** Its name and arguments: `get [deployment]`. */
  usage: string;
  summary: string;
}

/** What the file of a command exports: the command, those of its group, or both: `sync` and `sync status`. */
export interface CommandFile {
  command?: Declaration | undefined;
  commands?: readonly Subcommand[];
}

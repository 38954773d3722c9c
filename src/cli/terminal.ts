// Where a command's words go: results to stdout, progress and log lines to stderr. Injected, so that commands can be called
// without a process.

import type { Readable } from "node:stream";
import { UsageError } from "../model/index.ts";

export interface InterruptWords {
  /** On the first Ctrl-C, which ends what is under way in an orderly manner. "" says nothing. */
  first(): string;
  /** On the second, which ends the process at once. */
  second(): string;
}

export interface Terminal {
  /** A result. A final newline is added if it lacks one. */
  out(text: string): void;
  /** The same for people: in the width of the terminal. */
  show(text: string): void;
  /** A result that may be larger than memory, byte for byte, at the pace of the reader of stdout. Throws what `bytes` ends with. */
  pipe(bytes: Readable): Promise<void>;
  /** Standard input, to its end. */
  readInput(): Promise<string>;
  /** A log line, in the width of the terminal. */
  err(text: string): void;
  /** Replaces the progress line; "" takes it away. Does nothing if stderr is no terminal. */
  progress(line: string): void;
  /** Whether `progress` shows anything. */
  readonly hasProgress: boolean;
  /** Whether a user can be asked. */
  readonly interactive: boolean;
  /** Asks and resolves to the answer's first line; Ctrl-C or Ctrl-D at the question answers "". */
  ask(question: string): Promise<string>;
  /** Hands on each line that is typed, until the returned function is called. */
  readLines(heard: (line: string) => void): Promise<() => void>;
  readonly color: { out: boolean; err: boolean };
  /** Columns of stdout; undefined if it is no terminal. */
  readonly width: number | undefined;
  /** Columns of stderr; undefined if it is no terminal. */
  readonly errorWidth: number | undefined;
  /** Columns of stderr, for the progress line. */
  readonly progressWidth: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** What is said on stderr when the command is interrupted; of several, the last that was given. */
  explainInterrupt(words: InterruptWords): void;
  /** Aborts on the first Ctrl-C after it was first asked for; a second one ends the process at once. */
  readonly interrupted: AbortSignal;
}

/** Asks, for `y` or `yes`. */
export async function saysYes(terminal: Terminal, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await terminal.ask(`${question} [y/N] `)).trim());
}

/** Whether nobody needs to be asked, or somebody can be. */
export function isAnswered({ interactive }: Terminal, { yes = false }: { yes?: boolean }): boolean {
  return yes || interactive;
}

/** Throws a UsageError if nobody can be asked; told after whatever else is wrong with the command line. */
export function requireAnswer(terminal: Terminal, flags: { yes?: boolean }, advice: string): void {
  if (!isAnswered(terminal, flags)) throw new UsageError("there is no terminal to ask on", [advice]);
}

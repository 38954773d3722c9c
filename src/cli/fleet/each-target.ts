// A command that reads several targets: one after the other, with files that are read once. One that fails hides no other.

import { type FailedTarget, listNames } from "../../report/index.ts";
import type { Destination } from "../../target/index.ts";
import { shareFiles } from "../../tasks/cached/share-files.ts";
import type { GlobalFlags } from "../flags.ts";
import { failureOf, reportFailure } from "../report-failure.ts";
import type { Terminal } from "../terminal.ts";

/** What the targets of one process share. */
export type SharedFiles = ReturnType<typeof shareFiles>;

interface EachOptions<T> {
  flags: GlobalFlags;
  /** The command. */
  name: string;
  /** `could not be planned`. */
  failing: string;
  use(target: Destination, shared: SharedFiles): Promise<T>;
}

/** What `use` gives for each target, in the order given; why it threw for others is on stderr. Throws only when interrupted. */
export async function eachTarget<T>(
  terminal: Terminal,
  targets: readonly Destination[],
  { flags, name, failing, use }: EachOptions<T>,
): Promise<{ done: T[]; failed: FailedTarget[] }> {
  const done: T[] = [];
  const failed: FailedTarget[] = [];
  const shared = shareFiles();
  for (const target of targets) {
    try {
      done.push(await use(target, shared));
    } catch (error) {
      if (terminal.interrupted.aborted) throw error;
      terminal.err(`${target.name} ${failing}:`);
      reportFailure(error, [name], terminal, { ...flags, json: false });
      failed.push({ target: target.name, error: failureOf(error) });
    }
  }
  return { done, failed };
}

/** Characters of the names of targets of which the same is said. */
const NAMES = 300;

/** A text, and behind it `The same for 2 more: eu-2, eu-3.` and a blank line, if it is of others as well. */
export function withOthers(text: string, names: readonly string[]): string {
  if (names.length === 0) return `${text}\n`;
  return `${text}\nThe same for ${names.length} more: ${listNames(names, NAMES)}.\n\n`;
}

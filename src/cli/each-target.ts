// A command that reads several targets: one after the other, with files that are read once. One that fails hides no other.

import type { Plan, Project } from "../model/index.ts";
import type { ProjectContext } from "../project/context.ts";
import { shareFiles } from "../project/share-files.ts";
import { type FailedTarget, foldPlans, listNames } from "../report/index.ts";
import type { Destination } from "../target/index.ts";
import type { GlobalFlags } from "./flags.ts";
import { failureOf, reportFailure } from "./report-failure.ts";
import type { Terminal } from "./terminal.ts";
import { withConnection } from "./with-target.ts";

interface EachOptions<T> {
  flags: GlobalFlags;
  project: Project;
  /** The command. */
  name: string;
  /** `could not be planned`. */
  failing: string;
  use(context: ProjectContext): Promise<T>;
}

/** What `use` gives for each target, in the order given; why it threw for others is on stderr. Throws only when interrupted. */
export async function eachTarget<T>(
  terminal: Terminal,
  targets: readonly Destination[],
  { flags, project, name, failing, use }: EachOptions<T>,
): Promise<{ done: T[]; failed: FailedTarget[] }> {
  const done: T[] = [];
  const failed: FailedTarget[] = [];
  const shared = shareFiles();
  for (const target of targets) {
    try {
      const useShared = (context: ProjectContext) => use({ ...context, ...shared });
      done.push(await withConnection(terminal, flags, { project, target }, useShared));
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

/** Prints the first of each plans that are alike, and behind it `The same for 2 more: eu-2, eu-3.`, if it is of others as well. */
export function showFolded<T extends { plan: Plan }>(
  planned: readonly T[],
  textOf: (one: T) => string,
  print: (text: string) => void,
): void {
  for (const [one, ...others] of foldPlans(planned)) {
    const names = others.map(({ plan }) => plan.target.name);
    const same = `\nThe same for ${names.length} more: ${listNames(names, NAMES)}.\n`;
    print(`${textOf(one)}${names.length === 0 ? "" : same}\n`);
  }
}

// The program as the sources declare it, with all of its commands, and what `--help` prints of each.
import type { Command } from "commander";
import { loadProgram } from "../../src/cli/program.ts";

export const PROGRAM = await loadProgram();

export function helpOf(command: Command): string {
  let help = "";
  const writeOut = (text: string): void => {
    help += text;
  };
  command.configureOutput({ writeOut }).outputHelp();
  return help;
}

/** The command lines at the end of its help. */
export function examplesOf(command: Command): string[] {
  const [, examples = ""] = helpOf(command).split("\nExamples:\n");
  return examples.split("\n").flatMap((line) => line.trim() || []);
}

/** The command and all below it that run something. */
export function runnable(command: Command): Command[] {
  const isAlone = command.commands.length === 0 || command.registeredArguments.length > 0;
  return [...(isAlone ? [command] : []), ...command.commands.flatMap(runnable)];
}

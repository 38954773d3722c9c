// boardwright completion: a script that completes commands, options and files, made of what the program declares.

import type { Command } from "commander";
import { EXIT, orList, UsageError } from "../../model/index.ts";
import { bashScript, type CompletionNode, fishScript, zshScript } from "../completion/scripts.ts";
import { kindOfArgument, kindOfOption, valuesOf } from "../completion/values.ts";
import type { Declaration } from "../declaration.ts";

const SCRIPTS: Readonly<Record<string, (nodes: CompletionNode[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** `loadProgram` gives the whole program, whose commands it completes. */
export function completionOf(loadProgram: () => Promise<Command>): Declaration {
  return {
    arguments: {
      shell: "bash, zsh or fish",
      words: "for the scripts: after `values`, a kind of value and what is typed of it",
    },
    examples: [
      "boardwright completion bash > ~/.local/share/bash-completion/completions/boardwright",
      "boardwright completion zsh > ~/.zfunc/_boardwright",
      "boardwright completion fish > ~/.config/fish/completions/boardwright.fish",
    ],
    async run(terminal, [shell = "", kind = "", typed = ""]) {
      if (shell === "values") {
        const values = await valuesOf(kind, typed, terminal);
        if (values.length > 0) terminal.out(values.join("\n"));
        return EXIT.ok;
      }
      const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
      if (!script)
        throw new UsageError(
          `completion is for ${orList(Object.keys(SCRIPTS))}, not ${JSON.stringify(shell)}`,
        );
      terminal.out(script(readNodes(await loadProgram(), [])));
      return EXIT.ok;
    },
  };
}

/** The program and its commands, each with what can follow it. */
function readNodes(command: Command, path: readonly string[]): CompletionNode[] {
  const help = command.createHelp();
  // An argument before it may be left out, as the deployment may.
  const kinds = command.registeredArguments.map((argument) => kindOfArgument(path, argument.name()));
  const node: CompletionNode = {
    path,
    commands: command.commands.map((child) => ({ name: child.name(), summary: child.summary() })),
    options: help.visibleOptions(command).map(({ short, long, required, description }) => ({
      names: [short, long].filter((name) => name !== undefined),
      takesValue: required,
      values: long === undefined ? undefined : kindOfOption(path, long),
      summary: description,
    })),
    values: kinds.find((kind) => kind !== undefined),
  };
  return [node, ...command.commands.flatMap((child) => readNodes(child, [...path, child.name()]))];
}

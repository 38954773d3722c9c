// `boardwright --help`: one screen. What people do every day has a line each; the rest is there by name.

import type { Argument, Command } from "commander";
import { GROUPS, NAMED_ONLY } from "./help.ts";

/** The columns of the narrowest window that people still use. */
const WIDTH = 80;

export function overview(program: Command): string {
  const byName = new Map(program.commands.map((command) => [command.name(), command]));
  const grouped = new Map<string, Command[]>();
  for (const [name, heading] of Object.entries(GROUPS)) {
    const command = byName.get(name);
    if (command) grouped.set(heading, [...(grouped.get(heading) ?? []), command]);
  }
  const listed = [...grouped].flatMap(([heading, commands]) => (NAMED_ONLY.has(heading) ? [] : commands));
  const room = Math.max(...listed.map((command) => shownCommand(command).length));
  const blocks = [...grouped].map(([heading, commands]) => {
    const lines = NAMED_ONLY.has(heading)
      ? inLines(commands.map((command) => command.name()))
      : commands.map((command) => `  ${shownCommand(command).padEnd(room)}  ${command.summary()}`);
    return [heading, ...lines].join("\n");
  });
  const usage = `Usage: boardwright ${program.usage()}`;
  const more = "`boardwright COMMAND --help` says more; --version prints the version.";
  return `${[usage, program.description(), ...blocks, more].join("\n\n")}\n`;
}

/** The command with what it takes: `plan [paths...]`. */
export function shownCommand(command: Command): string {
  return [command.name(), ...command.registeredArguments.map(shownArgument)].join(" ");
}

function shownArgument(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function inLines(names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    const longer = last === undefined ? `  ${name}` : `${last}, ${name}`;
    if (last === undefined) lines.push(longer);
    // A comma may follow.
    else if (longer.length < WIDTH) lines[lines.length - 1] = longer;
    else lines.splice(-1, 1, `${last},`, `  ${name}`);
  }
  return lines;
}

// `boardwright --help`: one screen. What people do every day has a line each; the rest is there by name.

import type { Argument, Command } from "commander";

/** The columns of the narrowest window that people still use. */
const WIDTH = 80;
/** The headings whose commands are listed by name: with a line each they would not fit one screen. */
const NAMES_ONLY: readonly string[] = ["Platform:", "More:"];

export function overview(program: Command): string {
  const { commands } = program;
  const listed = commands.filter((command) => !NAMES_ONLY.includes(command.helpGroup()));
  const room = Math.max(...listed.map((command) => shownCommand(command).length));
  const headings = [...new Set(commands.map((command) => command.helpGroup()))];
  const blocks = headings.map((heading) => {
    const grouped = commands.filter((command) => command.helpGroup() === heading);
    const lines = NAMES_ONLY.includes(heading)
      ? inLines(grouped.map((command) => command.name()))
      : grouped.map((command) => `  ${shownCommand(command).padEnd(room)}  ${command.summary()}`);
    return [heading, ...lines].join("\n");
  });
  const usage = `Usage: boardwright ${program.usage()}`;
  const more = "`boardwright help COMMAND` says more; -v or --version prints the version.";
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

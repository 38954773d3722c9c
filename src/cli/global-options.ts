// The options of every command, wherever they are given: before the command, after its group, after itself.

import { type Command, Option } from "commander";
import { collect, deploymentId } from "./option-values.ts";

/** Commands that work on several targets. */
const SEVERAL = new Set(["plan", "apply", "lint", "targets", "merge"]);
const HEADING = "Global options:";

/** Declares them on a command; `hidden` keeps them out of its help. */
export function declareGlobals(command: Command, { hidden = false } = {}): void {
  const options = [
    new Option("--config <file>", "the project file (default: boardwright.yaml, looked for upwards)"),
    new Option(
      "--target <name>",
      SEVERAL.has(command.name())
        ? "the target to work on, or a group, or a glob (repeatable)"
        : "the target to work on",
    ).argParser(collect),
    new Option("--deployment <id>", "the deployment (default: the target's)").argParser(deploymentId),
    new Option("--policy <ref>", "read addresses, env, allow, limits and ignore at this Git revision"),
    new Option("--context <name>", "use the token of this saved context"),
    new Option("--json", "print one JSON document on stdout"),
    new Option("--no-color", "print without colours"),
    // `api -q` is a query parameter, as the platform's own client has it.
    new Option(command.name() === "api" ? "--quiet" : "-q, --quiet", "print results only"),
    new Option("-v, --verbose", "a line for each request on stderr; long lists name all"),
  ];
  for (const option of options) command.addOption(option.helpGroup(HEADING).hideHelp(hidden));
  if (!hidden) {
    const help = new Option("-h, --help", "print this help").helpGroup(HEADING);
    command.addHelpOption(help);
  }
}

/** The flags given on the way to a command: the innermost wins, and any of them wins over a default. */
export function flagsOf(command: Command): Record<string, unknown> {
  const { parent } = command;
  const flags = parent ? flagsOf(parent) : {};
  for (const [name, value] of Object.entries(command.opts())) {
    const isGiven = command.getOptionValueSource(name) !== "default";
    if (isGiven || !Object.hasOwn(flags, name)) flags[name] = value;
  }
  return flags;
}

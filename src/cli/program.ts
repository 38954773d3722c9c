// The command line: reads the arguments, runs the command that they name, and says how it failed. A command is a line in
// commands/index.ts and a file; the file is loaded when the command is named, so that no run pays for another command.

import { type Argument, Command, CommanderError, Help, InvalidArgumentError, Option } from "commander";
import {
  blankSecrets,
  capital,
  EXIT,
  type ExitCode,
  knowSecrets,
  learnSecret,
  secretsOf,
  suggest,
} from "../model/index.ts";
import { GROUPS } from "./commands/index.ts";
import type { CommandFile, Declaration } from "./declaration.ts";
import type { GlobalFlags } from "./flags.ts";
import { collect, deploymentId } from "./option-values.ts";
import { endIfUnwritable, type Host, processTerminal } from "./process-terminal.ts";

// What the parser of arguments objects to, in the words of every other error: `error: …`, the details indented below.

/** Its sentences begin with "error: ", and suggest in brackets on a line of their own. `said`: the words of the line. */
function usageText(parsers: string, [said]: readonly string[]): string {
  const [first = "", ...more] = parsers
    .replace(/^error: /, "")
    .trimEnd()
    .split("\n");
  const [, word = ""] = /^unknown (?:command|option) '(.*)'$/.exec(first) ?? [];
  const [, here] = OTHER_TOOLS.find(([words]) => words.split(" ").includes(word)) ?? [];
  // A command of a group has the platform's words.
  if (here !== undefined && (word.startsWith("-") || word === said)) return `${reworded(first)}. ${here}`;
  const suggestion = /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(more.join(" "))?.[1];
  const meant =
    suggestion === undefined
      ? ""
      : `. Did you mean ${suggestion
          .split(", ")
          .map((name) => `\`${name}\``)
          .join(" or ")}?`;
  return reworded(first) + meant;
}

function reworded(text: string): string {
  for (const [shape, reword] of SHAPES) {
    const found = shape.exec(text);
    if (found) return reword(found);
  }
  return text;
}

/** Words of other tools, which a newcomer tries first, and what does that here. */
const OTHER_TOOLS: readonly (readonly [words: string, here: string])[] = [
  ["import export download dump clone", "`boardwright pull` takes live dashboards into the files."],
  ["push upload up", "`boardwright apply` brings the live workbooks to what the files say."],
  ["diff --dry-run", "`boardwright plan` shows what apply would do, and only reads."],
  ["destroy delete remove", "Take it out of the files, then `boardwright apply --prune` deletes it."],
  ["status", "`boardwright plan` compares files and live; `boardwright drift` lists edits made in the UI."],
  ["check", "`boardwright lint` checks the files."],
  ["undo revert restore", "`boardwright rollback` puts back what was there before a run."],
  ["--auto-approve", "`--yes` applies without asking."],
  ["--force", "`--allow HAZARD` accepts a hazard that the plan names."],
  ["--env", "`--target NAME` says where it goes."],
];

const SHAPES: readonly [RegExp, (found: RegExpExecArray) => string][] = [
  [/^unknown (command|option) '(.*)'$/, ([, what, name]) => `there is no ${what} ${JSON.stringify(name)}`],
  [
    // The reader of the value says what it takes: see option-values.ts.
    /^option '(?:-\w, )?(--[\w-]+).*' argument '(.*)' is invalid\. (.*)$/s,
    ([, option, value, takes]) => `${option} takes ${takes}, not ${JSON.stringify(value)}`,
  ],
  [
    /^option '(?:-\w, )?(--[\w-]+) (.*)' argument missing$/,
    ([, option, value]) => `${option} needs a value: ${option} ${value}`,
  ],
  [/^missing required argument '(.*)'$/, ([, name]) => `the argument <${name}> is missing`],
  [
    /^too many arguments.* Expected (\d+) arguments? but got (\d+)\.$/,
    ([, most, given]) =>
      `too many arguments: it takes ${most === "0" ? "none" : `${most} at most`}, but got ${given}`,
  ],
];

// `boardwright --help`: one screen. What people do every day has a line each; the rest is there by name.

/** The columns of the narrowest window that people still use. */
const WIDTH = 80;
/** The headings whose commands are listed by name: with a line each they would not fit one screen. */
const NAMES_ONLY: readonly string[] = ["Platform:", "More:"];

function overview(program: Command): string {
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
function shownCommand(command: Command): string {
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

// The options of every command, wherever they are given: before the command, after its group, after itself.

/** Commands that work on several targets. */
const SEVERAL = new Set(["plan", "apply", "lint", "targets", "merge"]);
const HEADING = "Global options:";

/** What says where requests go. */
const OF_REQUESTS = ["target", "deployment", "policy", "context"];

/** Declares them on a command; `hidden` keeps them out of its help, `isLocal` those of requests. */
function declareGlobals(command: Command, { hidden = false, isLocal = false } = {}): void {
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
  for (const option of options) {
    const isHidden = hidden || (isLocal && OF_REQUESTS.includes(option.attributeName()));
    command.addOption(option.helpGroup(HEADING).hideHelp(isHidden));
  }
  if (!hidden) {
    const help = new Option("-h, --help", "print this help").helpGroup(HEADING);
    command.addHelpOption(help);
  }
}

/** The flags given on the way to a command: the innermost wins, and any of them wins over a default. */
function flagsOf(command: Command): Record<string, unknown> {
  const { parent } = command;
  const flags = parent ? flagsOf(parent) : {};
  for (const [name, value] of Object.entries(command.opts())) {
    const isGiven = command.getOptionValueSource(name) !== "default";
    if (isGiven || !Object.hasOwn(flags, name)) flags[name] = value;
  }
  return flags;
}

/** Where a command line runs, and what takes the exit code of the command that ran. */
interface Invocation {
  host: Host;
  done(code: ExitCode): void;
}

/** Runs one command line (without node and script) and resolves to its exit code. */
export async function run(args: readonly string[], host: Host = process): Promise<ExitCode> {
  const forget = knowSecrets(secretsOf(host.env));
  try {
    // `help COMMAND` is `COMMAND --help`.
    const asked =
      args[0] === "help" ? [...args.slice(1).filter((word) => word !== "--help"), "--help"] : args;
    return await runProgram(asked, host);
  } finally {
    forget();
  }
}

async function runProgram(args: readonly string[], host: Host): Promise<ExitCode> {
  // Version and help are written before any command has its terminal.
  endIfUnwritable(host);
  if (args.includes("--version") || args[0] === "version" || (args.length === 1 && args[0] === "-v")) {
    const version = BOARDWRIGHT_VERSION;
    host.stdout.write(args.includes("--json") ? `${JSON.stringify({ version })}\n` : `${version}\n`);
    return EXIT.ok;
  }
  let code: ExitCode = EXIT.ok;
  const done = (next: ExitCode): void => {
    code = next;
  };
  const { program, load } = buildProgram({ host, done });
  program.hook("preSubcommand", (_program, command) => load(command));
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version are asked for; everything else that commander throws is wrong usage, and already on stderr.
    if (error.exitCode === 0) return EXIT.ok;
    if (args.includes("--json")) {
      const { errorJson } = await import("./report-failure.ts");
      // A group alone is answered with its help.
      const message = error.code === "commander.help" ? "no command is given" : error.message;
      host.stdout.write(blankSecrets(errorJson("usage", usageText(message, program.args))));
    }
    return EXIT.usage;
  }
}

/** The program with all that its commands declare, whose files are all loaded. */
export async function loadProgram(): Promise<Command> {
  const { program, load } = buildProgram({ host: process, done() {} });
  await Promise.all(program.commands.map(load));
  return program;
}

/** The program with the names and summaries of its commands; `load` reads the file of one of them, once. */
function buildProgram(invocation: Invocation): { program: Command; load(command: Command): Promise<void> } {
  const { stdout, stderr } = invocation.host;
  const program: Command = new Command("boardwright")
    .description("Dashboards as code: YAML in Git, planned against what is live, applied.")
    .version(BOARDWRIGHT_VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand(false)
    // Options behind a command are the command's own: `-q` means something else to `api`.
    .enablePositionalOptions()
    .showHelpAfterError("  `boardwright --help` lists the commands.")
    .configureHelp({
      showGlobalOptions: false,
      subcommandTerm: shownCommand,
      formatHelp: (command, helper) => {
        requireCommand(command);
        return command === program ? overview(program) : new Help().formatHelp.call(helper, command, helper);
      },
    })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(blankSecrets(text)),
      outputError: (text, write) => write(`error: ${usageText(text, program.args)}\n`),
    })
    .exitOverride();
  // The overview has no room for them.
  declareGlobals(program, { hidden: true });
  const loaders = new Map<Command, () => Promise<CommandFile>>();
  for (const [heading, commands] of Object.entries(GROUPS)) {
    program.commandsGroup(heading);
    for (const [usage, summary, load] of commands)
      loaders.set(addCommand(program, usage, summary), () => load(loadProgram));
  }
  return {
    program,
    async load(command) {
      const { command: own, commands = [] } = await loaders.get(command)!();
      for (const { usage, summary, ...declaration } of commands)
        declare(addCommand(command, usage, summary), declaration, invocation);
      if (own) return declare(command, own, invocation);
      addExamples(
        command,
        commands.flatMap(({ examples }) => examples),
      );
      declareGlobals(command, { isLocal: commands.every(({ isLocal }) => isLocal) });
    },
  };
}

/** `nonsense --help` would be answered with the help of what `nonsense` is no command of. */
function requireCommand(command: Command): void {
  const [word] = command.args;
  const names = command.commands.map((child) => child.name());
  if (
    names.length === 0 ||
    command.registeredArguments.length > 0 ||
    word === undefined ||
    word.startsWith("-") ||
    names.includes(word)
  )
    return;
  const near = suggest(word, names);
  const meant = near === undefined ? "" : `\n(Did you mean ${near}?)`;
  command.error(`error: unknown command '${word}'${meant}`, { code: "commander.unknownCommand" });
}

function addCommand(parent: Command, usage: string, summary: string): Command {
  const command = parent
    .command(usage)
    .summary(summary)
    .description(`${capital(summary)}.`);
  return command
    .exitOverride()
    .helpCommand(false)
    .showHelpAfterError(`  \`boardwright ${pathOf(command)} --help\` shows what it takes.`);
}

function declare(command: Command, declaration: Declaration, { host, done }: Invocation): void {
  for (const argument of command.registeredArguments)
    argument.description = declaration.arguments?.[argument.name()] ?? "";
  for (const [flags, description, read, into] of declaration.options ?? []) {
    const option = new Option(flags, description);
    if (into !== undefined) option.attributeName = () => into;
    command.addOption(read ? option.argParser(read as (text: string, before: unknown) => unknown) : option);
  }
  addExamples(command, declaration.examples);
  // Last, so that help shows a command's own options first.
  declareGlobals(command, { isLocal: declaration.isLocal });
  refuseSwallowedOptions(command);
  command.action(async (...received: unknown[]) => {
    const flags: GlobalFlags = flagsOf(command);
    await learnSavedTokens(host.env);
    const { fitWidth } = await import("../report/findings/index.ts");
    const terminal = processTerminal(flags, host, fitWidth);
    const args = received
      .slice(0, -2)
      .flat()
      .filter((arg): arg is string => typeof arg === "string");
    try {
      done(await declaration.run(terminal, args, flags));
    } catch (error) {
      const { reportFailure } = await import("./report-failure.ts");
      done(reportFailure(error, [pathOf(command), ...args], terminal, flags));
    }
  });
}

/** The tokens of saved logins are as secret as one of the environment, also to a command that uses none of them. */
async function learnSavedTokens(env: Host["env"]): Promise<void> {
  const { savedTokens } = await import("../target/index.ts");
  for (const token of await savedTokens(env)) learnSecret(token);
}

/** `plan --out --json` would make a file named `--json`. */
function refuseSwallowedOptions(command: Command): void {
  const flags = new Set(command.options.flatMap(({ short, long }) => [short, long]));
  for (const option of command.options.filter(({ required }) => required)) {
    const read = option.parseArg;
    option.argParser((text, before) => {
      if (flags.has(text)) throw new InvalidArgumentError("a value");
      return read ? read(text, before) : text;
    });
  }
}

function addExamples(command: Command, examples: readonly string[]): void {
  command.addHelpText("after", `\nExamples:\n${examples.map((line) => `  ${line}`).join("\n")}`);
}

/** The words that lead to a command, without the program's name. */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}

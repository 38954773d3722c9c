// The command line: reads the arguments, runs the command that they name, and says how it failed. A command is a line in
// commands/index.ts and a file; the file is loaded when the command is named, so that no run pays for another command.

import { Command, CommanderError, Help, InvalidArgumentError, Option } from "commander";
import {
  blankSecrets,
  EXIT,
  type ExitCode,
  knowSecrets,
  learnSecret,
  secretsOf,
  suggest,
} from "../model/index.ts";
import { GROUPS } from "./commands/index.ts";
import type { CommandFile, Declaration, Subcommand } from "./declaration.ts";
import type { GlobalFlags } from "./flags.ts";
import { declareGlobals, flagsOf } from "./global-options.ts";
import { capital } from "./option-values.ts";
import { overview, shownCommand } from "./overview.ts";
import { endIfUnwritable, type Host, processTerminal } from "./process-terminal.ts";
import { usageText } from "./usage-text.ts";

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
      host.stdout.write(blankSecrets(errorJson("usage", usageText(message))));
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
      outputError: (text, write) => write(`error: ${usageText(text)}\n`),
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
      const file = await loaders.get(command)!();
      if ("commands" in file) declareGroup(command, file.commands, invocation);
      else declare(command, file.command, invocation);
    },
  };
}

/** `nonsense --help` would be answered with the help of what `nonsense` is no command of. */
function requireCommand(command: Command): void {
  const [word] = command.args;
  const names = command.commands.map((child) => child.name());
  if (names.length === 0 || word === undefined || word.startsWith("-") || names.includes(word)) return;
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

function declareGroup(group: Command, commands: readonly Subcommand[], invocation: Invocation): void {
  for (const { usage, summary, ...declaration } of commands)
    declare(addCommand(group, usage, summary), declaration, invocation);
  addExamples(
    group,
    commands.flatMap(({ examples }) => examples),
  );
  declareGlobals(group);
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
  declareGlobals(command);
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

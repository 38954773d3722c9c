// The command line: what there is, what it takes, and how its failures are told. Each command's code is loaded when it runs.

import { Command, CommanderError, Help, InvalidArgumentError } from "commander";
import { EXIT, type ExitCode } from "../model/index.ts";
import { declareCredentials } from "./declare-credentials.ts";
import { declarePreview } from "./declare-preview.ts";
import type { GlobalFlags } from "./flags.ts";
import { declareGlobals, flagsOf } from "./global-options.ts";
import { EXAMPLES } from "./help.ts";
import { overview, shownCommand } from "./overview.ts";
import { declarePlatform } from "./platform/declare.ts";
import { type Host, processTerminal } from "./process-terminal.ts";
import type { Terminal } from "./terminal.ts";

type Action<F> = (terminal: Terminal, args: string[], flags: F) => Promise<ExitCode>;

/** Runs one command line (without node and script) and resolves to its exit code. */
export async function run(args: readonly string[], host: Host = process): Promise<ExitCode> {
  if (args.includes("--version")) {
    host.stdout.write(`${BOARDWRIGHT_VERSION}\n`);
    return EXIT.ok;
  }
  let code: ExitCode = EXIT.ok;
  // Help is written before any command has its terminal; who reads only its first lines is no error.
  host.stdout.on("error", () => {});
  const program = buildProgram(host, (next) => {
    code = next;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version are asked for; everything else that commander throws is wrong usage, already told on stderr.
    if (error.exitCode === 0) return EXIT.ok;
    if (args.includes("--json")) {
      const { errorJson } = await import("./report-failure.ts");
      // A group alone is answered with its help.
      const message = error.code === "commander.help" ? "no command is given" : error.message;
      host.stdout.write(errorJson("usage", message.replace(/^error: /, "")));
    }
    return EXIT.usage;
  }
}

function buildProgram(host: Host, done: (code: ExitCode) => void): Command {
  const program: Command = new Command("boardwright")
    .description("Dashboards as code: YAML in Git, planned against what is live, applied.")
    .version(BOARDWRIGHT_VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand(false)
    // What stands behind a command is the command's: -q is another thing to `api`.
    .enablePositionalOptions()
    .showHelpAfterError("(boardwright --help lists the commands)")
    .configureHelp({
      showGlobalOptions: false,
      subcommandTerm: shownCommand,
      formatHelp: (command, helper) =>
        command === program ? overview(program) : new Help().formatHelp.call(helper, command, helper),
    })
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
    })
    .exitOverride();

  const describe = (command: Command, summary: string): Command => {
    const path = pathOf(command);
    return command
      .summary(summary)
      .description(`${capital(summary)}.`)
      .exitOverride()
      .helpCommand(false)
      .showHelpAfterError(`(boardwright ${path} --help says what it takes)`)
      .addHelpText("after", examplesOf(path));
  };
  const group = (name: string, summary: string): Command => describe(program.command(name), summary);
  const add = <F>(
    name: string,
    summary: string,
    action: () => Promise<Action<F>>,
    parent = program,
  ): Command => {
    const command = describe(parent.command(name), summary);
    command.action(async (...received: unknown[]) => {
      const flags = flagsOf(command) as F & GlobalFlags;
      const terminal = processTerminal(flags, host);
      const words = received
        .slice(0, -2)
        .flat()
        .filter((word): word is string => typeof word === "string");
      try {
        done(await (await action())(terminal, words, flags));
      } catch (error) {
        const { reportFailure } = await import("./report-failure.ts");
        done(reportFailure(error, [pathOf(command), ...words], terminal, flags));
      }
    });
    return command;
  };

  add("init", "write a project to start from; never overwrites", async () => {
    const { runInit } = await import("./commands/init.ts");
    return (terminal, _args, flags: GlobalFlags) => runInit(terminal, flags);
  });
  add(
    "lint",
    "check the files, offline unless told otherwise",
    async () => (await import("./commands/lint.ts")).runLint,
  )
    .argument("[paths...]", "files or folders (default: the whole project)")
    .option("--format <name>", "pretty, json, sarif, github or junit")
    .option("--max-warnings <n>", "fail when there are more warnings", wholeNumber)
    .option("--fix", "write what can be mended without changing a meaning")
    .option("--online", "check the members that queries name against the target's data model as well")
    .option("--branch <name>", "with --online: the model of this branch, whose staging environment is on");
  add(
    "fmt",
    "lay the files out in one way, comments kept",
    async () => (await import("./commands/fmt.ts")).runFmt,
  )
    .argument("[paths...]", "files or folders (default: the whole project)")
    .option("--check", "write nothing; exit 2 when a file would change");
  add(
    "plan",
    "show what apply would do; sends GET requests only",
    async () => (await import("./commands/plan.ts")).runPlan,
  )
    .argument("[paths...]", "plan only the workbooks of these files or folders")
    .option("--only <glob>", "plan only the slugs that match (repeatable)", collect)
    .option("--prune", "delete what this project manages and no file declares any more")
    .option("--format <name>", "pretty, json, markdown or html")
    .option("--out <file>", "also save the plan, for `boardwright apply FILE`")
    .option("--shard <part>", "plan only a part I/N, as 2/8: split by slug")
    .option("--detailed-exitcode", "exit 2 when changes are pending");
  add("apply", "plan, show, ask, and bring the live workbooks there", async () => {
    const { runApply } = await import("./commands/apply.ts");
    return (terminal, args, flags: GlobalFlags) => runApply(terminal, args, flags);
  })
    .argument("[plan-file]", "apply exactly this saved plan; refused where live is no longer as it says")
    .option("--only <glob>", "apply only the slugs that match (repeatable)", collect)
    .option("-y, --yes", "do not ask")
    .option("--allow <hazards>", "accept these hazards, separated by commas", splitList)
    .option("--prune", "delete what this project manages and no file declares any more")
    .option("--shard <part>", "apply only a part I/N, as 2/8: split by slug")
    .option("--concurrency <n>", "requests in flight at most", positiveNumber);
  add(
    "drift",
    "show what was edited outside Git; exit 2 when anything was",
    async () => (await import("./commands/drift.ts")).runDrift,
  )
    .argument("[paths...]", "look only at the workbooks of these files or folders")
    .option("--only <glob>", "look only at the slugs that match (repeatable)", collect)
    .option("--format <name>", "pretty, json or markdown");
  add(
    "rollback",
    "list the runs, or put back what was there before one",
    async () => (await import("./commands/rollback.ts")).runRollback,
  )
    .argument("[run]", "the run, or the beginning of its name (default: list them)")
    .option("--only <glob>", "put back only the slugs that match (repeatable)", collect)
    .option("-y, --yes", "do not ask")
    .option("--allow <hazards>", "accept these hazards, separated by commas", splitList)
    .option("--concurrency <n>", "requests in flight at most", positiveNumber);
  add(
    "pull",
    "take what was edited live into the files; only reads live",
    async () => (await import("./commands/pull.ts")).runPull,
  )
    .argument("[slugs...]", "the workbooks to pull (default: the edits of all that files declare)")
    .option("--all", "pull also what no file declares yet, with its reports")
    .option("--into <dir>", "where new files go (default: where include looks)")
    .option("--theirs", "take what is live where both sides edited")
    .option("--ours", "keep what the files say where both sides edited");
  declarePreview({ add, group, collect });
  add("demo", "lint, plan and apply an example; nothing is kept", async () => {
    const { runDemo } = await import("./commands/demo.ts");
    return (terminal, _args, flags: GlobalFlags) => runDemo(terminal, flags);
  });
  add("sandbox", "run the embedded platform as a server", async () => {
    const { runSandbox } = await import("./commands/sandbox.ts");
    return (terminal, _args, flags: GlobalFlags) => runSandbox(terminal, flags);
  })
    .option("--port <n>", "port on 127.0.0.1 (default: a free one)", portNumber)
    .option("--data <file>", "keep what is written in this file")
    .option("--seed <file>", "start with what this JSON file holds")
    .option("--merge <depth>", "how an upsert merges meta: shallow (default) or deep")
    .option("--faults <spec>", "fail on purpose, as in 503:0.1,conflict:0.05");
  declareCredentials({ add, group });
  declarePlatform({ add, group, wholeNumber, positiveNumber, collect });
  add("completion", "print a completion script for bash, zsh or fish", async () =>
    (await import("./commands/completion.ts")).runCompletion(program),
  ).argument("<shell>", "bash, zsh or fish");
  add(
    "update",
    "say how to get the newest version",
    async () => (await import("./commands/update.ts")).runUpdate,
  ).option("--check", "only say whether there is a newer one; nothing is asked in the background");
  // Last, so that help shows a command's own options first. The overview has no room for them.
  declareGlobals(program, { hidden: true });
  return program;
}

/** The words that lead to a command, without the program's name. */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}

/** Those of a command; a subcommand shows those of its group that are about it. */
function examplesOf(path: string): string {
  const [name = ""] = path.split(" ");
  const lines = (EXAMPLES[name] ?? []).filter((line) => `${line} `.includes(`boardwright ${path} `));
  return lines.length === 0 ? "" : `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

function splitList(value: string, before: string[] | undefined): string[] {
  const items = value.split(",").map((item) => item.trim());
  return [...(before ?? []), ...items.filter((item) => item !== "")];
}

function wholeNumber(text: string): number {
  if (/^\d{10,}$/.test(text)) throw new InvalidArgumentError("It takes a whole number of at most 9 digits.");
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It takes a whole number.");
  return Number(text);
}

function positiveNumber(text: string): number {
  if (wholeNumber(text) < 1) throw new InvalidArgumentError("It takes a whole number from 1.");
  return Number(text);
}

function portNumber(text: string): number {
  if (wholeNumber(text) > 65_535) throw new InvalidArgumentError("A port is at most 65535.");
  return Number(text);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

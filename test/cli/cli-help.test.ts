// Help: a screen for the overview, and for each command a sentence, its options, and examples that work when pasted.
import { describe, expect, it } from "vitest";
import { GROUPS } from "../../src/cli/commands/index.ts";
import { boardwright } from "../support/command.ts";
import { examplesOf, helpOf, PROGRAM, runnable } from "../support/program.ts";
import { tempFolder } from "../support/temp.ts";
import { examplesPlace, lineOf, PLAIN } from "./examples-place.ts";

const COMMANDS = PROGRAM.commands;

describe("boardwright --help", () => {
  it("fits one screen, groups the commands, and names each once", async () => {
    const cwd = tempFolder();
    const [long, short] = await Promise.all([boardwright(["--help"], { cwd }), boardwright(["-h"], { cwd })]);
    expect(long).toMatchObject({ code: 0, stderr: "" });
    expect(short.stdout).toBe(long.stdout);
    const lines = long.stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(32);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    for (const group of Object.keys(GROUPS)) {
      const commands = COMMANDS.filter((command) => command.helpGroup() === group);
      const block = lines.slice(lines.indexOf(group) + 1);
      const named = block.slice(0, block.indexOf("")).map((line) => line.trim());
      const names = named[0]!.endsWith(commands[0]!.summary())
        ? named.map((line) => line.split(" ")[0])
        : named.flatMap((line) => line.split(/, ?/)).filter((name) => name !== "");
      expect(names).toEqual(commands.map((command) => command.name()));
    }
  });
});

describe.each(COMMANDS.map((command) => [command.name(), command] as const))(
  "boardwright %s --help",
  (name, command) => {
    it("prints a sentence, the options and the examples, whose options exist", async () => {
      const { code, stdout, stderr } = await boardwright([name, "--help"], { cwd: tempFolder() });
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toBe(helpOf(command));
      expect(stdout).toMatch(
        new RegExp(`^Usage: boardwright ${name} \\[options\\].*\\n\\n[A-Z][^\\n]+\\.\\n`),
      );
      const [, options = ""] = stdout.split(/^Global options:$/m);
      for (const option of ["--config", "--json", "--no-color", "--quiet"]) expect(options).toContain(option);
      const isLocal = ["fmt", "schema", "completion", "context", "demo", "update"].includes(name);
      for (const option of ["--target", "--deployment", "--policy", "--context"])
        expect(options.includes(option), option).toBe(!isLocal);
      // What a group's examples take, its own commands say.
      const helps = [command, ...command.commands].map(helpOf);
      const known = new Set(helps.join("\n").match(/(?<=^ {2}(?:-\w, )?)--[\w-]+/gm));
      const examples = examplesOf(command);
      expect(examples).not.toEqual([]);
      for (const line of examples.map(lineOf)) {
        expect(line).toContain(`boardwright ${name}`);
        for (const flag of line.match(/(?<= )--[\w-]+/g) ?? []) expect([...known]).toContain(flag);
      }
    });
  },
);

describe("--help of a command that plans", () => {
  it("says of each option what it does there, and nothing of other commands", async () => {
    const [plan, apply, lint] = await Promise.all(
      ["plan", "apply", "lint"].map((name) => boardwright([name, "--help"], { cwd: tempFolder() })),
    );
    expect(plan!.stdout).toMatch(/--prune +plan the deletion of/);
    expect(apply!.stdout).toMatch(/--prune +delete what/);
    for (const { stdout } of [plan!, apply!, lint!])
      expect(stdout).toMatch(
        /--target <name> +the target to work on, or a group, or a\s+glob\s+\(repeatable\)\n/,
      );
    const pull = await boardwright(["pull", "--help"], { cwd: tempFolder() });
    expect(pull.stdout).toMatch(/--target <name> +the target to work on\n/);
    expect(lint!.stdout).not.toMatch(/-v, --verbose .*plan/);
  });
});

describe("--help of a command of a group", () => {
  const named = COMMANDS.flatMap(({ commands }) => commands).map(
    (command) => [`${command.parent!.name()} ${command.name()}`, command] as const,
  );

  it.each(named)("%s", async (name, command) => {
    const { stdout } = await boardwright([...name.split(" "), "--help"], { cwd: tempFolder() });
    expect(stdout).toBe(helpOf(command));
    expect(stdout).toContain(`\nExamples:\n  boardwright ${name}`);
  });
});

describe("the arguments and the options", () => {
  it("are all described", () => {
    const described = runnable(PROGRAM).flatMap((command) => [
      ...command.registeredArguments,
      ...command.options,
    ]);
    expect(described.filter(({ description }) => description === "")).toEqual([]);
  });
});

describe("the examples", () => {
  it.each(PLAIN)("%s", async (example) => {
    const cwd = examplesPlace();
    const command = (line: string) => boardwright(line.split(/ +/).slice(1), { cwd });
    const line = lineOf(example);
    if (line.includes("apply plan.json")) await command("boardwright plan --out plan.json");
    const { code, stdout, stderr } = await command(line);
    // A workbook is to be created, which is what this one tells by its exit code.
    expect(code, stdout + stderr).toBe(/--detailed-exitcode|--strict/.test(line) ? 2 : 0);
  });
});

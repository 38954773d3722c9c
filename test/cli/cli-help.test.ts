// Help: a screen for the overview, and for each command a sentence, its options, and examples that work when pasted.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GROUPS } from "../../src/cli/commands/index.ts";
import { boardwright, CLI } from "../support/command.ts";
import { examplesOf, helpOf, PROGRAM, runnable } from "../support/program.ts";
import { tempFolder } from "../support/temp.ts";

const COMMANDS = PROGRAM.commands;

/** The example as a shell has it: without what is said about it. */
const lineOf = (example: string): string => example.replace(/\s+#.*$/, "");

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
      for (const option of ["--config", "--target", "--deployment", "--json", "--no-color", "--quiet"])
        expect(options).toContain(option);
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
  /** A project in which all that the examples name is there, and `boardwright` on the path. */
  function place(): { cwd: string; env: Record<string, string> } {
    const cwd = tempFolder({
      "boardwright.yaml": [
        "version: 1",
        "project: acme",
        "defaultTarget: local",
        "targets:",
        "  local: { url: sandbox:.boardwright/sandbox.json, deployment: 12 }",
        "  production: { url: sandbox:.boardwright/production.json, deployment: 1 }",
        "",
      ].join("\n"),
      "dashboards/finance/revenue.yaml": "workbooks:\n  revenue-overview:\n    name: Revenue\n",
      "export.json": "{}",
      "user.json": '{ "email": "ada@example.com", "username": "ada" }',
      "workbook.json": '{ "name": "Revenue" }',
      ".boardwright/sandbox.json": JSON.stringify({
        deployments: [{ id: 12 }, { id: 1 }],
        branches: [
          { id: 1, name: "main", environmentId: 3 },
          { id: 7, name: "feature-x", isStagingEnvironmentEnabled: true },
        ],
        cubes: [{ name: "orders", measures: [{ name: "orders.revenue" }] }],
        workbooks: [{ id: 101, slug: "revenue", name: "Revenue" }],
        reports: [{ id: 5001, publicId: "c4GYoIbttls4", name: "By month" }],
      }),
      ".boardwright/backups/2026-11-20T08-10-04Z/run.json": JSON.stringify({
        formatVersion: 1,
        project: "acme",
        target: { name: "local", url: "sandbox:.boardwright/sandbox.json", deploymentId: 12 },
        startedAt: "2026-11-20T08:10:04.000Z",
        finishedAt: "2026-11-20T08:10:05.000Z",
        changes: [],
      }),
      // Where the shells look for completions.
      ".local/share/bash-completion/completions/.keep": "",
      ".zfunc/.keep": "",
      ".config/fish/completions/.keep": "",
      ".config/boardwright/config.toml": [
        'default_context = "acme"',
        '[contexts.acme]\nurl = "https://acme.example.com"\napi_key = "none"',
        '[contexts.staging]\nurl = "https://staging.example.com"\napi_key = "none"',
        "",
      ].join("\n"),
    });
    const bin = join(cwd, "bin");
    mkdirSync(bin);
    symlinkSync(CLI, join(bin, "boardwright"));
    chmodSync(CLI, 0o755);
    return { cwd, env: { PATH: `${bin}:${process.env.PATH}`, HOME: cwd } };
  }

  const shell = ({ cwd, env }: ReturnType<typeof place>, line: string): string =>
    execFileSync("sh", ["-ec", line], { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

  // Logins need a platform at the address that they name: login-command.test.ts.
  // Updates need a registry: update-command.test.ts.
  const elsewhere = ["sandbox", "login", "update"];
  const asks = /^boardwright (?:apply|rollback \d)(?!.* --yes)/;
  const runs = COMMANDS.filter((command) => !elsewhere.includes(command.name())).flatMap((command) =>
    // Those that ask need somebody to answer: apply-prompt.test.ts.
    examplesOf(command).filter((example) => !asks.test(example)),
  );

  it.each(runs)("%s", (example) => {
    const here = place();
    const line = lineOf(example);
    if (line.includes("apply plan.json")) shell(here, "boardwright plan --out plan.json");
    if (!line.includes("--detailed-exitcode")) {
      shell(here, line);
      if (line.includes("init")) {
        expect(readdirSync(join(here.cwd, "acme-dashboards"))).toContain("boardwright.yaml");
      }
      return;
    }
    // A workbook is to be created, which is what this one tells by its exit code.
    expect(() => shell(here, line)).toThrow(expect.objectContaining({ status: 2 }));
  });

  it.each(examplesOf(COMMANDS.find((command) => command.name() === "sandbox")!))("%s", async (example) => {
    const { cwd, env } = place();
    const { start } = await import("../support/command.ts");
    // A port of an example may be taken on this machine.
    const args = lineOf(example)
      .split(" ")
      .slice(1)
      .map((word) => word.replace("4400", "0"));
    const { child, ended } = start(args, { cwd, env });
    child.stdout!.once("data", () => child.kill("SIGINT"));
    expect(await ended).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("The sandbox listens on "),
    });
  });
});

describe("boardwright --version", () => {
  it("prints the version of the package, in every way of asking", async () => {
    const cwd = tempFolder();
    const { version } = JSON.parse(
      execFileSync("cat", [join(CLI, "../../package.json")], { encoding: "utf8" }),
    );
    for (const args of [["--version"], ["-V"], ["lint", "--version"]]) {
      expect(await boardwright(args, { cwd })).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    }
  });

  it("needs neither a project nor the rest of the program", async () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, "boardwright.yaml"), "- not a project");
    expect((await boardwright(["--version"], { cwd })).code).toBe(0);
  });
});

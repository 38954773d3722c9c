// Help: a screen for the overview, and for each command a sentence, its options, and examples that work when pasted.
import { describe, expect, it } from "vitest";
import { EXAMPLES, GROUPS, NAMED_ONLY } from "../../src/cli/help.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { examplesPlace, lineOf, PLAIN } from "./examples-place.ts";

const COMMANDS = Object.keys(GROUPS);

describe("boardwright --help", () => {
  it("fits one screen, groups the commands, and names each once", async () => {
    const cwd = tempFolder();
    const [long, short] = await Promise.all([boardwright(["--help"], { cwd }), boardwright(["-h"], { cwd })]);
    expect(long).toMatchObject({ code: 0, stderr: "" });
    expect(short.stdout).toBe(long.stdout);
    const lines = long.stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(32);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    for (const group of new Set(Object.values(GROUPS))) {
      const block = lines.slice(lines.indexOf(group) + 1);
      const named = block.slice(0, block.indexOf("")).map((line) => line.trim());
      const names = NAMED_ONLY.has(group)
        ? named.flatMap((line) => line.split(/, ?/)).filter((name) => name !== "")
        : named.map((line) => line.split(" ")[0]);
      expect(names).toEqual(COMMANDS.filter((command) => GROUPS[command] === group));
    }
  });
});

describe.each(COMMANDS)("boardwright %s --help", (command) => {
  it("prints a sentence, the options and the examples, whose options exist", async () => {
    const { code, stdout, stderr } = await boardwright([command, "--help"], { cwd: tempFolder() });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      new RegExp(`^Usage: boardwright ${command} \\[options\\].*\\n\\n[A-Z][^\\n]+\\.\\n`),
    );
    const [, examples = ""] = stdout.split(/^Examples:$/m);
    const [own = "", options = ""] = stdout.split(/^Global options:$/m);
    expect(examples).not.toBe("");
    for (const option of ["--config", "--target", "--deployment", "--json", "--no-color", "--quiet"])
      expect(options).toContain(option);
    // What a group's examples take, its own commands say.
    const [, below = ""] = stdout.split(/^(?:Commands|Examples):$/m);
    const names = [...below.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name = ""]) => name);
    const cwd = tempFolder();
    const more = await Promise.all(names.map((name) => boardwright([command, name, "--help"], { cwd })));
    const whole = [own, options, ...more.map((help) => help.stdout)].join("\n");
    const known = new Set(whole.match(/(?<=^ {2}(?:-\w, )?)--[\w-]+/gm));
    const lines = examples.trim().split("\n");
    expect(lines.map((line) => line.trim())).toEqual(EXAMPLES[command]);
    for (const line of lines.map(lineOf)) {
      expect(line).toContain(`boardwright ${command}`);
      for (const flag of line.match(/(?<= )--[\w-]+/g) ?? []) expect([...known]).toContain(flag);
    }
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
    expect(code, stdout + stderr).toBe(line.includes("--detailed-exitcode") ? 2 : 0);
  });
});

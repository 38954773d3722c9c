// The documents promise nothing that is not there: every link leads somewhere, every command line names a command and options
// that exist, and numbers and lists agree with the code.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Command as Declared } from "commander";
import glob from "fast-glob";
import { describe, expect, it } from "vitest";
import { initFiles } from "../src/cli/init-files.ts";
import { EXIT, parseAllowing } from "../src/model/index.ts";
import {
  anchorsOf,
  type CommandLine,
  commandsIn,
  commandsInSpans,
  commandsOf,
  DOCUMENTS,
  linksOf,
  ROOT,
  readText,
} from "./support/documents.ts";
import { examplesOf, PROGRAM, runnable } from "./support/program.ts";

interface Command {
  /** How many words it takes. */
  words: number;
  /** A group is followed by one of these. */
  subcommands: ReadonlyMap<string, Command>;
  /** Name → whether it takes a value, and what help says of it. */
  options: ReadonlyMap<string, { takesValue: boolean; help: string }>;
}

const PACKAGE = JSON.parse(readText("package.json")) as Record<string, Record<string, string>>;

function readCommand(command: Declared): Command {
  const args = command.registeredArguments;
  const options = command.createHelp().visibleOptions(command);
  return {
    words: args.some(({ variadic }) => variadic) ? Number.POSITIVE_INFINITY : args.length,
    subcommands: readCommands(command),
    options: new Map(
      options.flatMap(({ short, long, required: takesValue, description: help }) =>
        [short, long].flatMap((name) => (name ? [[name, { takesValue, help }] as const] : [])),
      ),
    ),
  };
}

function readCommands({ commands }: Declared): ReadonlyMap<string, Command> {
  return new Map(commands.map((command) => [command.name(), readCommand(command)]));
}

const commands = readCommands(PROGRAM);

/** What is wrong with a command line; empty where nothing is. */
function wrongWith([program, ...words]: readonly string[]): string[] {
  if (program === "npm") return PACKAGE.scripts?.[words[1] ?? ""] ? [] : [`there is no script ${words[1]}`];
  const [name = "", ...rest] = words;
  if (name === "" || name === "--help" || name === "--version") return [];
  // `help COMMAND` is `COMMAND --help`.
  if (name === "help")
    return rest.join(" ") === "COMMAND" ? [] : wrongWith(["boardwright", ...rest, "--help"]);
  if (name === "COMMAND") return rest.join(" ") === "--help" ? [] : ["COMMAND stands with --help only"];
  const command = commands.get(name);
  if (!command) return [`there is no command ${name}`];
  if (command.subcommands.size === 0) return wrongWords(name, command, rest);
  const [second = "", ...others] = rest;
  // A group alone is how running text names all that is in it.
  if (second === "" || second === "--help") return [];
  const subcommand = command.subcommands.get(second);
  if (!subcommand && command.words > 0) return wrongWords(name, command, rest);
  return subcommand
    ? wrongWords(`${name} ${second}`, subcommand, others)
    : [`${name} has no command ${second}`];
}

function wrongWords(name: string, command: Command, rest: readonly string[]): string[] {
  const problems: string[] = [];
  let given = 0;
  for (let at = 0; at < rest.length; at++) {
    const [word = "", inline] = (rest[at] ?? "").split("=", 2);
    if (!word.startsWith("-")) {
      given += 1;
      if (given > command.words) problems.push(`${name} takes no ${word}`);
      continue;
    }
    const option = command.options.get(word);
    if (!option) problems.push(`${name} has no option ${word}`);
    else if (option.takesValue) problems.push(...wrongValue(word, inline ?? rest[++at], option.help));
  }
  return problems;
}

function wrongValue(option: string, value: string | undefined, help: string): string[] {
  if (value === undefined || value.startsWith("--")) return [`${option} needs a value`];
  if (option === "--format" && !new RegExp(`\\b${value}\\b`).test(help))
    return [`there is no format ${value}`];
  if (option !== "--allow") return [];
  return value.split(",").flatMap((code) => (parseAllowing(code) ? [] : [`there is no hazard ${code}`]));
}

function problemsIn(path: string, lines: readonly CommandLine[]): string[] {
  return lines.flatMap(({ line, words }) =>
    wrongWith(words).map((problem) => `${path}:${line} \`${words.join(" ")}\`: ${problem}`),
  );
}

function brokenLinks(path: string): string[] {
  const broken = linksOf(readText(path)).filter(({ href }) => {
    const [to = "", anchor] = decodeURI(href).split("#", 2);
    const file = to === "" ? path : relative(ROOT, join(ROOT, dirname(path), to));
    if (file.startsWith("..") || !existsSync(join(ROOT, file))) return true;
    if (anchor === undefined) return false;
    return statSync(join(ROOT, file)).isDirectory() || !anchorsOf(readText(file)).has(anchor);
  });
  return broken.map(({ line, href }) => `${path}:${line} ${href}`);
}

describe("the links of the documents", () => {
  it("lead to something that is there", () => {
    expect(DOCUMENTS.flatMap(brokenLinks)).toEqual([]);
  });

  it("are found, anchors included", () => {
    expect(linksOf("[a](b.md) `[c](d.md)` [e](https://f.example)\n```\n[g](h.md)\n```\n[i](#j-k)")).toEqual([
      { line: 1, href: "b.md" },
      { line: 5, href: "#j-k" },
    ]);
    expect([...anchorsOf("# One `two`, three\n## A\n## A\n```\n# no\n```")]).toEqual([
      "one-two-three",
      "a",
      "a-1",
    ]);
  });
});

describe("the command lines", () => {
  it("are understood", () => {
    expect([...commands.keys()]).toEqual(expect.arrayContaining(["plan", "deployments"]));
    expect(
      commandsOf(
        "```sh\nA=1 boardwright plan 'a b' # no\n```\n```\n$ boardwright lint | cat\n```\n`boardwright fmt`",
      ),
    ).toEqual([
      { line: 2, words: ["boardwright", "plan", "a b"] },
      { line: 5, words: ["boardwright", "lint"] },
      { line: 7, words: ["boardwright", "fmt"] },
    ]);
    const wrong = [
      "nope",
      "plan --nope",
      "plan --format nope",
      "context use x y",
      "deployments nope",
      "deployments get 1 2",
      "users create --nope",
      "apply --allow nope",
      "apply --allow",
      "context nope",
      "context list x",
    ];
    for (const line of wrong) expect(wrongWith(["boardwright", ...line.split(" ")]), line).toHaveLength(1);
    expect(wrongWith(["npm", "run", "nope"])).toHaveLength(1);
  });

  it("of the documents name commands and options that exist", () => {
    expect(DOCUMENTS.flatMap((path) => problemsIn(path, commandsOf(readText(path))))).toEqual([]);
  });

  it("of docs/decisions/not-yet.md do not exist", () => {
    const lists = readText("docs/decisions/not-yet.md").match(/^- [\s\S]*?(?=\n\n)/m)?.[0] ?? "";
    const absent = [...lists.matchAll(/`([^`]+)`/g)].map(([, line = ""]) => line);
    expect(absent.length).toBeGreaterThan(0);
    expect(absent.filter((line) => wrongWith(["boardwright", ...line.split(" ")]).length === 0)).toEqual([]);
  });

  it("of --help, of what init writes, of the schemas, the examples and the messages do, too", () => {
    const examples = runnable(PROGRAM).map((command) => examplesOf(command));
    expect(examples.filter((lines) => lines.length === 0)).toEqual([]);
    const shown = examples.flat().flatMap((line) => commandsIn(line, 1));
    const written = initFiles("acme", { reference: "acme/boardwright@0", version: "0.1.0" }).flatMap(
      ({ path, text }) => problemsIn(path, commandsInSpans(text)),
    );
    const files = glob.sync(["schemas/*.json", "examples/**/*.yaml", "src/**/*.ts"], { cwd: ROOT }).sort();
    const said = files.flatMap((path) => problemsIn(path, commandsInSpans(readText(path))));
    expect([...problemsIn("--help", shown), ...written, ...said]).toEqual([]);
  });
});

describe("the numbers and lists of the documents", () => {
  it("README: the exit codes are those of the code", () => {
    const ci = /## In CI\n([\s\S]*?)\n## /.exec(readText("README.md"))?.[1] ?? "";
    const told = Object.fromEntries(
      [...ci.matchAll(/`(\d+)` ([a-z ]+)/g)].map(([, code, words]) => [code, words]),
    );
    expect(
      Object.keys(told)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual(Object.values(EXIT));
    const { ok, failed, pending, refused, usage, interrupted } = EXIT;
    expect(told[ok]).toMatch(/^done/);
    expect(told[failed]).toMatch(/^failed/);
    expect(told[pending]).toMatch(/pending/);
    expect(told[refused]).toMatch(/^refused/);
    expect(told[usage]).toMatch(/usage/);
    expect(told[interrupted]).toMatch(/^interrupted/);
  });

  it("docs/decisions: the index has a line for each page", () => {
    const pages = glob
      .sync("*.md", { cwd: join(ROOT, "docs/decisions") })
      .filter((name) => name !== "README.md");
    const listed = linksOf(readFileSync(join(ROOT, "docs/decisions/README.md"), "utf8")).map(
      ({ href }) => href,
    );
    expect(listed.filter((href) => pages.includes(href)).sort()).toEqual(pages.sort());
  });

  it("docs/debugging.md: has the variables of ours that the sources and the tests read, and no other", () => {
    const ours = /\b(?:BOARDWRIGHT|PLATFORM)_[A-Z_]+\b/g;
    const files = glob.sync(["src/**/*.ts", "test/**/*.ts"], { cwd: ROOT });
    const read = files.flatMap((path) =>
      [...readText(path).matchAll(/\benv\.((?:BOARDWRIGHT|PLATFORM)_[A-Z_]+)/g)].map(([, name]) => name),
    );
    const told = readText("docs/debugging.md").match(ours) ?? [];
    expect([...new Set(told)].sort()).toEqual([...new Set(read)].sort());
  });

  it("docs/decisions/dependencies.md: has a line for each dependency, and for no other package", () => {
    const rows = [...readText("docs/decisions/dependencies.md").matchAll(/^\| (`[^|]+`) \|/gm)];
    const told = rows.flatMap(([, names = ""]) => names.split(", ").map((name) => name.slice(1, -1)));
    const all = [
      "package.json",
      "verify/package.json",
      "mutants/package.json",
      ".ci/nodes/package.json",
      ".ci/release/package.json",
    ].flatMap((path) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(readText(path));
      return Object.keys({ ...dependencies, ...devDependencies });
    });
    expect(told.sort()).toEqual(all.filter((name) => !name.startsWith("@types/")).sort());
  });
});

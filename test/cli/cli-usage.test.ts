// Wrong usage: exit 64, told in words, with --json as one document; and nothing is sent or written.
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tempFolder } from "../support/temp.ts";
import { projectFile, run, type StandingBy, standBy, WORKBOOK } from "./server.ts";

let server: StandingBy;
beforeAll(async () => {
  server = await standBy();
});
afterAll(() => server.close());

const project = () =>
  tempFolder({ "boardwright.yaml": projectFile(server.url), "dashboards/x.yaml": WORKBOOK });

describe("wrong usage", () => {
  it.each([
    ["frobnicate", 'there is no command "frobnicate"'],
    ["aply", 'there is no command "aply". Did you mean `apply`?'],
    ["import", 'there is no command "import". `boardwright pull` takes live dashboards into the files.'],
    ["push", 'there is no command "push". `boardwright apply` brings'],
    ["apply --dry-run", 'there is no option "--dry-run". `boardwright plan` shows'],
    ["lint --frob", 'there is no option "--frob"'],
    ["lint --fx", 'there is no option "--fx". Did you mean `--fix`?'],
    [
      "lint --format markdown",
      '--format takes pretty, json, sarif, github, junit or codequality, not "markdown"',
    ],
    ["plan --format sarif", '--format takes pretty, json, markdown or html, not "sarif"'],
    [
      "lint --format constructor",
      '--format takes pretty, json, sarif, github, junit or codequality, not "constructor"',
    ],
    ["lint --max-warnings -1", '--max-warnings takes a whole number, not "-1"'],
    ["lint --max-warnings 1.5", 'a whole number, not "1.5"'],
    ["lint --max-warnings 1234567890", "--max-warnings takes a whole number of at most 9 digits, not"],
    ["apply --yes --concurrency 0", '--concurrency takes a whole number, 1 or more, not "0"'],
    ["apply --yes --concurrency many", '--concurrency takes a whole number, not "many"'],
    ["plan --deployment 0", '--deployment takes a positive whole number, not "0"'],
    ["plan --deployment 1e3", '--deployment takes a positive whole number, not "1e3"'],
    ["plan --target liv", 'there is no target "liv" in boardwright.yaml. Did you mean `live`?'],
    ["plan --context nobody", 'there is no saved context "nobody"'],
    ["plan --config nowhere.yaml", "there is no project file nowhere.yaml"],
    ["lint --only x", 'there is no option "--only"'],
    ["plan --out", '--out takes a value, not "--json"'],
    ["api GET", "the argument <path> is missing"],
    ["plan --target live --target other", 'there is no target "other" in boardwright.yaml'],
    ["apply --yes --allow nonsense", 'there is no hazard "nonsense" to allow'],
    ["apply --yes --allow drift,nonsense", 'there is no hazard "nonsense" to allow'],
    ["apply", "there is no terminal to ask on"],
    ["init somewhere", "too many arguments: it takes none, but got 1"],
    ["demo somewhere", "too many arguments: it takes none, but got 1"],
    ["sandbox --port 99999", "--port takes a port of at most 65535, not"],
    ["sandbox --port http", '--port takes a whole number, not "http"'],
    ["sandbox --merge sideways", '--merge takes shallow or deep, not "sideways"'],
    ["sandbox --faults sometimes", 'the fault "sometimes" cannot be read'],
    ["sandbox --faults 503:2", 'the fault "503:2" cannot be read'],
    ["sandbox --quirks nonsense", 'there is no quirk "nonsense"'],
  ])("%s", async (line, message) => {
    const folder = project();
    const { code, stdout, stderr } = await run(folder, [...line.split(" "), "--json"]);
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toContain(message);
    expect(code).toBe(64);
    const { error } = JSON.parse(stdout);
    expect(error).toEqual({ code: "usage", message: expect.any(String), details: expect.any(Array) });
    expect(error.message).toContain(message);
    // Files may have been read before, and what they say is kept.
    const left = readdirSync(folder).filter((name) => name !== ".boardwright");
    expect(left.sort()).toEqual(["boardwright.yaml", "dashboards"]);
    expect(server.requests).toEqual([]);
  });

  it("is what the environment can hold, too", async () => {
    const folder = project();
    const ran = await run(folder, ["plan"], { BOARDWRIGHT_DEPLOYMENT: "twelve" });
    expect(ran.stderr).toContain('a deployment is a positive whole number, not "twelve"');
    expect(ran.code).toBe(64);
    expect(server.requests).toEqual([]);
  });

  it("is an option without its value at the end", async () => {
    const { code, stderr } = await run(project(), ["plan", "--out"]);
    expect([code, stderr.split("\n")[0]]).toEqual([64, "error: --out needs a value: --out <file>"]);
  });

  it("is nothing at all: help on stderr", async () => {
    const { code, stdout, stderr } = await run(project(), []);
    expect([code, stdout]).toEqual([64, ""]);
    expect(stderr).toMatch(/^Usage: boardwright /);
  });

  it("tells where the help is", async () => {
    const folder = project();
    const [command, option] = await Promise.all([
      run(folder, ["frobnicate"]),
      run(folder, ["lint", "--frob"]),
    ]);
    expect([command.stdout, option.stdout]).toEqual(["", ""]);
    expect(command.stderr).toContain("\n  `boardwright --help` lists the commands.\n");
    expect(option.stderr).toContain("\n  `boardwright lint --help` shows what it takes.\n");
  });
});

describe("a slug that nobody declares", () => {
  it("is told, because a misspelt --only would pass for nothing to do", async () => {
    for (const command of [["plan"], ["apply", "--yes"]]) {
      const { code, stderr } = await run(project(), [...command, "--only", "revenu"]);
      expect(stderr).toContain('no file declares the workbook "revenu" that --only names');
      expect(code).toBe(64);
    }
    expect(server.requests).toEqual([]);
  });
});

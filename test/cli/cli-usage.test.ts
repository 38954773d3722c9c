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
    ["frobnicate", "unknown command 'frobnicate'"],
    ["aply", "unknown command 'aply'\n(Did you mean apply?)"],
    ["lint --frob", "unknown option '--frob'"],
    ["lint --fx", "unknown option '--fx'\n(Did you mean --fix?)"],
    ["lint --format markdown", '--format takes pretty, json, sarif, github, junit, not "markdown"'],
    ["plan --format sarif", '--format takes pretty, json, markdown, html, not "sarif"'],
    ["lint --format constructor", '--format takes pretty, json, sarif, github, junit, not "constructor"'],
    [
      "lint --max-warnings -1",
      "option '--max-warnings <n>' argument '-1' is invalid. It takes a whole number.",
    ],
    ["lint --max-warnings 1.5", "argument '1.5' is invalid. It takes a whole number."],
    ["lint --max-warnings 1234567890", "is invalid. It takes a whole number of at most 9 digits."],
    ["apply --yes --concurrency 0", "argument '0' is invalid. It takes a whole number, 1 or more."],
    ["apply --yes --concurrency many", "argument 'many' is invalid. It takes a whole number."],
    ["plan --deployment 0", "A deployment is a positive whole number"],
    ["plan --deployment 1e3", "A deployment is a positive whole number"],
    ["plan --target live --target other", 'there is no target "other" in boardwright.yaml'],
    ["apply --yes --allow nonsense", 'there is no hazard "nonsense" to allow'],
    ["apply --yes --allow drift,nonsense", 'there is no hazard "nonsense" to allow'],
    ["apply", "there is no terminal to ask on"],
    ["init somewhere", "too many arguments for 'init'. Expected 0 arguments but got 1."],
    ["demo somewhere", "too many arguments for 'demo'"],
    ["sandbox --port 99999", "A port is at most 65535."],
    ["sandbox --port http", "argument 'http' is invalid. It takes a whole number."],
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
    expect(readdirSync(folder).sort()).toEqual(["boardwright.yaml", "dashboards"]);
    expect(server.requests).toEqual([]);
  });

  it("is what the environment can hold, too", async () => {
    const folder = project();
    const ran = await run(folder, ["plan"], { BOARDWRIGHT_DEPLOYMENT: "twelve" });
    expect(ran.stderr).toContain('a deployment is a positive whole number, not "twelve"');
    expect(ran.code).toBe(64);
    expect(server.requests).toEqual([]);
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
    expect(command.stderr).toContain("(boardwright --help lists the commands)");
    expect(option.stderr).toContain("(boardwright lint --help says");
  });
});

describe("a slug that nobody declares", () => {
  it("is told, because a misspelt --only would pass for nothing to do", async () => {
    for (const command of [["plan"], ["apply", "--yes"]]) {
      const { code, stderr } = await run(project(), [...command, "--only", "revenu"]);
      expect(stderr).toContain('no file declares the workbook "revenu" that --only names');
      expect(code).toBe(1);
    }
    expect(server.requests).toEqual([]);
  });
});

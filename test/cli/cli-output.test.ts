// Where words go: results to stdout, the rest to stderr; one JSON document with --json; and no colours but on a terminal.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import { tempFolder } from "../support/temp.ts";
import { run } from "./server.ts";

const PROJECT = "version: 1\nproject: acme\ntargets: { local: { url: sandbox:s.json, deployment: 1 } }\n";
const project = (
  files: Record<string, string> = { "dashboards/a.yaml": "workbooks:\n  a:\n    name: A\n" },
) => tempFolder({ "boardwright.yaml": PROJECT, ...files });

describe("--json", () => {
  it("prints one document on stdout, whatever the command did", async () => {
    const folder = project();
    const documents: Record<string, unknown> = {};
    for (const command of ["init", "lint", "fmt", "plan", "apply --yes", "plan", "demo"]) {
      const ran = await run(folder, [...command.split(" "), "--json"]);
      expect([command, ran.code]).toEqual([command, 0]);
      documents[command] = JSON.parse(ran.stdout);
    }
    expect(documents).toMatchObject({
      init: { written: expect.any(Array), kept: ["boardwright.yaml"] },
      lint: { summary: { errors: 0, warnings: 0, files: 1 }, diagnostics: [] },
      fmt: { files: 1, changed: [] },
      plan: { formatVersion: 1, summary: { unchanged: 1 }, changes: [] },
      "apply --yes": { summary: { created: 1 }, results: [{ key: "a" }] },
      demo: { steps: expect.arrayContaining([{ command: "boardwright lint", exitCode: 0 }]) },
    });
  });

  it("tells errors in files with their places", async () => {
    const folder = project({ "dashboards/a.yaml": "workbooks: { a: { nam: A } }\n" });
    for (const command of [["plan"], ["apply", "--yes"]]) {
      const { code, stdout } = await run(folder, [...command, "--json"]);
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({
        error: { code: "lint", message: "the files have an error; nothing was sent", details: [] },
        diagnostics: [{ file: "dashboards/a.yaml", line: 1, column: 19, rule: "unknown-field" }],
      });
    }
  });

  it("tells a refusal, and what it is about", async () => {
    const folder = project();
    await run(folder, ["apply", "--yes"]);
    const sandbox = await createSandbox({ data: join(folder, "s.json") });
    sandbox.edit("a", (workbook) => {
      workbook.name = "Edited in the UI";
    });
    await sandbox.close();
    const { code, stdout, stderr } = await run(folder, ["apply", "--yes", "--json"]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: "refused",
        message: "refused, nothing was written: the plan has hazards that are not allowed",
        details: [
          "drift: a",
          "Take in what is live: boardwright pull a",
          "If this is intended, allow it: boardwright apply --yes --allow drift:a",
          "The same for whatever else has it: boardwright apply --yes --allow drift",
        ],
      },
    });
    expect(stderr).toContain("edited outside Git since the last apply");
  });
});

describe("plan --format html", () => {
  it("prints a page and nothing else, with the names that a dashboard gives itself as text", async () => {
    const name = "<script>alert(1)</script> ##[add-mask]a @team";
    const entry = `{ name: ${JSON.stringify(name)}, dashboard: { widgets: [{ id: w, type: TEXT, position: [0, 0, 2, 1] }] } }`;
    const { code, stdout, stderr } = await run(
      project({ "dashboards/a.yaml": `workbooks: { a: ${entry} }\n` }),
      [..."plan --format html".split(" ")],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^<!doctype html>\n[\s\S]*<\/html>\n$/);
    expect(stdout).toContain('<span class="title"><b>&#60;script&#62;alert(1)');
    expect(stdout).toContain("<title>w, 2×1 at 0,0</title>");
    expect(stdout.match(/<script/g)).toHaveLength(1);
    expect(stdout).not.toMatch(/##\[/);
  });
});

describe("--quiet", () => {
  it("prints results only", async () => {
    const folder = project();
    expect(await run(folder, ["apply", "--yes", "--quiet"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Applied 1 of 1 in [\d.]+ s: 1 created\.\nBefore the change: \S+ Undo with `boardwright rollback \S+ --allow delete`\.\n$/,
      ),
      stderr: "",
    });
    expect(await run(folder, ["fmt", "--quiet"])).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await run(tempFolder({ "boardwright.yaml": PROJECT }), ["lint", "-q"])).toMatchObject({
      code: 0,
      stderr: "",
    });
  });
});

describe("colours", () => {
  it.each([
    ["in a pipe", [], {}, false],
    ["FORCE_COLOR", [], { FORCE_COLOR: "1" }, true],
    ["FORCE_COLOR=0", [], { FORCE_COLOR: "0" }, false],
    ["an empty FORCE_COLOR", [], { FORCE_COLOR: "" }, false],
    ["NO_COLOR over FORCE_COLOR", [], { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
    ["an empty NO_COLOR", [], { FORCE_COLOR: "1", NO_COLOR: "" }, true],
    ["--no-color over FORCE_COLOR", ["--no-color"], { FORCE_COLOR: "1" }, false],
  ] as const)("%s", async (_, flags, variables, colored) => {
    const env: Record<string, string> = variables;
    const folder = project({ "dashboards/a.yaml": "workbooks: { a: { nam: A } }\n" });
    const [lint, plan, json] = await Promise.all([
      run(folder, ["lint", ...flags], env),
      run(folder, ["plan", ...flags], env),
      run(folder, ["lint", "--json", ...flags], env),
    ]);
    expect(lint.stdout.includes("\u001b[")).toBe(colored);
    expect(plan.stderr.includes("\u001b[")).toBe(colored);
    expect(json.stdout).not.toContain("\u001b");
  });
});

describe("the file system", () => {
  it("that refuses is nobody's bug", async () => {
    const folder = project({ "dashboards/a.yaml": "workbooks: { a: { name: A } }\n", "s.json/x": "" });
    const { code, stderr } = await run(folder, ["plan"]);
    expect(stderr).toMatch(/^error: .*s\.json/);
    expect(code).toBe(1);
  });
});

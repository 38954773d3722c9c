import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadProject, ProjectError } from "../../src/desired/index.ts";
import { UserError } from "../../src/model/index.ts";
import { tempFolder } from "../support/temp.ts";

async function failing(text: string): Promise<ProjectError> {
  const error = await loadProject({ cwd: tempFolder({ "boardwright.yaml": text }) }).catch(
    (caught) => caught,
  );
  expect(error).toBeInstanceOf(ProjectError);
  return error as ProjectError;
}

async function findings(text: string): Promise<string[]> {
  return (await failing(text)).diagnostics.map(({ line, column, rule }) => `${line}:${column} ${rule}`);
}

describe("loadProject", () => {
  it("finds the file by walking up, and fills in the defaults of the contract", async () => {
    const root = tempFolder({ "boardwright.yaml": "version: 1\nproject: acme\n" });
    mkdirSync(join(root, "a/b"), { recursive: true });
    expect(await loadProject({ cwd: join(root, "a/b") })).toEqual({
      root,
      file: join(root, "boardwright.yaml"),
      name: "acme",
      include: ["dashboards/**/*.{yaml,yml,json}"],
      exclude: [],
      targets: {},
      env: [],
      apply: {
        concurrency: "auto",
        allow: [],
        limits: { change: 0.5, delete: 0.1 },
        backups: ".boardwright/backups",
      },
      ignore: [],
      reportKeys: ["reportId"],
      lint: { rules: {} },
      test: { securityContext: {}, slowMs: 10_000, skip: [] },
    });
  });

  it("reads how `test` asks for data, and refuses what it could not use", async () => {
    const of = (text: string) =>
      tempFolder({ "boardwright.yaml": `version: 1\nproject: acme\ntest: ${text}\n` });
    const whole = of("{ securityContext: { tenant: [a] }, slow: 1.5s, skip: [wip-*] }");
    expect((await loadProject({ cwd: whole })).test).toEqual({
      securityContext: { tenant: ["a"] },
      slowMs: 1500,
      skip: ["wip-*"],
    });
    for (const [text, place] of [
      ["{ slow: 10 }", "3:15"],
      ["{ slow: 0s }", "3:15"],
      ["{ slow: soon }", "3:15"],
      ["{ securityContext: [a] }", "3:26"],
      ["{ skip: [a, (b)] }", "3:19"],
      ["{ skips: [a] }", "3:9"],
    ] as const) {
      const error = await loadProject({ cwd: of(text) }).catch((cause: unknown) => cause as ProjectError);
      if (!(error instanceof ProjectError)) throw new Error(`accepted: ${text}`);
      expect(error.diagnostics.map(({ line, column }) => `${line}:${column}`)).toEqual([place]);
    }
  });

  it("reads everything that can be said, with variables as text and shares as numbers", async () => {
    const root = tempFolder({
      "conf/team.yaml": [
        "version: 1",
        "project: acme",
        "defaultTarget: production",
        "targets:",
        "  production:",
        "    url: https://acme.example.com",
        "    deployment: 12",
        '    vars: { currency: EUR, rows: 5, live: true, ratio: "0.50" }',
        "    folders: { Finance/Revenue: 345 }",
        "    link: https://acme.example.com/d/{id}",
        "apply:",
        "  limits: { change: 25%, delete: 0.02 }",
        "  backups: off",
        "lint: { rules: { widget-overlap: off } }",
      ].join("\n"),
    });
    const project = await loadProject({ cwd: root, config: "conf/team.yaml" });
    expect(project.root).toBe(join(root, "conf"));
    expect(project.targets.production).toEqual({
      name: "production",
      url: "https://acme.example.com",
      deployment: 12,
      vars: { currency: "EUR", rows: "5", live: "true", ratio: "0.50" },
      folders: { "Finance/Revenue": 345 },
      link: "https://acme.example.com/d/{id}",
    });
    expect(project.apply.limits).toEqual({ change: 0.25, delete: 0.02 });
    expect(project.apply.backups).toBe(false);
    expect(project.lint.rules).toEqual({ "widget-overlap": "off" });
    expect(project.defaultTarget).toBe("production");
  });

  it("says where it looked and how to make one", async () => {
    const root = tempFolder({});
    const error = await loadProject({ cwd: root }).catch((caught) => caught);
    expect(error).toBeInstanceOf(UserError);
    expect(error.details.join("\n")).toContain(root);
    expect(error.details.join("\n")).toContain("boardwright init");
    const named = await loadProject({ cwd: root, config: "no.yaml" }).catch((caught) => caught);
    expect(named.message).toBe("there is no project file no.yaml");
  });

  it("points at misspelt keys and wrong values", async () => {
    const text = "version: 2\nproject: acme\nincludes: [a]\napply: { concurrency: many }\ndefaultTarget: x\n";
    expect(await findings(text)).toEqual(
      expect.arrayContaining([
        "1:10 invalid-value",
        "3:1 unknown-field",
        "4:23 invalid-value",
        "5:16 unknown-target",
      ]),
    );
    const { diagnostics } = await failing(text);
    expect(diagnostics.find(({ rule }) => rule === "unknown-field")?.message).toBe(
      "`includes` is not a field of a project file. Did you mean `include`?",
    );
  });

  it("says where tokens come from, and never shows one", async () => {
    const secret = "sk-very-secret";
    for (const text of [
      `version: 1\nproject: a\ntoken: ${secret}\n`,
      `version: 1\nproject: a\ntargets:\n  x: { url: "https://a.example", apiKey: ${secret} }\n`,
    ]) {
      const error = await failing(text);
      expect(error.diagnostics.map(({ rule }) => rule)).toEqual(["unknown-field"]);
      expect(error.diagnostics[0]?.help).toContain("PLATFORM_API_KEY");
      expect(JSON.stringify([error.message, error.details, error.diagnostics])).not.toContain(secret);
    }
  });

  it("refuses globs that leave the project", async () => {
    const globs = '["../x/*.yaml", "/etc/*.yaml", "a/../b.yaml", "!c.yaml", "..a/*.yaml"]';
    expect(await findings(`version: 1\nproject: a\ninclude: ${globs}\n`)).toEqual([
      "3:11 invalid-value",
      "3:26 invalid-value",
      "3:41 invalid-value",
      "3:56 invalid-value",
    ]);
  });

  it.each([
    ["- a\n", "1:1 wrong-type"],
    ["", "1:1 missing-field"],
    ["version: 1\na: [\n", "2:4 yaml-syntax"],
    ["version: 1\nversion: 1\nproject: a\n", "2:1 duplicate-key"],
    ["version: 1\nproject: a\n---\nversion: 1\n", "1:1 wrong-type"],
  ])("refuses %j", async (text, expected) => {
    expect(await findings(text)).toContain(expected);
  });

  it("refuses a binary file", async () => {
    const root = tempFolder({ "boardwright.yaml": Buffer.from([0x61, 0x0a, 0x00]) });
    await expect(loadProject({ cwd: root })).rejects.toMatchObject({
      diagnostics: [{ rule: "not-text", line: 2, column: 1 }],
    });
  });
});

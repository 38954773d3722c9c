import { existsSync, readFileSync } from "node:fs";
import Ajv from "ajv";
import { describe, expect, it } from "vitest";
import { parse, parseDocument } from "yaml";
import { initFiles } from "../../src/cli/init-files.ts";
import { findings, validator } from "../schemas/support.ts";
import { lintWorkflow } from "../support/actionlint.ts";
import { hasVerifiers } from "../support/verifiers.ts";

const textOf = (path: string, project = "acme-analytics"): string =>
  initFiles(project, "0.1.0").find((file) => file.path === path)!.text;

describe("initFiles", () => {
  it("writes four files, each ending in one newline", () => {
    const files = initFiles("acme-analytics", "0.1.0");
    expect(files.map(({ path }) => path)).toEqual([
      ".github/workflows/boardwright.yml",
      ".gitignore",
      "boardwright.yaml",
      "dashboards/example.yaml",
    ]);
    for (const { text } of files) expect(text).toMatch(/[^\n]\n$/);
  });

  it("writes a project file and a workbook that the schemas accept", () => {
    const project = parse(textOf("boardwright.yaml"));
    expect(findings(validator("project"), project)).toEqual([]);
    expect(project.targets[project.defaultTarget].url).toMatch(/^sandbox:/);
    const workbooks = parse(textOf("dashboards/example.yaml"));
    expect(findings(validator("workbooks"), workbooks)).toEqual([]);
    expect(workbooks.workbooks.example.dashboard.widgets).toHaveLength(4);
  });

  it("shows a production target that is right once its comment signs are gone", () => {
    const text = textOf("boardwright.yaml").replace(
      /^ {2}# ( *(?:production|url|deployment|vars):)/gm,
      "  $1",
    );
    expect(findings(validator("project"), parse(text))).toEqual([]);
    expect(Object.keys(parse(text).targets)).toEqual(["local", "production"]);
  });

  it.each([
    "acme",
    "true",
    "No",
    "null",
    "007",
    "a: b",
    "a #b",
    'say "hi"',
    "Ämter & Co",
    "two\nlines",
    "- x",
    "${var.x}",
    "$&",
  ])("writes the name %j so that it is read as it is", (project) => {
    const document = parseDocument(textOf("boardwright.yaml", project));
    expect(document.errors).toEqual([]);
    expect(document.get("project")).toBe(project);
  });

  it("keeps Boardwright's own folder out of Git", () => {
    expect(textOf(".gitignore").split("\n")).toContain(".boardwright/");
  });
});

describe("the workflow of initFiles", () => {
  const text = textOf(".github/workflows/boardwright.yml");
  const workflow = parse(text);
  const steps = (job: string): { uses?: string; run?: string; env?: object; if?: string }[] =>
    workflow.jobs[job].steps;

  it("may only read, pins its actions to commits and keeps no credentials", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    const used = [...steps("check"), ...steps("apply")].flatMap((step) => step.uses ?? []);
    expect(used).toHaveLength(5);
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
    expect(text.match(/persist-credentials: false/g)).toHaveLength(2);
  });

  it("keeps the backups of an apply, which a rollback needs, also where it failed", () => {
    const kept = steps("apply").at(-1) as { if: string; with: Record<string, unknown> };
    expect(kept.if).toMatch(/^always\(\)/);
    expect(kept.with).toMatchObject({ path: ".boardwright/backups", "include-hidden-files": true });
  });

  it.skipIf(!hasVerifiers)("is what actionlint accepts", async () => {
    const found = await lintWorkflow(text, ".github/workflows/boardwright.yml");
    // It is older than the context `vars`.
    expect(found.filter(({ message }) => !message.startsWith('undefined variable "vars"'))).toEqual([]);
  });

  it("never cuts an apply short", () => {
    expect(workflow.concurrency["cancel-in-progress"]).toBe("${{ github.event_name == 'pull_request' }}");
  });

  it("lints and plans pull requests, applies pushes to main, with the version it was told", () => {
    const runs = (job: string) => steps(job).flatMap((step) => step.run ?? []);
    expect(runs("check")).toEqual([
      "npx --yes boardwright@0.1.0 lint --format github",
      'npx --yes boardwright@0.1.0 plan --format markdown | tee -a "$GITHUB_STEP_SUMMARY"',
    ]);
    expect(runs("apply")).toEqual([
      "npx --yes boardwright@0.1.0 lint --format github",
      "npx --yes boardwright@0.1.0 apply --yes",
    ]);
  });

  it("gives the token to the steps that need it and to no other", () => {
    for (const step of [...steps("check"), ...steps("apply")]) {
      const needs = / (plan|apply) /.test(`${step.run ?? ""} `);
      expect("PLATFORM_API_KEY" in (step.env ?? {})).toBe(needs);
      if (needs) expect(step.if).toMatch(/^vars\.BOARDWRIGHT_TARGET != ''/);
    }
  });

  const schema = new URL("../../../shared/verify/github-workflow.json", import.meta.url);
  const absent = !existsSync(schema);
  if (absent) console.log("skipped: shared/verify/github-workflow.json is not here");
  it.skipIf(absent)("is what GitHub's schema of workflows accepts", () => {
    const validate = new Ajv.default({ strict: false, logger: false }).compile(
      JSON.parse(readFileSync(schema, "utf8")),
    );
    expect(validate(workflow) ? [] : validate.errors).toEqual([]);
  });
});

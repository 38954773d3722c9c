import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadProject } from "../../src/desired/index.ts";
import { RULES } from "../../src/lint/index.ts";
import { toDataModel } from "../../src/live/index.ts";
import type { Diagnostic } from "../../src/model/index.ts";
import { checkFiles } from "../../src/project/check-files.ts";
import { tempFolder } from "../support/temp.ts";

const PAGES = new URL("../../docs/rules/", import.meta.url);
const folder = tempFolder();

/** No example can hold these on a page: a file's size, its bytes, its permissions and links. */
const WITHOUT_EXAMPLE = new Set([
  ...["file-unreadable", "file-too-large", "file-outside-project", "not-text"],
  // A plan finds it: test/security/app-code.test.ts.
  "new-app-content",
  // A plan finds it: test/cli/was.test.ts.
  "was-done",
]);

/**
 * The fenced blocks of a page: ```yaml fails and ```yaml passes are dashboards/example.yaml (or what `file=` says) of two
 * projects; blocks with `file=` alone stand in both. A model.yaml is the data model that both are checked against.
 */
function readPage(id: string) {
  const text = readFileSync(new URL(`${id}.md`, PAGES), "utf8");
  const projects = { fails: new Map<string, string>(), passes: new Map<string, string>() };
  for (const [, info = "", body = ""] of text.matchAll(/^```\w+ (.+)\n([\s\S]*?)^```$/gm)) {
    const file = /file=(\S+)/.exec(info)?.[1] ?? "dashboards/example.yaml";
    if (!info.startsWith("passes")) projects.fails.set(file, body);
    if (!info.startsWith("fails")) projects.passes.set(file, body);
  }
  return { text, projects };
}

/** What the examples may read, and a credential that one of them must not. */
const ENVIRONMENT = { HOME: "/root", DEPLOY_TOKEN: "tok-4711-0815-abc", NOTE: "by tok-4711-0815-abc" };

async function lintProject(name: string, files: ReadonlyMap<string, string>): Promise<Diagnostic[]> {
  const root = join(folder, name);
  const all = new Map([["boardwright.yaml", "version: 1\nproject: docs\n"], ...files]);
  for (const [file, text] of all) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const project = await loadProject({ cwd: root });
  const target = project.targets[project.defaultTarget ?? ""];
  const metadata = files.get("model.yaml");
  const model = metadata === undefined ? {} : { model: toDataModel(parse(metadata), "production") };
  return (await checkFiles({ project, target, env: ENVIRONMENT, cwd: root, ...model })).diagnostics;
}

describe("docs/rules", () => {
  it("has a page for every rule, and no other", () => {
    const pages = readdirSync(PAGES).map((name) => name.replace(/\.md$/, ""));
    expect(pages.sort()).toEqual(RULES.map((rule) => rule.id).sort());
  });

  it("and the registry has every rule once", () => {
    expect(new Set(RULES.map((rule) => rule.id)).size).toBe(RULES.length);
  });
});

describe.each(RULES)("docs/rules/$id.md", ({ id, severity, fixable, firm }) => {
  const { text, projects } = readPage(id);

  it("tells the rule as it is", () => {
    const needs = projects.fails.has("model.yaml") ? " Needs the data model: `lint --online` finds it." : "";
    const severityLine = `Severity: ${severity}.${fixable ? " Fixable." : ""}${needs}`;
    expect(text.startsWith(`# ${id}\n\n${severityLine}\n`)).toBe(true);
    expect(text).toContain("## Why");
    expect(text.includes(`rules: { ${id}: off }`)).toBe(firm !== true);
    expect(text.includes("cannot be switched off")).toBe(firm === true);
  });

  if (WITHOUT_EXAMPLE.has(id)) {
    it("tells an example in words", () => {
      expect(text).toContain("## Example\n");
    });
    return;
  }

  it("has an example that fails by this rule alone, in its severity", async () => {
    const found = await lintProject(`${id}-fails`, projects.fails);
    expect(found.map((finding) => finding.message).join("\n")).not.toBe("");
    expect(new Set(found.map((finding) => `${finding.rule} ${finding.severity}`))).toEqual(
      new Set([`${id} ${severity}`]),
    );
    expect(found.some((finding) => finding.fix !== undefined)).toBe(fixable === true);
  });

  it("has an example that passes", async () => {
    expect(projects.passes.size).toBeGreaterThan(0);
    expect(await lintProject(`${id}-passes`, projects.passes)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { parse, parseDocument } from "yaml";
import { initFiles, projectName } from "../../src/cli/init-files.ts";
import { findings, validator } from "../schemas/support.ts";

const ACTION = { reference: `acme/boardwright@${"a".repeat(40)}`, version: "0.1.0" };
const textOf = (path: string, project = "acme-analytics"): string =>
  initFiles(project, ACTION).find((file) => file.path === path)!.text;

describe("initFiles", () => {
  it("writes four files, each ending in one newline", () => {
    const files = initFiles("acme-analytics", ACTION);
    expect(files.map(({ path }) => path)).toEqual([
      ".github/workflows/boardwright.yml",
      ".gitattributes",
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

describe("projectName", () => {
  const named = (folder: string, at = 0) => projectName(folder, (below) => at % below);

  it.each([
    ["dashboards", "dashboards-2222"],
    ["Ämter & Co", "amter-co-2222"],
    ["  Sales/EU  ", "sales-eu-2222"],
    ["ダッシュボード", "dashboards-2222"],
    ["Продажи 2025", "dashboards-2222"],
    ["...", "dashboards-2222"],
    ["a".repeat(300), `${"a".repeat(40)}-2222`],
  ])("names the project in the folder %j", (folder, name) => expect(named(folder)).toBe(name));

  it("names two projects in folders of one name differently", () => {
    expect(named("dashboards", 5)).not.toBe(named("dashboards", 6));
  });
});

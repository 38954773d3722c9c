// Numbers of one deployment in files for several, linted as `boardwright lint` does it.
import { describe, expect, it } from "vitest";
import { loadProject } from "../../src/desired/index.ts";
import { lintProject } from "../../src/project/lint-project.ts";
import { PROJECT } from "../desired/temp-project.ts";
import { tempFolder } from "../support/temp.ts";

const chart = (config: string) => `workbooks:
  revenue:
    dashboard:
      widgets:
        - { id: chart, type: CHART, position: [0, 0, 6, 4], config: ${config} }
`;

async function lint(files: Record<string, string>, project = PROJECT) {
  const cwd = tempFolder({ "boardwright.yaml": project, ...files });
  const { diagnostics } = await lintProject({ project: await loadProject({ cwd }), env: {}, cwd });
  return diagnostics.map(({ rule, message, file, line, help = "" }) => ({
    rule,
    message,
    at: `${file}:${line}`,
    help,
  }));
}

async function bare(text: string, project?: string) {
  const found = await lint({ "dashboards/a.yaml": text }, project);
  return found.filter(({ rule }) => rule === "bare-number").map(({ message, at }) => `${at} ${message}`);
}

describe("bare-number", () => {
  it("finds reports, folders, workbooks and links that go to two deployments as they are, each at its place", async () => {
    const found = await bare(`workbooks:
  revenue:
    folderId: 345
    dashboard:
      widgets:
        - id: chart
          type: CHART
          position: [0, 0, 6, 4]
          config: { reportId: 1234, drill: { reportIds: [7, { $report: other }], workbookId: 9 } }
        - id: note
          type: TEXT
          position: [6, 0, 6, 4]
          config: { markdown: "See [costs](/d/138/costs), https://acme.example.com/workbooks/12 and https://git.example.org/d/5" }
reports:
  other: { query: { measures: [a.b] } }
`);
    const end = "means something on one deployment alone, and goes to 2.";
    expect(found).toEqual([
      `dashboards/a.yaml:3 The folder 345 ${end}`,
      `dashboards/a.yaml:9 The report 1234 ${end}`,
      `dashboards/a.yaml:9 The report 7 ${end}`,
      `dashboards/a.yaml:9 The workbook 9 ${end}`,
      `dashboards/a.yaml:13 The link \`/d/138\` ${end}`,
      `dashboards/a.yaml:13 The link \`/workbooks/12\` ${end}`,
    ]);
  });

  it.each([
    ["one deployment alone", `${chart("{ reportId: 5 }")}    targets: [production]\n`, undefined],
    [
      "a project of one target",
      chart("{ reportId: 5 }"),
      PROJECT.replace(/ {2}production:[\s\S]*?(?=env)/, ""),
    ],
    [
      "what one of two targets says itself",
      `${chart("{ reportId: 5 }")}    overrides: { local: { dashboard: { widgets: { chart: { config: { reportId: 6 } } } } } }\n`,
      undefined,
    ],
    [
      "what a variable says",
      chart('{ link: "/d/${var.currency}/x" }').replaceAll("currency", "board"),
      PROJECT.replaceAll("currency:", 'board: "138", currency:'),
    ],
    [
      "a number that a variable says",
      chart("{ limit: 5, reportId: ${var.board} }"),
      PROJECT.replaceAll("currency:", "board: 5, currency:"),
    ],
    ["what is no number of a deployment", chart('{ limit: 5, markdown: "1/d/x and /d/12a" }'), undefined],
  ])("leaves alone %s", async (_, text, project) => {
    expect(await bare(text, project)).toEqual([]);
  });

  it("finds what two of three deployments share beside one that says its own", async () => {
    const third = PROJECT.replace(
      "env:",
      "  staging: { url: https://acme.example.com, deployment: 13 }\nenv:",
    );
    const text = `${chart("{ reportId: 5 }")}    overrides: { local: { dashboard: { widgets: { chart: { config: { reportId: 6 } } } } } }\n`;
    expect(await bare(text, third)).toEqual([
      "dashboards/a.yaml:5 The report 5 means something on one deployment alone, and goes to 2.",
    ]);
  });
});

describe("unused-report", () => {
  const reports = "reports:\n  lonely: { query: { measures: [a.b] } }\n";
  it.each([
    ["removes what nothing can mean", chart("{ limit: 5 }"), "or remove it."],
    [
      "names the number that may mean it, and does not advise to remove it",
      chart("{ reportId: 5 }"),
      "It may be one that dashboards draw by number, the first at dashboards/a.yaml:5.",
    ],
  ])("%s", async (_, text, end) => {
    const found = await lint({ "dashboards/a.yaml": text + reports });
    const [one] = found.filter(({ rule }) => rule === "unused-report");
    expect(one?.help.endsWith(end)).toBe(true);
    expect(one?.help.includes("remove")).toBe(end.includes("remove"));
  });
});

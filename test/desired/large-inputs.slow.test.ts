// Files with a great many mistakes of one kind: every one is found and placed, and the work grows with their number, not with its
// square. Before that, each of these took from half a minute to several.
import { describe, expect, it } from "vitest";
import { loadProject } from "../../src/desired/index.ts";
import { checkFiles } from "../../src/project/check-files.ts";
import { lintPretty } from "../../src/report/subjects/findings.ts";
import { tempFolder } from "../support/temp.ts";
import { brief, load, PROJECT } from "./temp-project.ts";

const COUNT = 20_000;
/** Where each is compared with its neighbours. */
const MANY = 5_000;
const lines = (line: (index: number) => string, count = COUNT): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");
const board = (body: string): string =>
  `workbooks:\n  w:\n    name: N\n    dashboard:\n      kind: CLASSIC\n${body}`;
const widgets = (rest: (index: number) => string, count = COUNT): string =>
  board(
    `      widgets:\n${lines((index) => `        - { id: widget${index}, type: TEXT${rest(index)} }`, count)}`,
  );

async function lint(text: string, more: Record<string, string> = {}) {
  const root = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/a.yaml": text, ...more });
  const project = await loadProject({ cwd: root });
  const target = project.targets.local;
  const checked = await checkFiles({ project, target, env: {}, cwd: root });
  const counts: Record<string, number> = {};
  for (const { rule } of checked.diagnostics) counts[rule] = (counts[rule] ?? 0) + 1;
  const last = checked.diagnostics.at(-1);
  return { ...checked, counts, last };
}

describe("a great many findings", () => {
  it("of unknown keys", async () => {
    const found = await lint(board(lines((index) => `      key${index}: 1`)));
    expect(found.counts).toEqual({ "unknown-field": COUNT, "empty-dashboard": 1 });
    expect(found.last).toMatchObject({ line: COUNT + 5, column: 7, endColumn: 7 + "key19999".length });
    const text = lintPretty({ ...found, color: false });
    expect(text).toContain("6 |       key0: 1\n");
    expect(text).toMatch(/ more findings are not shown: \d+ unknown-field/);
  });

  it("of more unknown keys than a call takes arguments", async () => {
    const found = await lint(lines((index) => `key${index}: 1`, 200_000));
    expect(found.counts).toEqual({ "unknown-field": 200_000 });
  });

  it("of overlapping widgets: the first are listed, the rest is counted", async () => {
    const found = await lint(widgets(() => ", position: [0, 0, 12, 4]"));
    expect(found.counts).toEqual({ "widget-overlap": 51 });
    const rest = `${COUNT - 1 - 50} more overlaps of widgets are not listed.`;
    expect(found.diagnostics.map(({ message }) => message)).toContain(rest);
  });

  it("of widgets that overlap many others each", async () => {
    const narrow = (index: number) => `, position: [${index % 1000}, 0, 1, 1000]`;
    const wide = (index: number) => (index < 1000 ? narrow(index) : ", position: [0, 0, 1000, 1]");
    expect((await lint(widgets(wide))).counts).toEqual({ "widget-overlap": 51 });
  });

  it("of variables of one text: each once, and no more than are worth reading", async () => {
    const title = (text: string) => board(`      title: "${text}"\n`);
    const one = await lint(title("${var.nope}".repeat(200_000)));
    expect(one.counts).toEqual({ "unknown-variable": 1, "empty-dashboard": 1 });
    const all = Array.from({ length: 100_000 }, (_, index) => `\${var.nope${index}}`);
    expect((await lint(title(all.join("")))).counts["unknown-variable"]).toBe(20);
    const known = await lint(title("${var.currency}".repeat(200_000)));
    expect(known.counts).toEqual({ "empty-dashboard": 1 });
  });

  it("of names that are nearly those of as many others: widgets, slugs, reports", async () => {
    const layouts = lines((index) => `      wigdet${index}: [0, ${index}, 1, 1]`, MANY);
    const placed = await lint(`${widgets(() => "", MANY)}layouts:\n  w:\n    default:\n${layouts}`);
    expect(placed.counts).toEqual({ "unknown-layout": MANY, "position-missing": MANY });
    expect(placed.last?.message).toContain(`\`wigdet${MANY - 1}\`. Did you mean \`widget${MANY - 1}\`?`);

    const patches = lines((index) => `            wigdet${index}: { config: {} }`, MANY);
    const override = `    overrides:\n      local:\n        dashboard:\n          widgets:\n${patches}`;
    const overridden = await lint(widgets((index) => `, position: [0, ${index}, 1, 1]`, MANY) + override);
    expect(overridden.counts).toEqual({ "unknown-widget": MANY });
    expect(overridden.last?.message).toContain(`Did you mean \`widget${MANY - 1}\`?`);

    const refers = (index: number) =>
      `, position: [0, ${index}, 1, 1], config: { reportId: { $report: reprot${index} } }`;
    const reports = `reports:\n${lines((index) => `  report${index}: { name: N, query: {} }`, MANY)}`;
    const reported = await lint(widgets(refers, MANY) + reports);
    expect(reported.counts).toEqual({ "unresolved-report": MANY, "unused-report": MANY });
  });

  it("of paths that are missing from one folder", async () => {
    const found = await lint(
      widgets((i) => `, position: [0, ${i}, 1, 1], style: { $include: ./prat${i} }`),
      {
        "dashboards/part77": "{}",
      },
    );
    expect(found.counts).toEqual({ "include-missing": COUNT });
    expect(found.diagnostics[77]?.message).toBe("There is no `./prat77`. Did you mean `part77`?");
  });
});

describe("a large template", () => {
  it("with many rows ends in an error, not in a hang", async () => {
    const widget = (id: number) =>
      `{ id: w${id}, type: TEXT, position: [0, ${id}, 1, 1], config: { markdown: "${"x".repeat(200)}" } }`;
    const widgets = Array.from({ length: 1000 }, (_, id) => `        - ${widget(id)}\n`).join("");
    const rows = Array.from({ length: 4000 }, (_, at) => `{ key: k${at} }`).join(", ");
    const text = `workbooks:\n  w-\${row.key}:\n    each: [${rows}]\n    dashboard:\n      widgets:\n${widgets}`;
    const { diagnostics } = await load({ "dashboards/a.yaml": text }, { target: "local" });
    expect(brief(diagnostics)).toEqual(["dashboards/a.yaml:2:3 include-invalid"]);
  });
});

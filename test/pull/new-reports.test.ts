// A chart that was added live brings its report along: into the file that its workbook's other reports are in.
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { chooseKeys } from "../../src/features/pull/new-reports.ts";
import type { JsonObject } from "../../src/model/index.ts";
import type { LiveReport } from "../../src/plan/index.ts";
import { board, openWorld, type World } from "../support/world.ts";
import { pull, told } from "./place.ts";

const chart = (id: string, reportId: JsonObject | number, y = 0): JsonObject => ({
  id,
  type: "CHART",
  position: { x: 0, y, w: 6, h: 4 },
  config: { reportId },
});
const workbook = (slug: string, key: string) =>
  `workbooks:
  ${slug}:
    # Its only chart.
    dashboard: ${JSON.stringify(board("A", { widgets: [chart("x", { $report: key })] }))}
`;
const report = (key: string) => `  ${key}:
    name: ${key.toUpperCase()} # as on the platform
    query: { measures: [orders.count] }
`;

async function applied(files: Record<string, string>): Promise<World> {
  const world = await openWorld({ files });
  await world.deploy();
  return world;
}

/** A report and the chart that draws it, both made in the UI. */
async function addLive(world: World, slug: string, name: string, more: JsonObject = {}): Promise<void> {
  const publicId = `live${name}`.padEnd(12, "x").slice(0, 12);
  const { id } = await world.platform.upsertReport(1, publicId, { name, jsonQuery: "{}", ...more });
  world.sandbox.edit(slug, (live) => {
    const draft = live.dashboardDraft as JsonObject;
    const widgets = draft.widgets as JsonObject[];
    live.dashboardDraft = { ...draft, widgets: [...widgets, chart(name, id, widgets.length * 4)] };
  });
}

it("gives reports of one name keys after their workbooks, which say no word twice", () => {
  const slugs = ["sales", "sales-by-product", "sales", "sales-by-product"];
  const names = ["Sales by product", "Sales by product", "Trend", "Trend"];
  const reports = names.map((name, id) => ({ id, name, meta: {} }) as unknown as LiveReport);
  const keys = chooseKeys(reports, {
    ...{ project: "p", target: "t", deploymentId: 1, taken: new Set<string>() },
    slugOf: ({ id }) => slugs[id]!,
  });
  expect(reports.map(({ id }) => keys.get(id))).toEqual([
    "sales-by-product",
    "sales-by-product-2",
    "sales-trend",
    "sales-by-product-trend",
  ]);
});

describe("a new report of a declared workbook", () => {
  it("goes where the others are, pull after pull, and everything there stays as it is", async () => {
    const world = await applied({
      "dashboards/a.yaml": workbook("a", "r"),
      "dashboards/queries/all.yaml": `# By hand.\nreports:\n${report("r")}\n  # Another's.\n${report("s")}`,
    });
    await addLive(world, "a", "First");
    expect(told(await pull(world))).toEqual(["edited workbook a", "created report first"]);
    await addLive(world, "a", "Second", {
      sqlQuery: `select 1\n${"-- x\n".repeat(9)}`,
      meta: { note: "${var.x}" },
    });
    const made = await pull(world);
    expect([...made.files.keys()].sort()).toEqual([
      "dashboards/a.yaml",
      "dashboards/queries/all.yaml",
      "dashboards/queries/all/second.sql",
    ]);
    expect(made.pulled.find(({ kind }) => kind === "report")?.file).toBe("dashboards/queries/all.yaml");
    const text = world.read("dashboards/queries/all.yaml");
    expect(text.startsWith(`# By hand.\nreports:\n${report("r")}\n  # Another's.\n${report("s")}`)).toBe(
      true,
    );
    expect(Object.keys(parse(text).reports)).toEqual(["r", "s", "first", "second"]);
    expect(text).toContain('note: "$${var.x}"');
    expect(text).toContain("$file: ./all/second.sql");
    expect(world.read("dashboards/queries/all/second.sql")).toContain("select 1");
    expect((await world.actions()).every((action) => action.startsWith("stamp "))).toBe(true);
    expect(told(await pull(world, { all: true }))).toEqual([]);
  });

  it("comes with its chart alone, if that is the part that is pulled", async () => {
    const world = await applied({
      "dashboards/a.yaml": workbook("a", "r"),
      "dashboards/queries.yaml": `reports:\n${report("r")}`,
    });
    await addLive(world, "a", "First");
    await addLive(world, "a", "Second");
    expect(told(await pull(world, { part: { widget: "x" } }))).toEqual(["unchanged workbook a"]);
    expect(told(await pull(world, { part: { widget: "Second" } }))).toEqual([
      "edited workbook a",
      "created report second",
    ]);
    expect(Object.keys(parse(world.read("dashboards/queries.yaml")).reports)).toEqual(["r", "second"]);
    expect(told(await pull(world))).toEqual(["edited workbook a", "created report first"]);
    expect((await world.actions()).every((action) => action.startsWith("stamp "))).toBe(true);
  });

  it("goes into the workbook's file if that has the most of them, in any style", async () => {
    const file = {
      workbooks: { a: { dashboard: board("A", { widgets: [chart("x", { $report: "r" })] }) } },
      reports: { r: { name: "R", workbook: "a", query: {} } },
    };
    const text = JSON.stringify(file, null, 4);
    const world = await applied({ "dashboards/a.json": `${text}\n`, "dashboards/b.yaml": "reports: {}\n" });
    await addLive(world, "a", "First");
    await addLive(world, "a", "Second");
    await pull(world);
    expect(Object.keys(JSON.parse(world.read("dashboards/a.json")).reports)).toEqual([
      "r",
      "first",
      "second",
    ]);
    expect((await world.actions()).every((action) => action.startsWith("stamp "))).toBe(true);
  });

  it("goes into the file that a section includes, with its text if no folder can be beside that", async () => {
    const world = await applied({
      "dashboards/a.yaml": `${workbook("a", "r")}reports: { $include: ../shared/reports.yaml }\n`,
      "dashboards/b.yaml": `${workbook("b", "s")}reports: { s: { $include: ../shared/one.yaml } }\n`,
      "dashboards/b": "in the way of the folder\n",
      "shared/reports.yaml": "r: { name: R, query: {} }\n",
      "shared/one.yaml": "{ name: S, query: {} }\n",
    });
    await addLive(world, "a", "First");
    await addLive(world, "b", "Second", { sqlQuery: `select 1 -- \${x}\n${"-- x\n".repeat(9)}` });
    const made = await pull(world);
    expect([...made.files.keys()].sort()).toEqual([
      "dashboards/a.yaml",
      "dashboards/b.yaml",
      "shared/reports.yaml",
    ]);
    expect((await world.actions()).every((action) => action.startsWith("stamp "))).toBe(true);
  });

  it("goes beside keys that are written in an odd form, which stays", async () => {
    const odd = "reports:\n  ? r\n  : { name: R, query: {} }\n";
    const world = await applied({ "dashboards/a.yaml": `${workbook("a", "r")}${odd}` });
    await addLive(world, "a", "First");
    const made = await pull(world);
    expect([told(made), made.notes]).toEqual([["edited workbook a", "created report first"], []]);
    expect(made.pulled.find(({ kind }) => kind === "report")?.file).toBe("dashboards/a.yaml");
    expect(world.read("dashboards/a.yaml")).toContain(odd);
    expect((await world.actions()).every((action) => action.startsWith("stamp "))).toBe(true);
  });

  // `r` is drawn by the workbook, the others say that they are its.
  it.each<[string, Record<string, string[]>, string]>([
    ["the most are in", { b: ["s"], c: ["t", "u"], d: ["r"] }, "c"],
    ["declares the workbook, of as many", { a: ["s"], "0": ["r"] }, "a"],
    ["is first by name, of as many", { d: ["s"], c: ["r"] }, "c"],
    ["has more than the workbook's own", { a: ["s"], b: ["r", "t"] }, "b"],
  ])("goes into the file that %s", async (_, places, file) => {
    const files: Record<string, string> = { "dashboards/a.yaml": workbook("a", "r") };
    for (const [name, keys] of Object.entries(places)) {
      const declared = keys.map((key) => (key === "r" ? report(key) : `${report(key)}    workbook: a\n`));
      files[`dashboards/${name}.yaml`] =
        `${files[`dashboards/${name}.yaml`] ?? ""}reports:\n${declared.join("")}`;
    }
    const world = await applied(files);
    await addLive(world, "a", "First");
    const made = await pull(world);
    expect(made.pulled.find(({ kind }) => kind === "report")?.file).toBe(`dashboards/${file}.yaml`);
    expect(Object.keys(parse(world.read(`dashboards/${file}.yaml`)).reports)).toEqual([
      ...places[file]!,
      "first",
    ]);
  });

  it("comes with its chart, whatever else of the workbook is in conflict", async () => {
    const world = await applied({ "dashboards/a.yaml": `${workbook("a", "r")}reports:\n${report("r")}` });
    await addLive(world, "a", "First");
    world.sandbox.edit("a", (live) => {
      live.dashboardDraft = { ...(live.dashboardDraft as JsonObject), title: "Live" };
    });
    world.write("dashboards/a.yaml", world.read("dashboards/a.yaml").replace('"title":"A"', '"title":"Git"'));
    const left = await pull(world);
    expect(told(left)).toEqual(["conflict workbook a", "edited workbook a", "created report first"]);
    const { workbooks, reports } = parse(world.read("dashboards/a.yaml"));
    expect([workbooks.a.dashboard.title, Object.keys(reports)]).toEqual(["Git", ["r", "first"]]);
    expect(workbooks.a.dashboard.widgets[1].config).toEqual({ reportId: { $report: "first" } });
  });
});

describe("a new report", () => {
  it("stays where it is if the workbook's file has numbers instead of keys", async () => {
    const world = await applied({
      "dashboards/a.yaml": workbook("a", "r").replace('{"$report":"r"}', "1"),
      "dashboards/b.yaml": `${workbook("b", "r")}reports:\n${report("r")}`,
    });
    await addLive(world, "a", "First");
    const made = await pull(world);
    expect([told(made), [...made.files.keys()]]).toEqual([["edited workbook a"], ["dashboards/a.yaml"]]);
    const { widgets } = parse(world.read("dashboards/a.yaml")).workbooks.a.dashboard;
    expect(widgets[1].config).toEqual({ reportId: expect.any(Number) });
  });

  it("stays where it is if no chart of the workbook draws it", async () => {
    const world = await applied({ "dashboards/a.yaml": `${workbook("a", "r")}reports:\n${report("r")}` });
    await addLive(world, "a", "First");
    let workbookId = 0;
    world.sandbox.edit("a", (live) => {
      workbookId = live.id;
    });
    await world.platform.upsertReport(1, "undrawn12345", { name: "Undrawn", jsonQuery: "{}", workbookId });
    expect(told(await pull(world))).toEqual(["edited workbook a", "created report first"]);
  });

  it.each<[string, JsonObject, JsonObject[]]>([
    ["be held by a file", {}, [chart("x", 1)]],
    ["be written", { layout: { rowHeight: 40.5 } }, []],
  ])("is left with its chart in a workbook that cannot %s", async (_, more, twice) => {
    const world = await applied({ "dashboards/a.yaml": `${workbook("a", "r")}reports:\n${report("r")}` });
    await addLive(world, "a", "First");
    world.sandbox.edit("a", (live) => {
      const draft = live.dashboardDraft as JsonObject;
      live.dashboardDraft = { ...draft, ...more, widgets: [...(draft.widgets as JsonObject[]), ...twice] };
    });
    const made = await pull(world);
    expect([told(made), made.files.size]).toEqual([["skipped workbook a"], 0]);
  });

  it("stays where it is if its chart is in conflict, whatever else is taken", async () => {
    const text = `${workbook("a", "r")}reports:\n${report("r")}${report("s")}`;
    const world = await applied({ "dashboards/a.yaml": text });
    const { id } = await world.platform.upsertReport(1, "liveFirstxxx", { name: "First", jsonQuery: "{}" });
    world.sandbox.edit("a", (live) => {
      live.dashboardDraft = {
        ...(live.dashboardDraft as JsonObject),
        title: "Live",
        widgets: [chart("x", id)],
      };
    });
    world.write("dashboards/a.yaml", text.replace('"$report":"r"', '"$report":"s"'));
    expect(told(await pull(world))).toEqual(["conflict workbook a", "edited workbook a"]);
    const { workbooks, reports } = parse(world.read("dashboards/a.yaml"));
    expect([workbooks.a.dashboard.title, Object.keys(reports)]).toEqual(["Live", ["r", "s"]]);
    expect(workbooks.a.dashboard.widgets[0].config).toEqual({ reportId: { $report: "s" } });
  });
});

describe("a report of ours", () => {
  it("that left the files comes back under its key, without the publicId that follows from that", async () => {
    const file = `${workbook("a", "r")}reports:\n${report("r").replace("R", "Revenue")}`;
    const world = await applied({ "dashboards/a.yaml": file });
    world.write("dashboards/a.yaml", null);
    expect(told(await pull(world, { all: true }))).toEqual(["created workbook a", "created report r"]);
    const { reports } = parse(world.read("dashboards/a.yaml"));
    expect(reports.r).toEqual({ name: "Revenue", query: { measures: ["orders.count"] } });
  });

  it("is named by key in a workbook that is new", async () => {
    const world = await applied({ "dashboards/a.yaml": `${workbook("a", "r")}reports:\n${report("r")}` });
    const pages = world.platform.listReports(1);
    const ids: number[] = [];
    for await (const page of pages) ids.push(...page.map(({ id }) => id));
    await world.platform.upsertWorkbook(1, "b", {
      name: "B",
      meta: { dashboardDraft: board("B", { widgets: [chart("x", ids[0]!)] }) },
    });
    expect(told(await pull(world, { all: true }))).toEqual(["created workbook b"]);
    const { dashboard } = parse(world.read("dashboards/b.yaml")).workbooks.b;
    expect(dashboard.widgets[0].config).toEqual({ reportId: { $report: "r" } });
  });
});

import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { lintBoard, lintEntry, makeReport, text } from "./workbook.ts";

describe("duplicate-widget-id", () => {
  it("names the id and where the first one is, once per repeat", async () => {
    const widgets = [
      text("a", 0, 0, 1, 1),
      text("a", 1, 0, 1, 1),
      text("b", 2, 0, 1, 1),
      text("a", 3, 0, 1, 1),
    ];
    expect(await lintBoard({ widgets })).toEqual([
      "duplicate-widget-id @ dashboard.widgets.1.id: The widget id `a` is taken: widget number 1 has it, at dashboard.widgets.0.id:1.",
      "duplicate-widget-id @ dashboard.widgets.3.id: The widget id `a` is taken: widget number 1 has it, at dashboard.widgets.0.id:1.",
    ]);
  });

  it("finds ids that differ only in blanks, which a platform may trim away", async () => {
    const widgets = ["total sales", "total  sales ", "totalsales", "\ttotal sales"];
    const found = await lintBoard({ widgets: widgets.map((id, index) => text(id, index, 0, 1, 1)) });
    expect(found.filter((line) => line.startsWith("duplicate"))).toEqual([
      "duplicate-widget-id @ dashboard.widgets.1.id: The widget id `total  sales ` differs only in blanks from `total sales` of widget number 1, at dashboard.widgets.0.id:1.",
      "duplicate-widget-id @ dashboard.widgets.3.id: The widget id `\ttotal sales` differs only in blanks from `total sales` of widget number 1, at dashboard.widgets.0.id:1.",
    ]);
  });

  it("takes ids that are names of inherited properties for what they are", async () => {
    expect(
      await lintBoard({ widgets: [text("constructor", 0, 0, 1, 1), text("toString", 1, 0, 1, 1)] }),
    ).toEqual([]);
  });
});

describe("widget-id-blank", () => {
  it("says at which end of an id a blank is, and takes those within", async () => {
    const widgets = [" a", "b ", "\u00a0c\n", "d e"].map((id, index) => text(id, index, 0, 1, 1));
    expect(await lintBoard({ widgets })).toEqual([
      "widget-id-blank @ dashboard.widgets.0.id: The widget id ` a` begins with a blank.",
      "widget-id-blank @ dashboard.widgets.1.id: The widget id `b ` ends with a blank.",
      "widget-id-blank @ dashboard.widgets.2.id: The widget id `\u00a0c\n` begins and ends with a blank.",
    ]);
  });
});

describe("widget-id-length", () => {
  it("takes 128 characters and refuses 129, counting characters and not UTF-16 units", async () => {
    const widgets = [
      text("x".repeat(128), 0, 0, 1, 1),
      text("📈".repeat(128), 1, 0, 1, 1),
      text("y".repeat(129), 2, 0, 1, 1),
    ];
    expect(await lintBoard({ widgets })).toEqual([
      `widget-id-length @ dashboard.widgets.2.id: The id of widget \`${"y".repeat(59)}…\` has 129 characters; the platform takes at most 128.`,
    ]);
  });
});

describe("report-kind", () => {
  it("names the kind that was meant, also where other tools call it otherwise", async () => {
    const kinds: Json[] = ["number", "bar", "KPI", "tabel", "cube", 7, "vega", "sankey", null];
    const reports = kinds.map((kind, at) => ({ ...makeReport(`r${at}`), entry: { meta: { kind } } }));
    const widgets = kinds.map((_, at) => ({
      ...text(`w${at}`, at, 0, 1, 1),
      type: "CHART",
      config: { reportId: { $report: `r${at}` } },
    }));
    const found = await lintEntry({ dashboard: { widgets } }, [...reports, makeReport("open")]);
    expect(found.filter((line) => line.startsWith("report-kind"))).toEqual(
      [
        '"number" is no kind of report. Did you mean `kpi`?',
        '"bar" is no kind of report. Did you mean `vega`?',
        '"KPI" is no kind of report. Did you mean `kpi`?',
        '"tabel" is no kind of report. Did you mean `table`?',
        '"cube" is no kind of report.',
        "7 is no kind of report.",
      ]
        .sort()
        .map((message) => `report-kind @ meta.kind: ${message}`),
    );
  });
});

describe("apps", () => {
  const rules = async (dashboard: JsonObject) =>
    (await lintBoard(dashboard)).map((line) => line.split(" ")[0]);
  const app = { entry: "index.js", files: { "index.js": "" } };

  it("kind and app belong together", async () => {
    expect(await rules({ kind: "APP" })).toEqual(["app-missing"]);
    expect(await rules({ kind: "APP", app: null })).toEqual(["app-missing"]);
    expect(await rules({ app })).toEqual(["app-without-kind"]);
    expect(await rules({ kind: "CLASSIC", app, widgets: [text("a", 0, 0, 1, 1)] })).toEqual([
      "app-on-classic",
    ]);
    expect(await rules({ kind: "APP", app })).toEqual([]);
  });

  it("the entry is one of the files, to the letter, and suggests the nearest", async () => {
    const of = (more: JsonObject) => lintBoard({ kind: "APP", app: more });
    expect(await of({ entry: "main.js", files: { "index.js": "", "mian.js": "" } })).toEqual([
      "app-entry @ dashboard.app.entry: The app's entry `main.js` is not among its files. Did you mean `mian.js`?",
    ]);
    expect(await of({ entry: "toString", files: {} })).toHaveLength(1);
    expect(await of({ entry: "index.js", files: null })).toHaveLength(1);
    expect(await of({ entry: "index.html", html: "<p>" })).toEqual([]);
  });
});

describe("empty-dashboard", () => {
  it("warns of a dashboard without widgets, not of a workbook without a dashboard", async () => {
    const line = "empty-dashboard @ dashboard (key): The dashboard of revenue has no widgets.";
    expect(await lintEntry({ dashboard: {} })).toEqual([line]);
    expect(await lintEntry({ dashboard: { widgets: [] } })).toEqual([line]);
    expect(await lintEntry({ name: "Revenue" })).toEqual([]);
    expect(await lintEntry({ dashboard: null })).toEqual([]);
  });
});

describe("references to reports", () => {
  const chart = (key: Json) => text("c", 0, 0, 1, 1, { config: { tabs: [{ reportId: { $report: key } }] } });

  it("finds unresolved ones at their place and suggests; finds unused reports", async () => {
    const dashboard = { widgets: [chart("revenue-by-mont")] };
    expect(await lintEntry({ dashboard }, [makeReport("revenue-by-month")])).toEqual([
      "unused-report @  (key): No dashboard uses the report `revenue-by-month`.",
      "unresolved-report @ dashboard.widgets.0.config.tabs.0.reportId.$report: No file declares a report `revenue-by-mont`. Did you mean `revenue-by-month`?",
    ]);
    expect(await lintEntry({ dashboard }, [makeReport("revenue-by-mont")])).toEqual([]);
    expect(await lintEntry({ dashboard: { widgets: [chart(7)] } })).toEqual([]);
  });
});

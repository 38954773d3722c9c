import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import type { Seed } from "../../src/sandbox/index.ts";
import { board, type Loose, openWorld, PROJECT } from "../support/world.ts";
import { pull, told } from "./place.ts";

const chart = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  type: "CHART",
  position: { x: 0, y: 0, w: 6, h: 4 },
  config: { title: id },
  ...more,
});
const outside = { position: { x: 8, y: 0, w: 12, h: 4 } };
const draft = (widgets: JsonObject[], more: JsonObject = {}) =>
  board("A", { layout: { cols: { lg: 12 } }, widgets, ...more });
const WARNING = "lint: { rules: { widget-outside-grid: warning, unknown-field: warning } }\n";

describe("what lint calls an error", () => {
  it("is taken into the file that declares it, with what lint says", async () => {
    const world = await openWorld({
      workbooks: { a: { dashboard: draft([chart("x")]) } },
      settings: WARNING,
    });
    await world.deploy();
    world.sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = draft([chart("x", outside)], { fresh: { of: "the platform" } });
    });
    world.write("boardwright.yaml", PROJECT);
    const made = await pull(world);
    expect(told(made)).toEqual(["edited workbook a"]);
    expect(made.notes.map(({ code, key, message }) => [code, key, message])).toEqual([
      ["lint-error", "a", expect.stringContaining("lint calls an error, widget-outside-grid:")],
      ["lint-error", "a", expect.stringContaining("lint calls an error, unknown-field: `fresh`")],
    ]);
    expect(made.notes[0]?.help).toContain("lint: { rules: { widget-outside-grid: warning } }");
    const { dashboard } = parse(world.read("dashboards/all.yaml")).workbooks.a;
    expect([dashboard.widgets[0].position.x, dashboard.fresh]).toEqual([8, { of: "the platform" }]);

    // Another edit comes in although the files have errors by now, of which the user hears again.
    world.sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = { ...(workbook.dashboardDraft as JsonObject), title: "Live" };
    });
    const again = await pull(world);
    expect(told(again)).toEqual(["edited workbook a"]);
    expect((await pull(world)).notes.map(({ code, message }) => [code, message])).toEqual([
      ["files-have-errors", "the files have 2 errors where nothing was pulled"],
    ]);
    world.write("boardwright.yaml", PROJECT + WARNING);
    expect(await world.actions()).toEqual(["stamp a"]);
  });

  it("is adopted with the rest, and the command says which rule to lower", async () => {
    const seed = {
      workbooks: ["a", "b", "c", "d", "e", "f", "g"].map((slug, index) => {
        const more: JsonObject = slug === "g" ? { layout: { rowHeight: 40.5 } } : {};
        const widget = chart("x", slug < "f" ? outside : {});
        return { id: index + 1, slug, name: slug, dashboardDraft: draft([widget], more) };
      }),
    } as Seed;
    const { run, write } = await openWorld({ files: {}, sandbox: { seed } });
    const shown = await run("pull", "--all");
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain("Pulled 6 new workbooks. 1 left out.");
    expect(shown.stdout).toContain(
      "g is not pulled: its file could not be read back, wrong-type: `rowHeight` must be",
    );
    expect(shown.stdout.match(/lint calls an error, widget-outside-grid/g)?.length).toBe(5);
    expect(shown.stdout).toMatch(/fix what lint calls an error, and run\s`boardwright\splan`/);

    const json = JSON.parse((await run("pull", "g", "--json")).stdout);
    expect(json.pulled).toMatchObject([
      {
        kind: "workbook",
        key: "g",
        action: "skipped",
        reason: {
          code: "cannot-write",
          message: expect.stringContaining("wrong-type"),
          help: expect.any(String),
        },
      },
    ]);
    write("boardwright.yaml", PROJECT + WARNING);
    const plan = JSON.parse((await run("plan", "--json")).stdout);
    expect(plan.summary).toMatchObject({ create: 0, update: 0, stamp: 6 });
  });
});

describe("a report that lint refuses", () => {
  const draws = (...ids: number[]): JsonObject =>
    draft(
      ids.map((reportId, y) =>
        chart(`c${reportId}`, { config: { reportId }, position: { x: 0, y: y * 4, w: 6, h: 4 } }),
      ),
    );
  const report = (id: number, name: string, more: JsonObject = {}): JsonObject => ({
    id,
    publicId: `report${id}`.padEnd(12, "0"),
    name,
    jsonQuery: '{"measures":["orders.count"]}',
    ...more,
  });

  it.each<[string, JsonObject, string]>([
    ["by a rule that is firm", { pivotItems: { rows: 5 } }, "wrong-type"],
    ["by another", { title: "x".repeat(300) }, "invalid-value"],
  ])(
    "%s is left out with the reason, and its new workbook is taken, and the others",
    async (_, bad, rule) => {
      const reports = [
        report(11, "Good", { workbookId: 1 }),
        report(12, "Bad", { workbookId: 1, ...bad }),
        report(13, "bad", { workbookId: 1 }),
      ];
      const workbooks = [{ id: 1, slug: "a", name: "A", dashboardDraft: draws(11, 12, 13) }];
      const { run, read, json } = await openWorld({
        files: {},
        sandbox: { seed: { workbooks, reports } as Seed },
      });
      const ran = await run("pull", "--all", "--json");
      expect(ran.code, ran.stderr).toBe(1);
      const { pulled } = JSON.parse(ran.stdout) as { pulled: (JsonObject & { reason?: JsonObject })[] };
      expect(pulled.map(({ kind, key, action, id }) => [kind, key, action, id])).toEqual([
        ["workbook", "a", "created", 1],
        ["report", "a-bad", "skipped", 12],
        ["report", "bad", "created", 13],
        ["report", "good", "created", 11],
      ]);
      expect(pulled[1]?.reason).toMatchObject({
        code: "cannot-write",
        message: expect.stringMatching(new RegExp(`^report 12, "Bad", of a is not pulled: .*${rule}: `)),
        help: expect.stringContaining("Charts keep its number"),
      });
      const file = parse(read("dashboards/a.yaml"));
      const shown = file.workbooks.a.dashboard.widgets.map(
        ({ config }: { config: JsonObject }) => config.reportId,
      );
      expect(shown).toEqual([{ $report: "good" }, 12, { $report: "bad" }]);
      const plan = await json<Loose>("plan");
      expect(plan.summary).toMatchObject({ create: 0, update: 0 });
    },
  );
});

// A widget that is live and leaves, while another one still names it: said by the plan, because the file alone does not show it.
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { liveWorkbook, planOf } from "./support.ts";

const widget = (id: string, config: JsonObject = {}): JsonObject => ({
  id,
  type: "CHART",
  position: { x: 0, y: 0, w: 1, h: 1 },
  config,
});
const board = (...widgets: JsonObject[]): JsonObject => ({ widgets });

function said(files: JsonObject, live: JsonObject): string[] {
  const { diagnostics } = planOf({
    entries: { sales: { dashboard: files } },
    live: [liveWorkbook("sales", { draft: live })],
  });
  return diagnostics.map(({ rule, severity, message, file }) => `${file} ${severity} ${rule}: ${message}`);
}

describe("a widget that a change removes", () => {
  const naming = widget("box", { children: ["gone", "stays"] });
  const before = board(naming, widget("gone"), widget("stays"));

  it("and another one names is told, by name", () => {
    expect(said(board(naming, widget("stays")), before)).toEqual([
      "dashboards/a.yaml warning dangling-widget-id: Widget `gone` is removed from sales, and the config of `box` still names it.",
    ]);
  });

  it("and a chart has among its controls is told", () => {
    const chart = widget("chart", { controls: { gone: "orders.created_at" } });
    expect(said(board(chart), board(chart, widget("gone")))).toHaveLength(1);
  });

  it("is not looked for where no config goes, two hundred deep", () => {
    const nested = (depth: number, wrap: (inner: Json) => Json): Json =>
      Array.from({ length: depth }).reduce<Json>((inner) => wrap(inner), "gone");
    const found = (depth: number, wrap: (inner: Json) => Json) => {
      const box = widget("box", { part: nested(depth, wrap) });
      return said(board(box), board(box, widget("gone"))).length;
    };
    for (const wrap of [(inner: Json) => [inner], (inner: Json) => ({ part: inner })])
      expect([found(150, wrap), found(250, wrap)]).toEqual([1, 0]);
  });

  it.each([
    ["only one without an id names", board({ ...naming, id: null }, widget("stays"))],
    ["nobody names", board(widget("box", { children: ["stays"] }), widget("stays"))],
    ["only a removed one named", board(widget("stays"))],
    ["is what a text says", board(widget("box", { title: "gone", values: ["gone"] }))],
    ["comes back under its name", board(naming, widget("gone", { title: "New" }), widget("stays"))],
  ])("and %s is not", (_, files) => {
    expect(said(files, before)).toEqual([]);
  });
});

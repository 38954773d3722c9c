// Layouts of which a drawing alone would show the same before and after: widgets below others, and steps smaller than a letter.
import { describe, expect, it } from "vitest";
import type { FieldChange, JsonObject } from "../../src/model/index.ts";
import { layoutPictures } from "../../src/report/change/layout-grid.ts";
import { renderPlanHtml } from "../../src/report/index.ts";
import { type HtmlNode, parseHtml, walk } from "../support/markup.ts";
import { changed, draftOf, makeChange, makePlan } from "./plan-samples.ts";

const box = (x: number, y: number, w: number, h: number): JsonObject => ({ x, y, w, h });
const widget = (id: string, position: JsonObject): JsonObject => ({ id, type: "CHART", position });
const order = (before: string[], after: string[]): FieldChange => ({
  path: "dashboard.widgets",
  change: "reordered",
  before,
  after,
  origin: "git",
});

/** The lines below the legend, and the rows of the picture. */
function picture(widgets: JsonObject[], fields: FieldChange[]): { rows: string[]; said: string[] } {
  const [text] = layoutPictures(makeChange("board", { fields, request: draftOf(widgets) }));
  if (text === undefined) return { rows: [], said: [] };
  const lines = text.split("\n");
  const legend = lines.findIndex((line) => /^A \S/.test(line));
  return { rows: lines.slice(1, legend), said: lines.slice(legend + 1) };
}

describe("a layout whose drawing is the same before and after", () => {
  it("says what moved below another widget", () => {
    const widgets = [widget("small", box(2, 1, 2, 1)), widget("big", box(0, 0, 6, 3))];
    const moved = picture(widgets, [changed("dashboard.widgets[small].position.x", 1, 2)]);
    expect(new Set(moved.rows)).toEqual(new Set(["BBBBBB......   BBBBBB......"]));
    expect(moved.said).toEqual(["A 2×1 at 1,1 → 2×1 at 2,1, below B"]);
  });

  it("says what is added or removed below another widget", () => {
    const big = widget("big", box(0, 0, 6, 3));
    const small = widget("small", box(1, 1, 2, 1));
    const added: FieldChange = {
      path: "dashboard.widgets[small]",
      change: "added",
      after: small,
      origin: "git",
    };
    expect(picture([small, big], [added]).said).toEqual(["A added, 2×1 at 1,1, below B"]);
    const far = Array.from({ length: 2 }, (_, index) => widget(`far${index}`, box(0, 500 * index, 1, 500)));
    const thin: FieldChange = {
      path: "dashboard.widgets[thin]",
      change: "removed",
      before: widget("thin", box(3, 3, 1, 1)),
      origin: "git",
    };
    // A cell of its own is seen.
    expect(picture(far, [thin]).said).toEqual([]);
  });

  it("says steps that are smaller than a letter", () => {
    const widgets = [widget("a", box(0, 0, 12, 3)), widget("b", box(0, 4, 12, 396))];
    expect(picture(widgets, [changed("dashboard.widgets[a].position.h", 2, 3)]).said).toEqual([
      "A 12×2 at 0,0 → 12×3 at 0,0",
    ]);
  });

  it("shows which of two widgets covers the other, where only their order changes", () => {
    const [a, b] = [widget("a", box(0, 0, 3, 1)), widget("b", box(2, 0, 3, 1))];
    const swapped = picture([b, a], [order(["a", "b"], ["b", "a"])]);
    expect(swapped.rows).toEqual(["BBAAA.......   BBBAA......."]);
    expect(swapped.said).toEqual(["B now covers A"]);
  });

  it("draws nothing where widgets that lie beside each other change their order", () => {
    const widgets = [widget("b", box(3, 0, 3, 1)), widget("a", box(0, 0, 3, 1))];
    expect(picture(widgets, [order(["a", "b"], ["b", "a"])])).toEqual({ rows: [], said: [] });
  });

  it("names a few of many, and how many more there are", () => {
    const small = Array.from({ length: 9 }, (_, index) => widget(`s${index}`, box(index, 1, 1, 1)));
    const fields = small.map(({ id }, index) =>
      changed(`dashboard.widgets[${id}].position.x`, index + 1, index),
    );
    const { said } = picture([...small, widget("big", box(0, 0, 12, 3))], fields);
    expect(said).toHaveLength(4);
    expect(said.at(-1)).toBe("and 6 more like these");
  });
});

describe("the page of a plan", () => {
  const widgets = [widget("small", box(2, 1, 2, 1)), widget("big", box(0, 0, 6, 3))];

  /** The outlines of covered widgets in each picture, as class and place. */
  function outlines(fields: FieldChange[], sent: JsonObject[] = widgets): string[][] {
    const html = renderPlanHtml(makePlan([makeChange("board", { fields, request: draftOf(sent) })]));
    const value = (node: HtmlNode, name: string) => node.attrs?.find((item) => item.name === name)?.value;
    return [...walk(parseHtml(html))]
      .filter((node) => value(node, "class") === "grid")
      .map((grid) =>
        [...walk(grid)]
          .filter((node) => value(node, "class")?.endsWith(" below"))
          .map((node) => `${value(node, "class")} ${value(node, "x")},${value(node, "y")}`),
      );
  }

  it("draws a covered widget as an outline above what covers it, at both places", () => {
    const [before, after] = outlines([changed("dashboard.widgets[small].position.x", 1, 2)]);
    expect(before).toEqual(["w-moved below 30,14"]);
    expect(after).toEqual(["w-moved below 60,14"]);
  });

  it("draws both orders of widgets that lie on each other, and says which covers which", () => {
    const fields = [order(["big", "small"], ["small", "big"])];
    expect(outlines(fields)).toEqual([["w-same below 0,0"], ["w-same below 60,14"]]);
    const html = renderPlanHtml(makePlan([makeChange("board", { fields, request: draftOf(widgets) })]));
    expect(html).toContain("big now covers small.");
    expect(
      outlines([order(["a", "b"], ["b", "a"])], [widget("b", box(3, 0, 3, 1)), widget("a", box(0, 0, 3, 1))]),
    ).toEqual([]);
  });
});

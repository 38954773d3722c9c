// Layouts of which a drawing alone would show the same before and after: widgets below others, and who covers whom.
import { describe, expect, it } from "vitest";
import type { FieldChange, JsonObject } from "../../src/model/index.ts";
import { renderPlanHtml, renderPlanMarkdown } from "../../src/report/index.ts";
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

/** The tables of the change, and the notes below them. */
function drawn(widgets: JsonObject[], fields: FieldChange[]): { tables: string[]; notes: string[] } {
  const change = makeChange("board", { fields, request: draftOf(widgets) });
  const text = renderPlanMarkdown(makePlan([change]));
  const notes = [...text.matchAll(/^<sub>(.*)<\/sub>$/gm)].map((match) => match[1] ?? "");
  return {
    tables: [...text.matchAll(/<table>[\s\S]*?<\/table>/g)].map((match) => match[0]),
    notes: notes.filter((note) => /covers|below others|more like these/.test(note)),
  };
}

describe("a layout whose drawing is the same before and after", () => {
  it("says what moved below another widget", () => {
    const widgets = [widget("small", box(2, 1, 2, 1)), widget("big", box(0, 0, 6, 3))];
    const moved = drawn(widgets, [changed("dashboard.widgets[small].position.x", 1, 2)]);
    expect(moved.tables).toHaveLength(2);
    expect(moved.tables.join()).not.toContain("small");
    expect(moved.notes).toEqual(["below others&#58; small, 2×1 at 1,1 → 2×1 at 2,1"]);
  });

  it("says what is added or removed below another widget, and not what is seen", () => {
    const big = widget("big", box(0, 0, 6, 3));
    const small = widget("small", box(1, 1, 2, 1));
    const added: FieldChange = {
      path: "dashboard.widgets[small]",
      change: "added",
      after: small,
      origin: "git",
    };
    expect(drawn([small, big], [added]).notes).toEqual(["below others&#58; small, added → 2×1 at 1,1"]);
    expect(drawn([big, small], [added]).notes).toEqual([]);
  });

  it("shows which of two widgets covers the other, where only their order changes", () => {
    const [a, b] = [widget("a", box(0, 0, 3, 1)), widget("b", box(2, 0, 3, 1))];
    const swapped = drawn([b, a], [order(["a", "b"], ["b", "a"])]);
    expect(swapped.tables).toHaveLength(2);
    expect(swapped.tables[0]).not.toBe(swapped.tables[1]);
    expect(swapped.notes).toEqual(["a now covers b"]);
  });

  it("draws nothing where widgets that lie beside each other change their order", () => {
    const widgets = [widget("b", box(3, 0, 3, 1)), widget("a", box(0, 0, 3, 1))];
    expect(drawn(widgets, [order(["a", "b"], ["b", "a"])])).toEqual({ tables: [], notes: [] });
  });

  it("names a few of many, and how many more there are", () => {
    const small = Array.from({ length: 9 }, (_, index) => widget(`s${index}`, box(index, 1, 1, 1)));
    const fields = small.map(({ id }, index) =>
      changed(`dashboard.widgets[${id}].position.x`, index + 1, index),
    );
    const { notes } = drawn([...small, widget("big", box(0, 0, 12, 3))], fields);
    expect(notes).toHaveLength(4);
    expect(notes.at(-1)).toBe("and 6 more like these");
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
    expect(before).toEqual(["w-moved below 33.3,14"]);
    expect(after).toEqual(["w-moved below 66.7,14"]);
  });

  it("draws both orders of widgets that lie on each other, and says which covers which", () => {
    const fields = [order(["big", "small"], ["small", "big"])];
    expect(outlines(fields)).toEqual([["w-same below 0,0"], ["w-same below 66.7,14"]]);
    const html = renderPlanHtml(makePlan([makeChange("board", { fields, request: draftOf(widgets) })]));
    expect(html).toContain("big now covers small.");
    expect(
      outlines([order(["a", "b"], ["b", "a"])], [widget("b", box(3, 0, 3, 1)), widget("a", box(0, 0, 3, 1))]),
    ).toEqual([]);
  });
});

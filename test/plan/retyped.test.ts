// What the platform filled in for a widget's type, when the files make it one of another type.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { withTypesDefaults } from "../../src/plan/change/workbook-change.ts";
import type { ComparedState } from "../../src/plan/index.ts";
import type { Base } from "../../src/plan/stamp/base.ts";
import { compareStates } from "../../src/plan/stamp/three-way.ts";

const state = (...widgets: JsonObject[]): ComparedState => ({ dashboard: { widgets } });
const box = (type: string, more: JsonObject = {}) => ({ id: "a", type, ...more });
const other = (type: string, more: JsonObject = {}) => ({ id: "b", type, ...more });
const listed = (live: ComparedState, desired: ComparedState, base: Base) =>
  compareStates(live, desired, withTypesDefaults(base, desired)).fields.map(
    ({ path, change, origin }) => `${path} ${change} ${origin}`,
  );
const type = "dashboard.widgets[a].type changed git";

describe("a widget that becomes one of another type", () => {
  it.each<[string, JsonObject[], JsonObject[], JsonObject[], string[]]>([
    [
      "loses what was filled in for the old one",
      [box("CONTAINER")],
      [box("CONTAINER", { config: { layout: "grid" } })],
      [box("CHART")],
      ["dashboard.widgets[a].config removed git", type],
    ],
    [
      "loses it where the files say something beside it, too",
      [box("CONTAINER", { config: { title: "T" } })],
      [box("CONTAINER", { config: { title: "T", layout: "grid" } })],
      [box("CHART", { config: { title: "T" } })],
      ["dashboard.widgets[a].config.layout removed git", type],
    ],
    [
      "keeps what a widget of another type was given as well",
      [box("CONTAINER"), other("TEXT")],
      [
        box("CONTAINER", { config: { layout: "grid" }, style: { dark: false } }),
        other("TEXT", { style: { dark: false } }),
      ],
      [box("CHART"), other("TEXT")],
      ["dashboard.widgets[a].config removed git", type],
    ],
    [
      "loses what the other was given otherwise, or asked for itself",
      [box("CONTAINER"), other("TEXT", { title: "T" })],
      [box("CONTAINER", { pad: 1, title: "T" }), other("TEXT", { pad: 2, title: "T" })],
      [box("CHART"), other("TEXT", { title: "T" })],
      ["dashboard.widgets[a].pad removed git", "dashboard.widgets[a].title removed git", type],
    ],
    [
      "loses an empty object",
      [box("CONTAINER")],
      [box("CONTAINER", { style: {} })],
      [box("CHART")],
      ["dashboard.widgets[a].style removed git", type],
    ],
  ])("%s", (_, asked, answered, desired, expected) => {
    const base = { asked: state(...asked), answered: state(...answered) };
    expect(listed(base.answered, state(...desired), base)).toEqual(expected);
    // As long as the type stays, nothing is lost.
    expect(listed(base.answered, base.asked, base)).toEqual([]);
  });

  it("and goes altogether is listed once", () => {
    const base = { asked: state(box("A")), answered: state(box("A", { pad: 1 })) };
    expect(listed(base.answered, state(), base)).toEqual(["dashboard.widgets[a] removed git"]);
  });

  it.each<[string, Base | undefined]>([
    ["no base", undefined],
    ["no answer", { asked: state(box("A")), answered: null }],
    ["an answer as asked", { asked: state(box("A")) }],
    ["no dashboard", { asked: { name: "N" }, answered: { name: "M" } }],
  ])("is of no matter where there is %s", (_, base) =>
    expect(withTypesDefaults(base, state(box("B")))).toBe(base),
  );
});

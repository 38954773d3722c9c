// Keys in quotes: a new one among them gets the same, and a file that holds JSON still does.
import { describe, expect, it } from "vitest";
import { edit, expectEdit, widget } from "./editing.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type E = any;

const WIDGET = { id: "one", type: "TEXT", position: { x: 0, y: 0, w: 6, h: 4 }, config: { limits: [1, []] } };
const BOOK = { workbooks: { a: { dashboard: { layout: { cols: { lg: 12 } }, widgets: [WIDGET] } } } };
const place = (e: E) => {
  widget(e, "one").responsiveLayouts = { xs: { x: 1, y: 2, w: 3, h: 4 } };
};

describe("a file named .yaml that holds JSON", () => {
  it.each([
    ["on lines", 2],
    ["on one line", 0],
  ])("still holds JSON after each edit: %s", async (_, indent) => {
    const file = "dashboards/a.yaml";
    const text = `${JSON.stringify(BOOK, null, indent)}\n`;
    for (const change of [
      place,
      (e: E) =>
        e.dashboard.widgets.push({ ...WIDGET, id: "two", config: { title: "Two", markdown: "a\nb" } }),
      (e: E) => {
        widget(e, "one").config = { title: "yes" };
      },
      (e: E) => widget(e, "one").config.limits.push("none"),
      (e: E) => {
        e.dashboard.widgets = [];
      },
    ]) {
      const wanted: E[] = [];
      const take = (e: E) => {
        change(e);
        wanted.push(...e.dashboard.widgets);
      };
      const { edits, after } = await edit({ [file]: text }, { a: take });
      expect(edits.failed).toEqual([]);
      const { widgets } = JSON.parse(after[file]!).workbooks.a.dashboard;
      const plain = ({ position: _, responsiveLayouts: __, ...rest }: E) => rest;
      expect(widgets.map(plain)).toEqual(wanted.map(plain));
    }
  });
});

describe("a map in braces whose keys are all in quotes", () => {
  const text = (value: string) => `workbooks:\n  a:\n    meta:\n      k: ${value} # k\n`;
  it.each<[string, string, unknown, string]>([
    ["gets a key", `{ "a": 1 }`, { a: 1, b: { c: "d" } }, `{ "a": 1, "b": { "c": "d" } }`],
    ["gets a key in single ones", `{ 'a': 1 }`, { a: 1, b: { c: "d" } }, `{ 'a': 1, 'b': { 'c': d } }`],
    ["and plain texts", `{ "a": x }`, { a: "x", b: "d" }, `{ "a": x, "b": d }`],
    ["but some texts", `{ "a": x, "c": "y" }`, { a: "x", c: "y", b: "d" }, `{ "a": x, "c": "y", "b": d }`],
    ["and all texts", `{ "a": "x", c: "y" }`, { a: "x", c: "y", b: "d" }, `{ "a": "x", c: "y", b: "d" }`],
    ["has another value", `{ "a": 1 }`, { a: { b: "c" } }, `{ "a": { "b": "c" } }`],
    ["has an empty one in it", `{ "a": {} }`, { a: { b: "c" } }, `{ "a": { "b": "c" } }`],
    ["has other keys", `{ "a": 1 }`, { b: 2 }, `{ "b": 2 }`],
    ["is in a list", `[{ "a": 1 }]`, [{ a: 1 }, { b: "c" }], `[{ "a": 1 }, { "b": "c" }]`],
    ["or a list of texts", `["a", "b"]`, ["a", "b", "c"], `["a", "b", "c"]`],
    [
      "is on lines, with comments",
      `{\n        "a": 1, # one\n        "b": 2 # two\n      }`,
      { a: 1, b: 2, c: { d: "e" } },
      `{\n        "a": 1, # one\n        "b": 2, # two\n        "c": { "d": "e" }\n      }`,
    ],
  ])("%s", (_, before, k, after) =>
    expectEdit(text(before), (e) => Object.assign(e.meta, { k }), text(after)),
  );
});

it("a breakpoint of a widget in such braces is like its other keys", () => {
  const board = (more: string) =>
    `workbooks:\n  a:\n    dashboard:\n      layout: { "cols": { "lg": 12 } }\n      widgets:\n        - { "id": "one", "type": "TEXT", "position": { "x": 0, "y": 0, "w": 6, "h": 4 }${more} } # one\n`;
  return expectEdit(
    board(""),
    place,
    board(`, "responsiveLayouts": { "xs": { "x": 1, "y": 2, "w": 3, "h": 4 } }`),
  );
});

// Which parts of a file always have lines of their own, and what is written as a position.
import { describe, expect, it } from "vitest";
import { formatText } from "../../src/project/format-text.ts";

describe("the outline of a file", () => {
  it.each([
    ["a workbook", "workbooks: {w: {name: N}}", "workbooks:\n  w:\n    name: N\n"],
    [
      "a dashboard",
      "workbooks: {w: {dashboard: {title: T, theme: {a: 1}}}}",
      "workbooks:\n  w:\n    dashboard:\n      title: T\n      theme: { a: 1 }\n",
    ],
    [
      "its widgets",
      "workbooks: {w: {dashboard: {widgets: [{id: a}]}}}",
      "workbooks:\n  w:\n    dashboard:\n      widgets:\n        - { id: a }\n",
    ],
    [
      "no other part of a workbook",
      "workbooks: {w: {meta: {widgets: [{id: a}]}}}",
      "workbooks:\n  w:\n    meta: { widgets: [{ id: a }] }\n",
    ],
    [
      "a report",
      "reports: {r: {name: R, query: {a: 1}}}",
      "reports:\n  r:\n    name: R\n    query: { a: 1 }\n",
    ],
    ["what includes share", "x-more: {a: {b: 1}}", "x-more:\n  a: { b: 1 }\n"],
  ])("is %s", async (_, written, form) => {
    expect(await formatText(`${written}\n`, "a.yaml")).toBe(form);
  });
});

describe("a position", () => {
  const map = "{ x: 0, y: 0, w: 1, h: 1 }";
  const dashboard = (lines: string) => `workbooks:\n  w:\n    dashboard:\n${lines}`;
  it.each([
    [
      "in a part that is no dashboard",
      `workbooks:\n  w:\n    meta: { widgets: { a: { position: ${map} } } }\n`,
    ],
    ["in a part that is no widget", dashboard(`      settings: { a: { position: ${map} } }\n`)],
    ["deeper than a widget's", dashboard(`      widgets:\n        - { id: a, position: { lg: ${map} } }\n`)],
    [
      "deeper than a breakpoint",
      dashboard(`      widgets:\n        - { id: a, responsiveLayouts: { lg: { at: ${map} } } }\n`),
    ],
  ])("is none %s", async (_, text) => {
    expect(await formatText(text, "a.yaml")).toBe(text);
  });

  it("is a list in overrides too", async () => {
    const at = (position: string) =>
      `workbooks:\n  w:\n    overrides:\n      local:\n        dashboard: { widgets: { a: { position: ${position} } } }\n`;
    expect(await formatText(at(map), "a.yaml")).toBe(at("[0, 0, 1, 1]"));
  });

  it("that says more is no list", async () => {
    const at = (position: string) =>
      `workbooks:\n  w:\n    dashboard:\n      widgets:\n        - { id: a, position: ${position} }\n`;
    const more = at("{ x: 0, y: 0, w: 1, h: 1, static: true }");
    const line =
      "workbooks: {w: {dashboard: {widgets: [{id: a, position: {x: 0, y: 0, w: 1, h: 1, static: true}}]}}}";
    expect(await formatText(`${line}\n`, "a.yaml")).toBe(more);
    expect(await formatText(at("{ x: 0, y: 0, w: 1, h: 1 }"), "a.yaml")).toBe(at("[0, 0, 1, 1]"));
  });
});

// The platform document's tables, "Resources and their fields", row by row.
import { describe } from "vitest";
import { D, integer, integers, open, perSize, rect, row, sizes, testRows, text, WIDGET } from "./samples.ts";

describe("each field of a dashboard", () => {
  testRows([
    // DashboardConfig: all fields optional, all nullable
    row([...D, "kind"], true, { good: ["CLASSIC", "APP"], bad: ["classic", "", 1, {}] }),
    row([...D, "title"], true, text),
    row([...D, "description"], true, text),
    row([...D, "app"], true, {
      good: [{}, { $include: "a.yaml", entry: "x" }],
      bad: [1, "x", [], { other: 1 }],
    }),
    row([...D, "layout"], true, { good: [{}, { $include: "a.yaml" }], bad: [1, "x", [], { columns: 12 }] }),
    row([...D, "settings"], true, open),
    row([...D, "theme"], true, open),
    row([...D, "widgets"], true, {
      good: [[], { $include: "a.yaml" }],
      bad: [1, "x", {}, { a: {} }, [1], [null], [[]]],
    }),
    // DashboardAppSource: all optional, nullable
    row([...D, "app", "entry"], true, {
      good: ["", "main.js", "x".repeat(255)],
      bad: ["x".repeat(256), 1, {}],
    }),
    row([...D, "app", "files"], true, {
      good: [
        {},
        { "a.js": "" },
        { "a.js": { $file: "a.js" } },
        { $dir: "./app" },
        { $include: "a.yaml", "b.js": "x" },
      ],
      bad: [
        1,
        [],
        "x",
        { "a.js": 1 },
        { "a.js": null },
        { "a.js": {} },
        { $dir: 1 },
        { $dir: "./app", "a.js": "" },
      ],
    }),
    row([...D, "app", "html"], true, text),
    row([...D, "app", "manifest"], true, { good: [{}], bad: [1, [], { name: "x" }] }),
    row([...D, "app", "manifest", "dependencies"], true, {
      good: [{}, { d3: "7.9.0" }],
      bad: [1, [], { d3: 7 }, { d3: null }],
    }),
    row([...D, "app", "manifest", "version"], true, integer),
    // DashboardLayout: all optional, nullable
    row([...D, "layout", "breakpoints"], true, perSize),
    row([...D, "layout", "cols"], true, perSize),
    row([...D, "layout", "containerPadding"], true, integers),
    row([...D, "layout", "margin"], true, integers),
    row([...D, "layout", "rowHeight"], true, integer),
    // DashboardWidget
    row([...WIDGET, "id"], false, { good: ["a", "x".repeat(300)], bad: ["", 1, {}, []] }),
    row([...WIDGET, "type"], false, {
      good: [
        "CHART",
        "TEXT",
        "FILTER",
        "AI",
        "TIME_GRAIN",
        "FIELD",
        "PARENT",
        "SPACER",
        "DIVIDER",
        "CONTAINER",
      ],
      bad: ["TABS_CONTAINER", "chart", "", 1],
    }),
    row([...WIDGET, "position"], true, rect),
    row([...WIDGET, "config"], true, open),
    row([...WIDGET, "style"], true, open),
    row([...WIDGET, "responsiveLayouts"], true, sizes),
  ]);
});

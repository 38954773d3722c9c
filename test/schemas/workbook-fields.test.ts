// Contract 2 around the dashboard, row by row.
import { describe } from "vitest";
import { integer, open, P, query, rect, row, testRows, text, W } from "./samples.ts";

describe("each field of a workbook file", () => {
  testRows([
    // A workbook of contract 2
    row([...W, "name"], true, {
      good: ["x", "x".repeat(255), "😀".repeat(255), { $file: "a.txt" }],
      bad: ["", "x".repeat(256), 1, {}],
    }),
    row([...W, "folder"], true, { good: ["A/B", "/", ["A/B", "C"]], bad: ["", [], [""], [1], 1, {}] }),
    row([...W, "folderId"], true, integer),
    row([...W, "publish"], true, { good: [true, false], bad: ["true", 1, {}] }),
    row([...W, "meta"], true, { ...open, bad: [...open.bad, { dashboardDraft: {} }, { boardwright: {} }] }),
    row([...W, "dashboard"], true, { good: [{}, { $include: "a.yaml" }], bad: [1, "x", [], { widget: [] }] }),
    row([...W, "overrides"], true, {
      good: [{}, { p: {} }, { p: null }],
      bad: [1, [], { p: 1 }, { p: { overrides: {} } }],
    }),
    // An override: the same fields, partial below widgets
    row([...P, "name"], true, { good: ["x"], bad: ["", 1] }),
    row([...P, "folder"], true, { good: ["A", ["A"]], bad: ["", []] }),
    row([...P, "folderId"], true, integer),
    row([...P, "publish"], true, { good: [true], bad: ["x"] }),
    row([...P, "meta"], true, { ...open, bad: [...open.bad, { boardwright: {} }] }),
    row([...P, "dashboard"], true, { good: [{ title: null }, { theme: {} }], bad: [{ other: 1 }, []] }),
    row([...P, "dashboard", "app"], true, {
      good: [{ files: { "a.js": null } }, { manifest: { dependencies: { d3: null } } }],
      bad: [
        { files: { "a.js": 1 } },
        { manifest: 1 },
        { manifest: { version: "1" } },
        { entry: "x".repeat(256) },
        { other: 1 },
      ],
    }),
    row([...P, "dashboard", "widgets"], true, {
      good: [{}, { a: null }, { a: { type: "TEXT" } }, [{ id: "a", type: "TEXT" }]],
      bad: [1, "x", { a: 1 }, { a: { positon: {} } }, { a: { type: null } }, [{ type: "TEXT" }]],
    }),
    row([...P, "dashboard", "widgets", "a", "position"], true, {
      good: [{ w: 1 }, { w: null }, [0, 0, 1, 1]],
      bad: [...["x", "y", "w", "h"].map((side) => ({ [side]: "1" })), { z: 1 }, [1], "x"],
    }),
    row([...P, "dashboard", "widgets", "a", "responsiveLayouts"], true, {
      good: [{}, { sm: { w: 1 } }, { lg: null, md: [0, 0, 1, 1] }],
      bad: [{ xl: {} }, ...["lg", "md", "sm", "xs", "xxs"].map((size) => ({ [size]: { w: "1" } })), [], 1],
    }),
    // Layouts
    row(["layouts", "w"], true, {
      good: [{}, { sm: { a: [0, 0, 1, 1] } }, { $include: "a.yaml" }],
      bad: [{ xl: {} }, [], 1],
    }),
    row(["layouts", "w", "default"], true, {
      good: [{}, { $include: "a.yaml", a: [0, 0, 1, 1] }],
      bad: [1, [], { a: 1 }],
    }),
    row(["layouts", "w", "default", "a"], true, rect),
    // Reports
    row(["reports", "r"], false, {
      good: [{}, { $include: "a.yaml", title: "x" }],
      bad: [1, "x", [], { titel: "x" }],
    }),
    row(["reports", "r", "publicId"], true, {
      good: ["revqZ1x8Kp0a", {}, { production: "revqZ1x8Kp0a", local: null }],
      bad: ["short", "revqZ1x8Kp0a1", "revqZ1x8Kp0-", 1, { production: "short" }, { production: 1 }],
    }),
    row(["reports", "r", "name"], true, { good: ["x"], bad: ["", "x".repeat(256), 1] }),
    row(["reports", "r", "title"], true, { good: ["", "x".repeat(255)], bad: ["x".repeat(256), 1] }),
    row(["reports", "r", "workbook"], true, { good: ["w"], bad: ["", 1] }),
    row(["reports", "r", "query"], true, query),
    row(["reports", "r", "sqlQuery"], true, text),
    row(["reports", "r", "pivotItems"], true, {
      good: [
        { columns: [], rows: ["a.b"], measures: [], filters: [], showRowTotals: true },
        { $include: "a.yaml" },
      ],
      bad: [
        {},
        { columns: [], rows: [], measures: [] },
        ...["columns", "rows", "measures", "filters"].flatMap((key) => [
          { columns: [], rows: [], measures: [], filters: [], [key]: "x" },
          { columns: [], rows: [], measures: [], filters: [], [key]: [1] },
        ]),
        1,
      ],
    }),
    row(["reports", "r", "meta"], true, { ...open, bad: [...open.bad, { boardwright: {} }] }),
  ]);
});

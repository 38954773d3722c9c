import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type FieldStep,
  formatFieldPath,
  joinPath,
  parseFieldPath,
  parseIgnoredPath,
  widgetPath,
} from "../../src/model/index.ts";

const word = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("a", "x-1", "3", '"]', "a]b", "\\", "", "$v"),
);
const key = word.map((text): FieldStep => ({ key: text }));
const index = fc.nat().map((number): FieldStep => ({ index: number }));
const rest = fc.array(fc.oneof(key, index), { maxLength: 5 });
/** `dashboard.widgets` holds widgets by id, so what follows it in brackets is never an index. */
const steps = fc
  .oneof(
    fc.tuple(key, rest).map(([first, more]) => [first, ...more]),
    fc
      .tuple(word, rest)
      .map(([id, more]) => [{ key: "dashboard" }, { key: "widgets" }, { widget: id }, ...more]),
  )
  .filter(([a, b, c]) => {
    const inWidgets = a && "key" in a && a.key === "dashboard" && b && "key" in b && b.key === "widgets";
    return !inWidgets || c === undefined || "widget" in c;
  });

describe("the grammar of field paths", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(steps, (given) => {
        expect(parseFieldPath(formatFieldPath(given))).toEqual(given);
      }),
    );
  });

  it("is the planner's", () => {
    const path = fc.array(fc.oneof(fc.string(), fc.nat()), { maxLength: 4 });
    fc.assert(
      fc.property(word, path, (id, more) => {
        const expected = more.map((step) => (typeof step === "number" ? { index: step } : { key: step }));
        const text = joinPath(widgetPath(id), more);
        expect(parseFieldPath(text)).toEqual([
          { key: "dashboard" },
          { key: "widgets" },
          { widget: id },
          ...expected,
        ]);
        expect(formatFieldPath(parseFieldPath(text))).toBe(text);
      }),
    );
  });

  it("tells ids from indexes by where they stand", () => {
    expect(parseFieldPath("dashboard.widgets[3].config.rows[3]")).toEqual([
      { key: "dashboard" },
      { key: "widgets" },
      { widget: "3" },
      { key: "config" },
      { key: "rows" },
      { index: 3 },
    ]);
  });

  it("shows whatever else there is as it stands", () => {
    for (const text of ["a[", 'a["b', "a..b", "a b", 'a["\\x"]', "a[01]", "dashboard.widgets[a b]"]) {
      expect(parseFieldPath(text)).toEqual([{ key: text }]);
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseFieldPath(text).length > 0).toBe(text !== "");
      }),
    );
  });

  it("reads the paths that a project ignores", () => {
    expect(parseIgnoredPath('dashboard.widgets[*].config["a b"]')).toEqual([
      { key: "dashboard" },
      { key: "widgets" },
      { element: "*" },
      { key: "config" },
      { key: "a b" },
    ]);
    expect(parseIgnoredPath('dashboard.widgets["a b"].title')?.[2]).toEqual({ element: "a b" });
    for (const text of ["", "a[0]", "a..b", 'meta["\\x"]']) expect(parseIgnoredPath(text)).toBeUndefined();
  });
});

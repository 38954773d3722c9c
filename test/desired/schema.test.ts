import { describe, expect, it } from "vitest";
import { validateFile } from "../../src/desired/schema.ts";
import type { Json, JsonObject } from "../../src/model/index.ts";

const widget = (more: JsonObject): JsonObject => ({
  workbooks: { w: { dashboard: { widgets: [{ id: "a", type: "TEXT", ...more }] } } },
});
const workbook = (more: JsonObject): JsonObject => ({ workbooks: { w: more } });

function told(value: Json): string[] {
  return validateFile(value).map(
    ({ rule, path, part, message }) => `${rule} ${path.join(".")} ${part}: ${message}`,
  );
}

describe("validateFile", () => {
  it("says nothing of what is right", () => {
    expect(told({})).toEqual([]);
    expect(told(widget({ position: [0, 0, 1, 1], config: { any: { thing: [1, null] } } }))).toEqual([]);
    expect(told(widget({ position: { x: 0, y: 0, w: 1, h: 1 }, style: null }))).toEqual([]);
  });

  it.each<[string, Json, string[]]>([
    [
      "a misspelt field",
      widget({ positon: [0, 0, 1, 1] }),
      [
        "unknown-field workbooks.w.dashboard.widgets.0.positon key: `positon` is not a field of a widget. Did you mean `position`?",
      ],
    ],
    [
      "a misspelt section",
      { workboks: {} },
      ["unknown-field workboks key: `workboks` is not a field of a workbook file. Did you mean `workbooks`?"],
    ],
    [
      "a field that resembles none",
      workbook({ colour: "red" }),
      ["unknown-field workbooks.w.colour key: `colour` is not a field of a workbook."],
    ],
    [
      "a wrong type",
      workbook({ dashboard: { layout: { rowHeight: "40" } } }),
      [
        "wrong-type workbooks.w.dashboard.layout.rowHeight value: `rowHeight` must be a whole number, not text.",
      ],
    ],
    [
      "a fraction",
      workbook({ dashboard: { layout: { margin: [1, 2.5] } } }),
      [
        "wrong-type workbooks.w.dashboard.layout.margin.1 value: Entry 2 of `margin` must be a whole number, not the number 2.5.",
      ],
    ],
    [
      "a misspelt value",
      widget({ type: "CHRT" }),
      ["invalid-value workbooks.w.dashboard.widgets.0.type value: `type` must be one of "],
    ],
    [
      "a missing field",
      { workbooks: { w: { dashboard: { widgets: [{ id: "a" }] } } } },
      ["missing-field workbooks.w.dashboard.widgets.0 value: A widget needs `type`."],
    ],
    [
      "half a position",
      widget({ position: { x: 1, w: 2, h: 2 } }),
      ["missing-field workbooks.w.dashboard.widgets.0.position value: `position` needs `y`."],
    ],
    [
      "a short position",
      widget({ position: [1, 2, 3] }),
      ["invalid-value workbooks.w.dashboard.widgets.0.position value: `position` needs 4 entries, not 3."],
    ],
    [
      "a position of another kind",
      widget({ position: "top" }),
      [
        "wrong-type workbooks.w.dashboard.widgets.0.position value: `position` must be a list or a map, not text.",
      ],
    ],
    [
      "a long entry",
      workbook({ dashboard: { app: { entry: "x".repeat(256) } } }),
      ["invalid-value workbooks.w.dashboard.app.entry value: An entry is a text of at most 255 characters."],
    ],
    [
      "an empty slug",
      { workbooks: { " ": {} } },
      ["invalid-value workbooks.  key: A slug needs at least one visible character."],
    ],
    [
      "widgets as a map",
      workbook({ dashboard: { widgets: { a: {} } } }),
      ["wrong-type workbooks.w.dashboard.widgets value: `widgets` must be a list, not a map."],
    ],
    [
      "a workbook that is nothing",
      { workbooks: { w: null } },
      ["wrong-type workbooks.w value: `w` must be a map, not null."],
    ],
    [
      "keys with slashes",
      { workbooks: { "a/b~c": { nmae: 1 } } },
      ["unknown-field workbooks.a/b~c.nmae key: `nmae` is not a field of a workbook. Did you mean `name`?"],
    ],
    ["a list", [], ["wrong-type  value: A workbook file is a map at its top level, not a list."]],
  ])("says what is wrong once: %s", (_, value, expected) => {
    const found = told(value);
    expect(found.map((one, index) => one.slice(0, expected[index]?.length))).toEqual(expected);
  });

  it("suggests a value too", () => {
    expect(told(widget({ type: "CHRT" }))[0]).toContain("not `CHRT`. Did you mean `CHART`?");
  });

  it("lists what can stand there, and warns of merge keys", () => {
    const [layout] = validateFile(workbook({ dashboard: { layout: { colour: 1 } } }));
    expect(layout?.help).toBe(
      "Fields here: `breakpoints`, `cols`, `containerPadding`, `margin`, `rowHeight`.",
    );
    const [merge] = validateFile(workbook({ "<<": {} }));
    expect(merge?.help).toContain("$include");
  });

  it("never speaks of schemas", () => {
    const wrong: Json[] = [1, "x", null, [], {}, true];
    for (const value of wrong) {
      for (const at of ["name", "folder", "publish", "meta", "dashboard", "overrides"]) {
        for (const { message } of validateFile(workbook({ [at]: value }))) {
          expect(message).not.toMatch(/schema|NOT|must match|additional|pattern|properties/);
        }
      }
    }
  });
});

it.each([
  ["yes", "Write `true`."],
  ["Off", "Write `false`."],
  ["maybe", undefined],
])("says what is meant by `publish: %s`, which is text in YAML 1.2", (publish, help) => {
  const [problem] = validateFile(workbook({ publish }));
  expect(problem).toMatchObject({ rule: "wrong-type" });
  expect(problem?.help).toBe(help);
});

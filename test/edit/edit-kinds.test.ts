// How a value is replaced by one of another kind, where its comments stay; and the same in JSON files.
import { describe, it } from "vitest";
import { boardOf, expectEdit, swap, WIDGET_ONE, widget } from "./editing.ts";

describe("a JSON file", () => {
  const json = (indent: number | string, value: object) => `${JSON.stringify(value, null, indent)}\n`;
  it.each([2, 4, "\t"])("keeps its indentation: %j", async (indent) => {
    const value = { workbooks: { a: { meta: { k: { x: 1 } } } } };
    await expectEdit(
      json(indent, value),
      (e) => {
        e.meta.k.x = 2;
      },
      json(indent, { workbooks: { a: { meta: { k: { x: 2 } } } } }),
      { file: "dashboards/a.json" },
    );
  });
  it("gets maps of several lines, lists of numbers on one, and texts as JSON writes them", async () => {
    const text = json(4, { workbooks: { a: { meta: { k: 1, e: {} } } } });
    await expectEdit(
      text,
      (e) => {
        e.meta.more = { list: [1, 2], empty: [], none: {}, mixed: ["a\n", { b: true }] };
        e.meta.k = "yes";
        e.meta.e = { z: { y: 1 } };
      },
      `{
    "workbooks": {
        "a": {
            "meta": {
                "k": "yes",
                "e": {
                    "z": {
                        "y": 1
                    }
                },
                "more": {
                    "list": [1, 2],
                    "empty": [],
                    "none": {},
                    "mixed": [
                        "a\\n",
                        {
                            "b": true
                        }
                    ]
                }
            }
        }
    }
}
`,
      { file: "dashboards/a.json" },
    );
  });
  it("has its lines where a value becomes a map, and none in what is on one", async () => {
    const text = `{
  "workbooks": {
    "a": { "meta": {
      "k": [
        1,
        [2]
      ],
      "l": { "m": 1 }
    } }
  }
}
`;
    await expectEdit(
      text,
      (e) => {
        e.meta.k = [{ x: 1 }, { y: 2 }];
        e.meta.l.m = { z: 1 };
      },
      swap(
        swap(
          text,
          "1,\n        [2]",
          '{\n          "x": 1\n        },\n        {\n          "y": 2\n        }',
        ),
        '"m": 1',
        '"m": { "z": 1 }',
      ),
      { file: "dashboards/a.json" },
    );
  });
  it("on one line stays on one", async () => {
    const text = '{"workbooks":{"a":{"meta":{"k":[{"x":1}]}}}}';
    await expectEdit(
      text,
      (e) => {
        e.meta.k[0].y = { z: 1 };
        e.meta.k.push({ x: 2 });
        e.meta.l = "a";
      },
      '{"workbooks":{"a":{"meta":{"k":[{"x":1, "y": { "z": 1 }}, { "x": 2 }], "l": "a"}}}}',
      { file: "dashboards/a.json" },
    );
  });
});

describe("a value that becomes another", () => {
  const text = boardOf(`${WIDGET_ONE}          config:
            a: x # first
            b: { c: 1 } # second
            d: [1] # third
            e: |- # fourth
              one
              two
            f:
              - 1
            g:
              h: 1 # inside
            i: # nothing
            j: 'q'
`);
  it.each([
    ["a scalar a map", { a: { z: 1 } }, "a: x # first", "a: # first\n              z: 1"],
    ["a scalar an empty map", { a: {} }, "a: x # first", "a: {} # first"],
    ["a scalar lines", { a: "p\nq" }, "a: x # first", "a: |- # first\n              p\n              q"],
    ["a flow map a scalar", { b: 5 }, "{ c: 1 }", "5"],
    ["a flow map another one", { b: { c: { z: 1 } } }, "{ c: 1 }", "{ c: { z: 1 } }"],
    ["a flow list a map", { d: { z: [] } }, "[1]", "{ z: [] }"],
    [
      "a block scalar one line",
      { e: "one" },
      "|- # fourth\n              one\n              two",
      "one # fourth",
    ],
    ["a block scalar others", { e: "1\n2" }, "one\n              two", "1\n              2"],
    ["a block scalar a number", { e: 1 }, "|- # fourth\n              one\n              two", "1 # fourth"],
    [
      "a block scalar a map",
      { e: { z: 1 } },
      "|- # fourth\n              one\n              two",
      "# fourth\n              z: 1",
    ],
    ["a block list a scalar", { f: "x" }, "f:\n              - 1", "f: x"],
    ["a block list a map", { f: { z: 1 } }, "f:\n              - 1", "f:\n              z: 1"],
    ["a block map a list", { g: [1] }, "g:\n              h: 1 # inside", "g: # inside\n              - 1"],
    ["a block map empty", { g: {} }, "g:\n              h: 1 # inside", "g: {}"],
    ["nothing a map", { i: { z: 1 } }, "i: # nothing", "i: # nothing\n              z: 1"],
    ["nothing a scalar", { i: 1 }, "i: # nothing", "i: 1 # nothing"],
    ["a quoted text lines", { j: "p\nq" }, "'q'", "'p\n\n              q'"],
  ])("%s", async (_, config, from, to) => {
    await expectEdit(text, (e) => Object.assign(widget(e, "one").config, config), swap(text, from, to));
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isObject, type Json } from "../../src/model/index.ts";
import { runs } from "../support/runs.ts";
import { lintBoard, lintEntry, text } from "./workbook.ts";

describe("half-broken values", () => {
  it("never crash, whatever stands where", async () => {
    const scalar = fc.constantFrom<Json>(null, true, -1, 0, 1.5, 3, "", "sm", "CONTAINER", "APP", "CLASSIC");
    const keys = fc.constantFrom(
      ...[
        "id",
        "type",
        "kind",
        "app",
        "entry",
        "files",
        "html",
        "layout",
        "cols",
        "breakpoints",
        "lg",
        "sm",
        "x",
        "y",
      ],
      ...[
        "w",
        "h",
        "rowHeight",
        "widgets",
        "position",
        "responsiveLayouts",
        "config",
        "title",
        "$report",
        "toString",
      ],
    );
    const { json } = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 6 },
        scalar,
        fc.array(tie("json"), { maxLength: 4 }),
        fc.dictionary(keys, tie("json")),
      ),
    }));
    const shaped = fc.record(
      {
        kind: json,
        app: json,
        layout: fc.oneof(json, fc.dictionary(keys, json)),
        widgets: fc.oneof(json, fc.array(json)),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, shaped), async (dashboard) => {
        const found = await lintEntry({ dashboard: dashboard as Json });
        expect(Array.isArray(found)).toBe(true);
        if (!isObject(dashboard)) expect(found).toEqual([]);
      }),
      { numRuns: runs(2000) },
    );
  });

  it("nor does nesting deeper than any stack", async () => {
    let deep: Json = { $report: "x" };
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const container = { id: "c", type: "CONTAINER", position: { x: 0, y: 0, w: 1, h: 1 }, config: { deep } };
    expect(await lintBoard({ widgets: [container, text("d", 0, 0, 1, 1)] })).toHaveLength(1);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { canonical } from "../../src/plan/index.ts";
import { runs } from "../support/runs.ts";
import { entry, json } from "../support/states.ts";
import { afterUpsert, liveWorkbook, planOf } from "./support.ts";

describe("canonical", () => {
  it("is the same whatever the order of keys and however absence is spelt", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonical(shuffle(value))).toBe(canonical(value));
        expect(canonical(withNulls(value))).toBe(canonical(value));
      }),
    );
  });

  it("parses back to a value with the same text", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonical(JSON.parse(canonical(value)))).toBe(canonical(value));
      }),
    );
  });

  it("tells different values apart", () => {
    expect(canonical({ a: {} })).not.toBe(canonical({}));
    expect(canonical({ a: [] })).not.toBe(canonical({}));
    expect(canonical([null])).not.toBe(canonical([]));
    expect(canonical({ a: "1" })).not.toBe(canonical({ a: 1 }));
  });
});

describe("a plan for any pair of states", () => {
  it("is empty once its request was taken", () => {
    fc.assert(
      fc.property(entry, entry, (files, ui) => {
        const before = liveFrom(ui);
        const first = planOf({ entries: { a: files }, live: [before] });
        const after = first.changes.reduce(
          (live, { request }) => (request ? afterUpsert("a", request, live) : live),
          before,
        );
        const again = planOf({ entries: { a: { ...files, publish: false } }, live: [after] });
        expect(again.changes).toEqual([]);
        expect(again.summary.unchanged).toBe(1);
      }),
      { numRuns: runs(500) },
    );
  });

  it("lists at least one field for every update, each with something that differs", () => {
    fc.assert(
      fc.property(entry, entry, (files, ui) => {
        for (const change of planOf({ entries: { a: files }, live: [liveFrom(ui)] }).changes) {
          if (change.action !== "update") continue;
          expect(change.fields.length).toBeGreaterThan(0);
          for (const field of change.fields)
            expect(canonical(field.before ?? null)).not.toBe(canonical(field.after ?? null));
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("lists no field where the files say what is live, and offers only the stamp", () => {
    fc.assert(
      fc.property(entry, (ui) => {
        const live = liveFrom(ui);
        const { changes } = planOf({ entries: { a: { ...ui, publish: false } }, live: [live] });
        expect(changes.map(({ action, fields }) => ({ action, fields }))).toEqual([
          { action: "stamp", fields: [] },
        ]);
      }),
    );
  });

  it("creates what is not there, and is empty then", () => {
    fc.assert(
      fc.property(entry, (files) => {
        const [create] = planOf({ entries: { a: files }, live: [] }).changes;
        expect(create?.action).toBe("create");
        const after = afterUpsert("a", create?.request as JsonObject);
        expect(planOf({ entries: { a: { ...files, publish: false } }, live: [after] }).changes).toEqual([]);
      }),
    );
  });

  it("is the same bytes whatever the order of the inputs", () => {
    fc.assert(
      fc.property(entry, entry, (files, ui) => {
        const one = planOf({
          entries: { a: files, b: ui },
          live: [liveFrom(ui), { ...liveFrom(files), id: 8, slug: "b" }],
        });
        const two = planOf({
          entries: { b: shuffle(ui) as JsonObject, a: shuffle(files) as JsonObject },
          live: [{ ...liveFrom(files), id: 8, slug: "b" }, liveFrom(ui)],
        });
        expect(JSON.stringify(two.changes.map(({ request: _, ...rest }) => rest))).toBe(
          JSON.stringify(one.changes.map(({ request: _, ...rest }) => rest)),
        );
      }),
    );
  });
});

/** The live workbook that would result from these entries being written in the UI. */
function liveFrom(ui: JsonObject) {
  return liveWorkbook("a", {
    name: (ui.name as string) ?? "Untitled",
    meta: (ui.meta as JsonObject) ?? {},
    draft: ui.dashboard as JsonObject | undefined,
  });
}

function shuffle(value: Json): Json {
  if (Array.isArray(value)) return value.map(shuffle);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, shuffle(item)]),
  );
}

function withNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withNulls);
  if (typeof value !== "object" || value === null) return value;
  const items = Object.entries(value).map(([key, item]): [string, Json] => [key, withNulls(item)]);
  return { ...Object.fromEntries(items), "not there": null };
}

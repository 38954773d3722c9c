// A slug that was changed in the UI, where the list of workbooks does not show their `meta`: what a plan reads to know of it.
import { describe, expect, it } from "vitest";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import { alterItems, type Hook } from "../support/proxy.ts";
import { openWorld } from "../support/world.ts";

const board = (title: string): JsonObject => ({
  kind: "CLASSIC",
  title,
  widgets: [{ id: "a", type: "TEXT", position: { x: 0, y: 0, w: 6, h: 4 }, config: { markdown: title } }],
});
const FILES = { workbooks: { sales: { dashboard: board("Sales") }, ops: { dashboard: board("Ops") } } };

const withoutMeta: Hook = async ({ method, path }, forward) =>
  method === "GET" && path.endsWith("/workbooks")
    ? alterItems(await forward(), ({ meta: _, ...item }) => item)
    : forward();

/** `others` live workbooks are nobody's. */
async function openRenamed({ others = 2, only = "" } = {}) {
  const place = await openWorld({
    ...FILES,
    sandbox: {
      seed: { workbooks: Array.from({ length: others }, (_, n) => ({ slug: `other-${n}`, name: "Other" })) },
    },
    proxy: withoutMeta,
    applied: true,
  });
  place.rename("sales", "sx");
  place.sandbox.requests.length = 0;
  const narrowed = only === "" ? [] : ["--only", only];
  return {
    ...place,
    plan: () => place.planned(...narrowed),
    reads: () => place.sandbox.requests.filter(({ path }) => /workbooks\/\d+$/.test(path)).length,
  };
}

const RENAMED = [{ key: "sales", action: "create", origin: "live", hazards: [{ code: "renamed" }] }];
const rules = ({ diagnostics }: Plan) => diagnostics.map(({ rule }) => rule);

describe("a renamed workbook in a list without meta", () => {
  it.each([
    { what: "with a record", records: true, only: "" },
    { what: "without one", records: false, only: "" },
    { what: "in narrowed work", records: false, only: "sales" },
  ])("is the hazard `renamed`, and no second one is made: $what", async ({ records, only }) => {
    const { plan, run, forget, sandbox } = await openRenamed({ only });
    if (!records) forget();
    const planned = await plan();
    expect(planned.changes).toMatchObject(RENAMED);
    expect(rules(planned)).toEqual([]);
    const applied = await run("apply", "--yes", ...(only === "" ? [] : ["--only", only]));
    expect(applied.code, applied.stdout).toBe(3);
    expect(sandbox.workbook("sales")).toBeUndefined();
  });

  it("is read alone where a record knows its id, however many there are", async () => {
    const { plan, reads } = await openRenamed({ others: 30 });
    expect((await plan()).changes).toMatchObject(RENAMED);
    // The declared one and the renamed one.
    expect(reads()).toBe(2);
  });

  it("is not looked for among many of which nothing is known: the plan says that it was not", async () => {
    const { plan, forget, reads } = await openRenamed({ others: 30 });
    forget();
    const planned = await plan();
    expect(planned.changes).toMatchObject([{ key: "sales", action: "create", hazards: [] }]);
    expect(planned.diagnostics).toMatchObject([
      {
        rule: "unseen-owner",
        message: expect.stringContaining(
          "31 live workbooks could not be checked for orphans or renamed slugs",
        ),
      },
    ]);
    expect(reads()).toBe(1);
  });

  it.each([2, 30])(
    "is told by later plans, without --prune, if a second one was made: %i others",
    async (others) => {
      const { plan, run, ok } = await openRenamed({ others });
      await ok("apply", "--yes", "--allow", "renamed");
      expect(rules(await plan())).toContain("double-stamp");
      // Also when the run that made the second one is not the newest any more.
      expect((await run("plan")).stdout).toContain("live as sx");
    },
  );
});

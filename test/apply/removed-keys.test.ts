// Keys that a file no longer has: gone from live on a platform that merges deeply, and reported where the platform keeps them
// or fills in the same.
import { describe, expect, it } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/model/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

describe("a file of a page that goes", () => {
  const page = (files: JsonObject) => ({ a: { dashboard: { kind: "APP", title: "A", app: { files } } } });
  const both = { "a.js": "1", "b.js": "2" };

  // The map as null, and the page again.
  it.each(["shallow", "deep"] as const)("is gone from live, on a platform that merges %s", async (merge) => {
    const { deploy, actions, sandbox, writes } = await openWorld({
      workbooks: page(both),
      sandbox: { merge },
    });
    await deploy();
    sandbox.requests.length = 0;
    const next = page({ "a.js": "1" });
    expect(outcomes(await deploy(next))).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft?.app).toEqual({ files: { "a.js": "1" } });
    expect(writes()).toHaveLength(2);
    expect(await actions(next)).toEqual([]);
  });
});

describe("a value that a file no longer has, and that is there again after the write", () => {
  const described = { a: { dashboard: board("A", { description: "None yet" }) } };
  const next = { a: { dashboard: board("A") } };

  it("is taken for the platform's default", async () => {
    const heal = (draft: JsonObject): JsonObject => ({
      ...draft,
      description: draft.description ?? "None yet",
    });
    const { deploy, actions, sandbox } = await openWorld({ workbooks: described, sandbox: { heal } });
    await deploy();
    expect(outcomes(await deploy(next))).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft?.description).toBe("None yet");
    expect(await actions(next)).toEqual([]);
  });

  it("is reported, because the platform may have kept it", async () => {
    const withoutNulls = (value: Json): Json => {
      if (!isObject(value)) return value;
      const kept = Object.entries(value).filter(([, each]) => each !== null);
      return Object.fromEntries(kept.map(([key, each]) => [key, withoutNulls(each)]));
    };
    const keep: Hook = async (asked, forward) =>
      asked.method === "PUT" && asked.body ? forward(withoutNulls(asked.body) as JsonObject) : forward();
    const { deploy, actions, sandbox } = await openWorld({
      workbooks: described,
      sandbox: { merge: "deep" },
      proxy: keep,
    });
    await deploy();
    const outcome = await deploy(next);
    expect(outcomes(outcome)).toEqual(["a applied"]);
    expect(outcome.results[0]?.notes).toEqual([
      "a: the platform kept, or filled in again: dashboard.description. No later plan lists that",
    ]);
    expect(await actions(next)).toEqual([]);
    expect(sandbox.workbook("a")?.dashboardDraft?.description).toBe("None yet");
  });
});

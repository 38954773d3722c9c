// Keys that a file no longer has: gone from live on a platform that merges deeply, told where the platform keeps them, and none of anybody's
// business where it fills in the same.
import { describe, expect, it } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/model/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

describe("a file of a page that goes", () => {
  const page = (files: JsonObject) => ({ a: { dashboard: { kind: "APP", title: "A", app: { files } } } });
  const both = { "a.js": "1", "b.js": "2" };

  it.each<["shallow" | "deep", number]>([
    ["shallow", 2],
    // The map as null, the page again, and the stamp that knows the answer.
    ["deep", 4],
  ])("is gone from live, on a platform that merges %s, in %i requests", async (merge, requests) => {
    const { deploy, actions, sandbox, writes } = await openWorld({
      workbooks: page(both),
      sandbox: { merge },
    });
    await deploy();
    sandbox.requests.length = 0;
    const next = page({ "a.js": "1" });
    expect(outcomes(await deploy(next))).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft?.app).toEqual({ files: { "a.js": "1" } });
    expect(writes()).toHaveLength(requests);
    expect(await actions(next)).toEqual([]);
  });
});

describe("a value that a file no longer has, and that is there again after the write", () => {
  const described = { a: { dashboard: board("A", { description: "None yet" }) } };
  const next = { a: { dashboard: board("A") } };

  it("is the platform's default, if it drops the keys that are to go", async () => {
    const heal = (draft: JsonObject): JsonObject => ({
      ...draft,
      description: draft.description ?? "None yet",
    });
    const { deploy, actions, sandbox } = await openWorld({ workbooks: described, sandbox: { heal } });
    await deploy();
    expect(outcomes(await deploy(next))).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft?.description).toBe("None yet");
    expect(sandbox.workbook("a")?.meta.boardwright).not.toMatchObject({ probe: true });
    expect(await actions(next)).toEqual([]);
  });

  it("is told as kept, if the platform drops none", async () => {
    const withoutNulls = (value: Json): Json => {
      if (!isObject(value)) return value;
      const kept = Object.entries(value).filter(([, each]) => each !== null);
      return Object.fromEntries(kept.map(([key, each]) => [key, withoutNulls(each)]));
    };
    const keep: Hook = async (asked, forward) =>
      asked.method === "PUT" && asked.body ? forward(withoutNulls(asked.body) as JsonObject) : forward();
    const { deploy, sandbox } = await openWorld({
      workbooks: described,
      sandbox: { merge: "deep" },
      proxy: keep,
    });
    await deploy();
    const outcome = await deploy(next);
    expect(outcomes(outcome)).toEqual(["a failed did-not-converge"]);
    expect(outcome.results[0]?.error?.details?.join("\n")).toContain("dashboard.description");
    expect(sandbox.workbook("a")?.dashboardDraft?.description).toBe("None yet");
  });
});

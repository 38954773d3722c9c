// Folders that are missing: made once, parents first.
import { describe, expect, it } from "vitest";
import { type Harness, openHarness, outcomes } from "./harness.ts";
import type { Hook } from "./proxy.ts";

const WORKBOOKS = {
  a: { name: "A", folder: "Finance/Revenue/EU" },
  b: { name: "B", folder: "Finance/Revenue" },
  c: { name: "C", folder: "Finance/Revenue/EU" },
};
const isFolderPost = ({ method, path }: { method: string; path: string }) =>
  method === "POST" && path.endsWith("/folders");

function pathOf({ sandbox }: Harness, slug: string): string {
  return (sandbox.workbook(slug)?.folderPath ?? []).map(({ name }) => name).join("/");
}

describe("missing folders", () => {
  it("are made once each, parents first", async () => {
    const harness = await openHarness({ workbooks: WORKBOOKS });
    const outcome = await harness.run();
    expect(outcome.results.map(({ key, status }) => `${key} ${status}`)).toEqual([
      "Finance applied",
      "Finance/Revenue applied",
      "Finance/Revenue/EU applied",
      "a applied",
      "b applied",
      "c applied",
    ]);
    expect(harness.writes().filter((line) => line.startsWith("POST"))).toHaveLength(3);
    expect(["a", "b", "c"].map((slug) => pathOf(harness, slug))).toEqual([
      "Finance/Revenue/EU",
      "Finance/Revenue",
      "Finance/Revenue/EU",
    ]);
    expect(await harness.actions()).toEqual([]);
  });

  it("are made inside the one that is there, not inside a namesake", async () => {
    const folders = [
      { id: 31, name: "Finance" },
      { id: 32, name: "Archive" },
      { id: 33, name: "Revenue", parentId: 32 },
    ];
    const harness = await openHarness({ workbooks: WORKBOOKS, sandbox: { seed: { folders } } });
    await harness.run();
    expect(pathOf(harness, "b")).toBe("Finance/Revenue");
    expect(harness.writes().filter((line) => line.startsWith("POST"))).toHaveLength(2);
    expect(await harness.actions()).toEqual([]);
  });

  it.each<[string, Awaited<ReturnType<Hook>>]>([
    ["an error", { status: 503, body: { error: "Unavailable" } }],
    ["a broken connection", "drop"],
  ])("whose making is answered with %s though it happened are not made twice", async (_what, answer) => {
    let lost = 0;
    const hook: Hook = async (asked, forward) => {
      if (!isFolderPost(asked)) return forward();
      await forward();
      lost += 1;
      return answer;
    };
    const harness = await openHarness({ workbooks: WORKBOOKS, proxy: hook });
    await harness.run();
    expect(lost).toBe(3);
    expect(await harness.actions()).toEqual([]);
    const again = await harness.run({ d: { name: "D", folder: "Finance/Revenue/EU" } });
    expect(outcomes(again)).toEqual(["d applied"]);
  });

  it("that somebody else makes meanwhile are taken as they are", async () => {
    const harness = await openHarness({ workbooks: WORKBOOKS });
    const [one, two] = [await harness.plan(), await harness.plan()];
    const [first, second] = await Promise.all([harness.apply(one), harness.apply(two)]);
    for (const { results } of [first, second])
      expect(results.map(({ status }) => status)).toEqual(results.map(() => "applied"));
    expect(await harness.actions()).toEqual([]);
  });

  it("that cannot be made leave out what needs them; the rest goes on", async () => {
    const hook: Hook = async (asked, forward) =>
      isFolderPost(asked) && asked.body?.name === "Revenue"
        ? { status: 403, body: { error: "No access to Finance" } }
        : forward();
    const { run, writes } = await openHarness({
      workbooks: { ...WORKBOOKS, d: { name: "D", folder: "Finance" }, e: { name: "E" } },
      proxy: hook,
    });
    const outcome = await run();
    expect(outcomes(outcome)).toEqual([
      "Finance applied",
      "Finance/Revenue failed forbidden",
      "Finance/Revenue/EU skipped missing-part",
      "a skipped missing-part",
      "b skipped missing-part",
      "c skipped missing-part",
      "d applied",
      "e applied",
    ]);
    expect(writes()).not.toContain("PUT a");
  });
});

// Folders that are missing: made once, parents first.
import { describe, expect, it } from "vitest";
import { byLevel } from "../../src/apply/apply-plan.ts";
import type { Change } from "../../src/model/index.ts";
import type { Hook } from "../support/proxy.ts";
import { openWorld, outcomes, type World } from "../support/world.ts";

const WORKBOOKS = {
  a: { name: "A", folder: "Finance/Revenue/EU" },
  b: { name: "B", folder: "Finance/Revenue" },
  c: { name: "C", folder: "Finance/Revenue/EU" },
};
const isFolderPost = ({ method, path }: { method: string; path: string }) =>
  method === "POST" && path.endsWith("/folders");

function pathOf({ sandbox }: World, slug: string): string {
  return (sandbox.workbook(slug)?.folderPath ?? []).map(({ name }) => name).join("/");
}

describe("missing folders", () => {
  it("wait for their parents and for no other", () => {
    const keys = ["A", "A/B", "A/B/C", "D", "D/E", "F\\/G"];
    const folders = keys.map((key) => ({ kind: "folder", key }) as Change);
    const levels = byLevel([...folders].reverse()).map((level) => level.map(({ key }) => key).sort());
    expect(levels).toEqual([["A", "D", "F\\/G"], ["A/B", "D/E"], ["A/B/C"]]);
  });

  it("are made once each, parents first", async () => {
    const world = await openWorld({ workbooks: WORKBOOKS });
    const outcome = await world.deploy();
    expect(outcome.results.map(({ key, status }) => `${key} ${status}`)).toEqual([
      "Finance applied",
      "Finance/Revenue applied",
      "Finance/Revenue/EU applied",
      "a applied",
      "b applied",
      "c applied",
    ]);
    expect(world.writes().filter((line) => line.startsWith("POST"))).toHaveLength(3);
    expect(["a", "b", "c"].map((slug) => pathOf(world, slug))).toEqual([
      "Finance/Revenue/EU",
      "Finance/Revenue",
      "Finance/Revenue/EU",
    ]);
    expect(await world.actions()).toEqual([]);
  });

  it("are made inside the one that is there, not inside a namesake", async () => {
    const folders = [
      { id: 31, name: "Finance" },
      { id: 32, name: "Archive" },
      { id: 33, name: "Revenue", parentId: 32 },
    ];
    const world = await openWorld({ workbooks: WORKBOOKS, sandbox: { seed: { folders } } });
    await world.deploy();
    expect(pathOf(world, "b")).toBe("Finance/Revenue");
    expect(world.writes().filter((line) => line.startsWith("POST"))).toHaveLength(2);
    expect(await world.actions()).toEqual([]);
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
    const world = await openWorld({ workbooks: WORKBOOKS, proxy: hook });
    await world.deploy();
    expect(lost).toBe(3);
    expect(await world.actions()).toEqual([]);
    const again = await world.deploy({ d: { name: "D", folder: "Finance/Revenue/EU" } });
    expect(outcomes(again)).toEqual(["d applied"]);
  });

  it("that somebody else makes meanwhile are taken as they are", async () => {
    const world = await openWorld({ workbooks: WORKBOOKS });
    const [one, two] = [await world.plan(), await world.plan()];
    const [first, second] = await Promise.all([world.apply(one), world.apply(two)]);
    for (const { results } of [first, second])
      expect(results.map(({ status }) => status)).toEqual(results.map(() => "applied"));
    expect(await world.actions()).toEqual([]);
  });

  it("that cannot be made leave out what needs them; the rest goes on", async () => {
    const hook: Hook = async (asked, forward) =>
      isFolderPost(asked) && asked.body?.name === "Revenue"
        ? { status: 403, body: { error: "No access to Finance" } }
        : forward();
    const { deploy, writes } = await openWorld({
      workbooks: { ...WORKBOOKS, d: { name: "D", folder: "Finance" }, e: { name: "E" } },
      proxy: hook,
    });
    const outcome = await deploy();
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

  it.each([400, 409, 422])(
    "that are refused as taken (%i) are looked for once, under their own parent",
    async (status) => {
      let posts = 0;
      const hook: Hook = async (asked, forward) => {
        if (!isFolderPost(asked) || asked.body?.name !== "Revenue") return forward();
        posts += 1;
        // Somebody else has made it in this moment, if this is not the run that never finds it.
        if (isMade) await forward();
        return { status, body: { error: "name is taken" } };
      };
      let isMade = true;
      const folders = [
        { id: 31, name: "Finance" },
        { id: 32, name: "Archive" },
        { id: 33, name: "Revenue", parentId: 32 },
        { id: 34, name: "Revenue" },
      ];
      const world = await openWorld({
        workbooks: { b: WORKBOOKS.b },
        sandbox: { seed: { folders } },
        proxy: hook,
      });
      isMade = false;
      const refused = await world.deploy();
      expect(outcomes(refused)).toEqual([
        expect.stringMatching(/^Finance\/Revenue failed /),
        "b skipped missing-part",
      ]);
      isMade = true;
      expect(outcomes(await world.deploy())).toEqual(["Finance/Revenue applied", "b applied"]);
      expect(pathOf(world, "b")).toBe("Finance/Revenue");
      expect(posts).toBe(2);
    },
  );

  it("that may not be made are not looked for", async () => {
    let lists = 0;
    const hook: Hook = async (asked, forward) => {
      if (asked.method === "GET" && asked.path.endsWith("/folders")) lists += 1;
      return isFolderPost(asked) ? { status: 403, body: { error: "No" } } : forward();
    };
    const { plan, apply } = await openWorld({
      workbooks: { d: { name: "D", folder: "Finance" } },
      proxy: hook,
    });
    const made = await plan();
    lists = 0;
    expect(outcomes(await apply(made))).toEqual(["Finance failed forbidden", "d skipped missing-part"]);
    expect(lists).toBe(0);
  });

  it("that an earlier run of the plan made are not made again", async () => {
    const { plan, apply, writes } = await openWorld({ workbooks: { d: { name: "D", folder: "Finance" } } });
    const made = await plan();
    const first = await apply(made);
    const changes = made.changes.map((change, at) => ({ ...change, id: first.results[at]?.id ?? null }));
    const before = writes().length;
    const again = await apply({ ...made, changes: changes.filter(({ kind }) => kind === "folder") });
    expect(again.results).toMatchObject([
      { key: "Finance", status: "applied", attempts: 0, id: first.results[0]?.id },
    ]);
    expect(writes()).toHaveLength(before);
  });
});

// Platforms that keep a stamp only on creation, or cut it off: our own apply is nobody's edit, and nothing is guessed from a stamp of before.
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { openWorld } from "../support/world.ts";

const contentOf = (title: string) => ({ workbooks: { one: { dashboard: { title, widgets: [] } } } });

/** `keep`: what the platform stores of a stamp, where `first` is the one that the workbook was made with. */
async function open(keep: (stamp: JsonObject, first: JsonObject) => JsonObject) {
  let first: JsonObject | undefined;
  const world = await openWorld({
    ...contentOf("v1"),
    proxy: async ({ method, body }, forward) => {
      const meta = method === "PUT" ? (body?.meta as JsonObject | undefined) : undefined;
      const stamp = meta?.boardwright as JsonObject | undefined;
      if (!stamp) return forward();
      first ??= stamp;
      return forward({ ...body, meta: { ...meta, boardwright: keep(stamp, first) } });
    },
  });
  return {
    ...world,
    declare: (title: string) => world.declare(contentOf(title)),
    forget: () => world.declare({}),
    planned: async (...args: string[]) =>
      (await world.planned(...args)).changes.map(({ action, origin, hazards }) =>
        [action, origin, ...hazards.map(({ code }) => code)].join(" "),
      ),
  };
}

const createOnly = (_: JsonObject, first: JsonObject) => first;
const cut = (stamp: JsonObject) => ({ ...stamp, base: String(stamp.base).slice(0, 40) });

it("kept only on creation: the text is true, and the next change is called neither drift nor conflict", async () => {
  const { run, declare, planned } = await open(createOnly);
  const first = await run("apply", "--yes");
  expect(first.stdout).toContain("the platform did not keep its stamp");
  declare("v2");
  expect(await planned()).toEqual(["update unknown adopt"]);
  const refused = await run("apply", "--yes");
  expect([refused.code, refused.stdout]).toEqual([
    3,
    expect.stringContaining("the platform kept the stamp of an earlier write"),
  ]);
  await run("apply", "--yes", "--allow", "adopt");
  expect((await run("plan")).stdout).toContain(
    "the platform keeps the stamp of one as an earlier write left it",
  );
  declare("v3");
  expect(await planned()).toEqual(["update unknown adopt"]);
  expect((await run("plan")).stdout).not.toContain("changed on both sides");
});

it("kept only on creation: an edit back to what the old stamp says is not overwritten unasked", async () => {
  const { run, sandbox, declare } = await open(createOnly);
  await run("apply", "--yes");
  declare("v2");
  await run("apply", "--yes", "--allow", "adopt");
  sandbox.edit("one", ({ dashboardDraft }) => void Object.assign(dashboardDraft ?? {}, { title: "v1" }));
  const drift = await run("drift");
  expect([drift.code, drift.stdout]).toEqual([
    2,
    expect.stringContaining("the platform kept the stamp of an earlier write"),
  ]);
  expect((await run("apply", "--yes")).code).toBe(3);
  expect(sandbox.workbook("one")?.dashboardDraft).toMatchObject({ title: "v1" });
});

it("cut off: the text is true, a change stops at adopt, and prune deletes nothing", async () => {
  const { run, declare, forget, planned, sandbox } = await open(cut);
  expect((await run("apply", "--yes")).stdout).toContain("the platform did not keep its stamp");
  declare("v2");
  expect(await planned()).toEqual(["update unknown adopt"]);
  forget();
  expect(await planned("--prune")).toEqual(["orphaned git"]);
  const pruned = await run("apply", "--prune", "--yes", "--allow", "delete");
  expect(pruned.stdout).toContain("its stamp cannot be read whole");
  expect(sandbox.workbook("one")).toBeDefined();
});

// A workbook of ours was renamed on the platform, and its slug is held by one that was never applied under it.
import { expect, it } from "vitest";
import { boardwright } from "../support/command.ts";
import { board, type Loose, openWorld } from "../support/world.ts";

const BOTH = { ops: { dashboard: board("Ops") }, sales: { dashboard: board("Sales") } };

async function open() {
  const world = await openWorld({ workbooks: BOTH });
  await world.deploy();
  const { sandbox, cwd, platform } = world;
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const call = (slug: string, to: string) =>
    sandbox.edit(slug, (workbook) => {
      workbook.slug = to;
    });
  return { ...world, platform, call, run: (...args: string[]) => boardwright(args, { cwd, env }) };
}

it("a stranger's workbook in its place is not called ours, nor told to be deleted, and not adopted unasked", async () => {
  const { call, platform, plan, run, sandbox } = await open();
  call("sales", "sales-2026");
  await platform.upsertWorkbook(1, "sales", { name: "Mine", meta: { dashboardDraft: board("Mine") } });
  const { changes, diagnostics } = await plan();
  expect(diagnostics).toEqual([]);
  expect(changes.map(({ key, hazards }) => [key, hazards.map(({ code }) => code)])).toEqual([
    ["sales", ["adopt", "renamed"]],
  ]);
  expect((await run("apply", "--yes", "--allow", "adopt")).code).toBe(3);
  expect(sandbox.workbook("sales")).toMatchObject({ name: "Mine" });
});

it("two of ours whose slugs were swapped are both told as renamed, and not written over crosswise", async () => {
  const { call, json, plan, run, sandbox } = await open();
  const [ops, sales] = [sandbox.workbook("ops")?.id, sandbox.workbook("sales")?.id];
  call("sales", "aside");
  call("ops", "sales");
  call("aside", "ops");
  const { changes, diagnostics } = await plan();
  expect(diagnostics).toEqual([]);
  expect(changes.map(({ hazards }) => hazards[0]?.message)).toEqual([
    expect.stringMatching(`^the workbook ${sales}, which has this slug, carries the stamp of sales: `),
    expect.stringMatching(`^the workbook ${ops}, which has this slug, carries the stamp of ops: `),
  ]);
  const told = changes.map(({ key, hazards }) => [key, hazards.map(({ message }) => message).at(-1)]);
  expect(told).toEqual([
    ["ops", expect.stringMatching(`^the workbook ${ops} was applied under this slug and is live as sales, `)],
    [
      "sales",
      expect.stringMatching(`^the workbook ${sales} was applied under this slug and is live as ops, `),
    ],
  ]);
  expect((await run("drift")).code).toBe(2);
  const { notes } = await json<Loose>("pull", "--dry-run");
  expect(notes).toMatchObject([
    { code: "renamed", key: "ops" },
    { code: "renamed", key: "sales" },
  ]);
  expect((await run("apply", "--yes", "--allow", "adopt")).code).toBe(3);
  expect(sandbox.workbook("sales")?.dashboardDraft).toMatchObject({ title: "Ops" });
});

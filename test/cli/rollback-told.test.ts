// What a rollback leaves as it is, because somebody renamed it, moved it, or has its place by now: each is told, and none is passed over.
import { expect, it } from "vitest";
import type { Plan, Result } from "../../src/model/index.ts";
import type { WireReport } from "../../src/platform/index.ts";
import type { Ran } from "../support/command.ts";
import { openWorld, type World } from "../support/world.ts";

const ONE = { name: "One", dashboard: { title: "one" } };
const TWO = { name: "Two", dashboard: { title: "two" } };
const REPORT = { name: "Revenue", workbook: "two", query: { measures: ["orders.count"] } };
const BY_HAND = { name: "Sales by hand", jsonQuery: '{"measures":["orders.count"]}' };
const HAND = "reports/by-public-id/byHandZ1x8Kp";

const lastRun = (place: World) => place.runs().at(-1) as string;

const resultsOf = ({ stdout }: Ran) => (JSON.parse(stdout) as { results: Result[] }).results;

/** `two` is there; the last run made `one` and a report in `two`. */
async function openMade(): Promise<World> {
  const place = await openWorld({ workbooks: { two: TWO }, applied: true });
  place.declare({ workbooks: { one: ONE, two: TWO }, reports: { revenue: REPORT } });
  await place.ok("apply", "--yes");
  return place;
}

/** The last run deleted `one`, in which somebody had made a report; the platform deleted that as well, or took it out. */
async function openPruned(quirks: "deletes-reports" | ""): Promise<World> {
  const place = await openWorld({ workbooks: { one: ONE, two: TWO }, sandbox: { quirks }, applied: true });
  await place.send("PUT", HAND, { ...BY_HAND, workbookId: place.sandbox.workbook("one")?.id });
  place.declare({ workbooks: { two: TWO } });
  await place.ok("apply", "--yes", "--prune", "--allow", "delete");
  return place;
}

it("a workbook that the run made, and that somebody renamed, is not passed over", async () => {
  const place = await openMade();
  place.sandbox.edit("one", (workbook) => {
    workbook.slug = "elsewhere";
  });
  const run = lastRun(place);
  const ran = await place.run("rollback", run, "--yes", "--allow", "delete", "--json");
  expect(ran.code).toBe(1);
  expect(resultsOf(ran).find(({ kind }) => kind === "workbook")).toMatchObject({
    key: "one",
    action: "delete",
    status: "failed",
    error: {
      code: "renamed-since",
      message: "one is not deleted: the workbook that the run made now has the slug elsewhere",
      details: ["Give it the slug one again on the platform, then roll back; or delete it there."],
    },
  });
  expect(place.sandbox.workbook("elsewhere")).toBeDefined();
  place.sandbox.edit("elsewhere", (workbook) => {
    workbook.slug = "one";
  });
  await place.ok("rollback", run, "--yes", "--allow", "delete");
  expect(place.sandbox.workbook("one")).toBeUndefined();
});

it("a workbook of somebody else under the slug of one that the run made stays, and is named", async () => {
  const place = await openMade();
  await place.send("DELETE", `workbooks/${place.sandbox.workbook("one")?.id}`);
  await place.send("PUT", "workbooks/by-slug/one", { name: "Theirs" });
  const { id } = place.sandbox.workbook("one") ?? {};
  const ran = await place.run("rollback", lastRun(place), "--yes", "--allow", "delete");
  expect([ran.code, ran.stdout.replace(/\s+/g, " ")]).toEqual([
    0,
    expect.stringContaining(
      `one is not deleted: what the run made is gone, and another workbook, ${id}, has its slug`,
    ),
  ]);
  expect(place.sandbox.workbook("one")?.name).toBe("Theirs");
});

it("a report of somebody else under the publicId of one that nobody managed is never written over", async () => {
  const place = await openPruned("deletes-reports");
  const theirs = (await place.send("PUT", HAND, {
    name: "Theirs",
    workbookId: place.sandbox.workbook("two")?.id,
  })) as WireReport;
  const ran = await place.run("rollback", lastRun(place), "--yes", "--json");
  expect(ran.code).toBe(1);
  expect(resultsOf(ran).find(({ status }) => status === "failed")).toMatchObject({
    kind: "report",
    error: {
      code: "taken-since",
      message: `the report "Sales by hand" cannot be put back: its publicId is that of another report, ${theirs.id}`,
    },
  });
  expect(place.sandbox.workbook("one")).toBeDefined();
  expect((await place.reports()).map(({ name }) => name)).toEqual(["Theirs"]);
});

it("a report that nobody managed, and that somebody put elsewhere since, stays there, and is named", async () => {
  const place = await openPruned("");
  const [made] = (await place.reports()) as [WireReport];
  await place.send("PUT", HAND, { ...BY_HAND, workbookId: place.sandbox.workbook("two")?.id });
  const ran = await place.run("rollback", lastRun(place), "--yes");
  expect([ran.code, ran.stdout.replace(/\s+/g, " ")]).toEqual([
    0,
    expect.stringContaining('the report "Sales by hand" stays in two, where somebody put it since'),
  ]);
  expect((await place.reports())[0]).toMatchObject({
    id: made.id,
    workbookId: place.sandbox.workbook("two")?.id,
  });
});

it("a report that nobody managed is put back by its name, and no file is said to lack it", async () => {
  const place = await openPruned("deletes-reports");
  const run = lastRun(place);
  const ran = await place.ok("rollback", run, "--yes");
  expect(ran.stdout).toContain("Sales by hand");
  const end = ran.stdout.slice(ran.stdout.indexOf("Applied"));
  expect(end).toContain("No file declares one: plans list it as no longer declared.");
  expect(end).not.toContain("byHandZ1x8Kp");
  const { changes } = await place.json<Plan>("rollback", run, "--yes");
  expect(changes ?? []).toEqual([]);
});

it("the slug of a workbook that was renamed, and that another has by now, is not written over", async () => {
  const place = await openWorld({ workbooks: { one: ONE }, applied: true });
  place.declare({ workbooks: { one: { ...ONE, name: "New" } } });
  await place.ok("apply", "--yes");
  place.sandbox.edit("one", (workbook) => {
    workbook.slug = "elsewhere";
  });
  await place.send("PUT", "workbooks/by-slug/one", { name: "Theirs" });
  const ran = await place.run("rollback", lastRun(place), "--yes", "--allow", "adopt,drift", "--json");
  expect(ran.code).toBe(1);
  expect(resultsOf(ran)).toMatchObject([{ key: "one", error: { code: "renamed-since" } }]);
  expect(place.sandbox.workbook("one")?.name).toBe("Theirs");
});

it("a publication is not put on what has the slug of a workbook that is gone", async () => {
  const board = (title: string, publish: boolean) => ({
    workbooks: { one: { publish, dashboard: { title } } },
  });
  const place = await openWorld({ ...board("old", true) });
  for (const files of [board("old", true), board("new", false), board("new", true)]) {
    place.declare(files);
    await place.ok("apply", "--yes");
  }
  await place.send("DELETE", `workbooks/${place.sandbox.workbook("one")?.id}`);
  await place.send("PUT", "workbooks/by-slug/one", { name: "Theirs" });
  const ran = await place.run("rollback", lastRun(place), "--yes");
  expect([ran.code, ran.stdout.replace(/\s+/g, " ")]).toEqual([
    0,
    expect.stringContaining("one is no longer live, so nobody sees again what was published before that run"),
  ]);
  expect(place.sandbox.workbook("one")?.dashboardPublished ?? null).toBe(null);
});

import { expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import { board, openWorld } from "../support/world.ts";

const ID = "aaaaaaaaaaaa";
const widgets = [{ id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "r" } } }];
const files = (meta: JsonObject, query = "a.b") =>
  stringify({
    workbooks: { a: { publish: true, dashboard: board("A", { widgets }) } },
    reports: { r: { name: "R", publicId: ID, query: { measures: [query] }, meta } },
  });

it("a report that is stamped again and again is published once", async () => {
  const { platform, deploy, plan, actions, sandbox, write } = await openWorld({
    files: { "dashboards/all.yaml": files({}) },
  });
  const declare = (text: string) => write("dashboards/all.yaml", text);
  const stampOf = async () => {
    for await (const [one] of platform.listReports(1)) return one?.meta?.boardwright ?? null;
    return null;
  };
  await deploy();
  const meta = { a: 1, b: 2, c: 3 };
  await platform.upsertReport(1, ID, { meta: { ...meta, boardwright: await stampOf() } });
  await deploy();
  expect(await actions()).toEqual([]);
  const published = sandbox.workbook("a")?.publishedDashboard?.versionNumber;
  const others: JsonObject[] = [{ a: 1 }, { a: 1, b: 2 }, meta, { b: 2 }];
  for (const declared of others) {
    declare(files(declared));
    expect(await actions()).toEqual(["stamp r"]);
    await deploy();
    expect(await actions()).toEqual([]);
  }
  expect(sandbox.workbook("a")?.publishedDashboard?.versionNumber).toBe(published);

  // An edit in between is one, whoever stamps it after.
  await platform.upsertReport(1, ID, { title: "Theirs", meta: { ...meta, boardwright: await stampOf() } });
  declare(files(meta));
  expect((await plan()).changes).toMatchObject([
    { action: "stamp", key: "r" },
    { action: "publish", key: "a" },
  ]);
  await deploy();
  expect(await actions()).toEqual([]);
  expect(sandbox.workbook("a")?.publishedDashboard?.versionNumber).toBe(Number(published) + 1);
  declare(files(meta, "a.c"));
  expect((await actions()).toSorted()).toEqual(["publish a", "update r"]);
});

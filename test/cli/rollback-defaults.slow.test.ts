// A rollback on platforms that fill in defaults: what it puts back is what was asked for, and the defaults stay the platform's.
import { expect, it } from "vitest";
import { openWorld } from "../support/world.ts";

const declared = (title: string) => ({
  workbooks: {
    a: {
      name: "A",
      dashboard: {
        kind: "CLASSIC",
        title,
        layout: { cols: { lg: 12 } },
        widgets: [{ id: "w", type: "CHART", position: [0, 0, 6, 4], config: { title } }],
      },
    },
  },
});

it("takes no default for something that the files removed", async () => {
  const place = await openWorld({ ...declared("Old"), sandbox: { heal: true }, applied: true });
  const before = await place.state("a");
  place.declare(declared("New"));
  await place.ok("apply", "--yes");
  await place.ok("rollback", place.runs()[1] ?? "", "--yes");
  expect(await place.state("a")).toEqual(before);
  const [change] = (await place.planned()).changes;
  expect(change?.fields.map(({ path, origin }) => [path, origin])).toEqual([
    ["dashboard.title", "git"],
    ["dashboard.widgets[w].config.title", "git"],
  ]);
  place.declare(declared("Old"));
  expect((await place.planned()).changes).toEqual([]);
});

it("takes no default of a report for something that the files removed", async () => {
  const reports = (name: string) => ({ r: { name, query: { measures: ["orders.count"] } } });
  const place = await openWorld({
    ...declared("Old"),
    reports: reports("Old"),
    sandbox: { quirks: "fills-defaults" },
    applied: true,
  });
  place.declare((files) => {
    files.reports = reports("New");
  });
  await place.ok("apply", "--yes");
  await place.ok("rollback", place.runs()[1] ?? "", "--yes");
  expect((await place.planned()).changes.map(({ fields }) => fields.map(({ path }) => path))).toEqual([
    ["name"],
  ]);
  place.declare((files) => {
    files.reports = reports("Old");
  });
  expect((await place.planned()).changes).toEqual([]);
});

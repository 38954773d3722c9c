// Reports looked up by their publicIds: with their stamps, and with no request that is not needed.
import { expect, it } from "vitest";
import { findReports } from "../../src/live/index.ts";
import { D, EVERYTHING, open, report, stamp, type World, workbook } from "./deployment-place.ts";

async function find(world: World, ...publicIds: string[]) {
  const { platform, asked } = await open(world);
  return { found: await findReports(platform, 1, new Set(publicIds)), asked: asked() };
}

it("are those of the deployment that have one of them, by it", async () => {
  const reports = [
    report(1, "A", { meta: stamp }),
    report(2, "B", { meta: stamp }),
    report(3, "C", { meta: stamp }),
    workbook(4, "w", { publicId: "A" }),
  ];
  const { found, asked } = await find({ reports }, "C", "A", "Gone");
  expect([...found].map(([publicId, { id }]) => [publicId, id])).toEqual([
    ["A", 1],
    ["C", 3],
  ]);
  expect(asked).toEqual(["reports"]);
});

it("are none where none is named, and nothing is asked", async () => {
  expect(await find({ reports: [report(1, "A")] })).toEqual({ found: new Map(), asked: [] });
});

it("are read one by one where the list leaves meta out, as long as they are there", async () => {
  const reports = [1, 2, 3].map((id) => ({ ...report(id, `R${id}`), meta: undefined as never }));
  const world = { reports, singleReports: { 1: report(1, "R1", { meta: stamp }) } };
  const { found, asked } = await find(world, "R1", "R2");
  expect([...found].map(([publicId, { meta }]) => [publicId, meta])).toEqual([
    ["R1", stamp],
    ["R2", undefined],
  ]);
  expect(asked).toEqual(["reports", "reports/1", "reports/2"]);
  const operations = EVERYTHING.filter((each) => each !== `GET ${D}/reports/{id}`);
  expect((await find({ ...world, operations }, "R1")).asked).toEqual(["reports"]);
});

// A rollback on platforms that fill in defaults: what it puts back is what was asked for, and the defaults stay the platform's.
import { expect, it } from "vitest";
import { openPlace } from "./rollback-place.ts";

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
  const place = await openPlace(declared("Old"), { heal: true });
  expect((await place.apply()).code).toBe(0);
  const before = await place.state("a");
  place.declare(declared("New"));
  expect((await place.apply()).code).toBe(0);
  const ran = await place.rollback(place.runs()[1]);
  expect(ran.code, ran.err + ran.out).toBe(0);
  expect(await place.state("a")).toEqual(before);
  const [change] = (await place.plan()).changes;
  expect(change?.fields.map(({ path, origin }) => [path, origin])).toEqual([
    ["dashboard.title", "git"],
    ["dashboard.widgets[w].config.title", "git"],
  ]);
  place.declare(declared("Old"));
  expect((await place.plan()).changes).toEqual([]);
});

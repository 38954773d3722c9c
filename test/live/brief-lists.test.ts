// Lists of reports that show `meta` and leave out other fields, while the read of one report shows them all.
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { alterItems } from "../support/proxy.ts";
import { openWorld } from "../support/world.ts";

const KEYS = ["a", "b", "c", "d", "e"];
const reports = Object.fromEntries(
  KEYS.map((key) => [key, { name: key, title: `T ${key}`, query: { measures: ["orders.count"] } }]),
);

async function open(shows: (item: JsonObject) => JsonObject) {
  const place = await openWorld({
    reports,
    proxy: async ({ method, path }, forward) =>
      method === "GET" && path.endsWith("/reports") ? alterItems(await forward(), shows) : forward(),
    applied: true,
  });
  place.sandbox.requests.length = 0;
  return {
    ...place,
    plan: place.planned,
    reads: () =>
      place.sandbox.requests.filter(({ path }) => /reports\/\d+$/.test(path)).map(({ path }) => path),
  };
}

it.each(["jsonQuery", "title", "version"])(
  "without %s are read one by one, each report once",
  async (field) => {
    const { plan, reads, ok } = await open(({ [field]: _, ...item }) => item);
    expect(await plan()).toMatchObject({ changes: [] });
    expect(reads()).toHaveLength(KEYS.length);
    expect(new Set(reads()).size).toBe(KEYS.length);
    await ok("drift");
  },
);

it("that leave out nulls are whole: three reports are read to know, and none where each field is in some item", async () => {
  const noNulls = (item: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
  const sparse = await open(noNulls);
  expect(await sparse.plan()).toMatchObject({ changes: [] });
  expect(sparse.reads()).toHaveLength(3);
  const whole = await open((item) => item);
  expect(await whole.plan()).toMatchObject({ changes: [] });
  expect(whole.reads()).toEqual([]);
});

// Lists of reports that show `meta` and leave out other fields, while the read of one report shows them all.
import { expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import { type Distortion, openDistorted } from "../support/distorted.ts";

const KEYS = ["a", "b", "c", "d", "e"];
const files = stringify({
  reports: Object.fromEntries(
    KEYS.map((key) => [key, { name: key, title: `T ${key}`, query: { measures: ["orders.count"] } }]),
  ),
});

const isList = ({ method, path }: Parameters<Distortion>[1]) =>
  method === "GET" && /\/reports(\?|$)/.test(path);

async function open(shows: (item: JsonObject) => JsonObject) {
  const place = await openDistorted({
    files: { "dashboards/all.yaml": files },
    distort(text, exchange) {
      if (!isList(exchange)) return text;
      const { items, ...rest } = JSON.parse(text) as { items: JsonObject[] };
      return JSON.stringify({ ...rest, items: items.map(shows), data: undefined, count: undefined });
    },
  });
  const applied = await place.run("apply", "--yes");
  expect(applied.code, applied.stdout + applied.stderr).toBe(0);
  place.seen.length = 0;
  return {
    ...place,
    plan: async () => JSON.parse((await place.run("plan", "--json")).stdout) as Plan,
    reads: () => place.seen.filter(({ path }) => /reports\/\d+$/.test(path)).map(({ path }) => path),
  };
}

it.each(["jsonQuery", "title", "version"])(
  "without %s are read one by one, each report once",
  async (field) => {
    const { plan, reads, run } = await open(({ [field]: _, ...item }) => item);
    expect(await plan()).toMatchObject({ changes: [] });
    expect(reads()).toHaveLength(KEYS.length);
    expect(new Set(reads()).size).toBe(KEYS.length);
    expect((await run("drift")).code).toBe(0);
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

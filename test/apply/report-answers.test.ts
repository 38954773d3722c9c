import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { isObject, type Json, type JsonObject, type Plan, readStamp } from "../../src/model/index.ts";
import { baseOf, driftOf } from "../../src/plan/index.ts";
import type { WireReport } from "../../src/platform/index.ts";
import type { Hook } from "../support/proxy.ts";
import { openWorld, outcomes } from "../support/world.ts";

const ID = "aaaaaaaaaaaa";
/** Nothing in it is changed by a platform that trims, or sorts. */
const PLAIN: JsonObject = {
  name: "R",
  publicId: ID,
  query: { measures: ["a.count", "b.count"] },
  pivotItems: { columns: [], rows: [], measures: [], filters: [] },
  meta: { kind: "kpi" },
};
const UNTRIMMED: JsonObject = {
  ...PLAIN,
  name: "R ",
  title: " Orders",
  query: { measures: ["a.count"], filters: [{ member: "a.x", operator: "equals", values: ["1 "] }] },
  sqlQuery: "select 1\n",
  meta: { kind: "kpi", note: " n" },
};

async function open(quirks: string, first: JsonObject, proxy?: Hook) {
  const world = await openWorld({
    files: { "dashboards/all.yaml": "" },
    sandbox: { quirks },
    ...(proxy && { proxy }),
  });
  const { platform, plan, write } = world;
  const declare = (entry: JsonObject): Promise<Plan> => {
    write("dashboards/all.yaml", stringify({ reports: { r: entry } }));
    return plan();
  };
  const report = async (): Promise<WireReport> => {
    for await (const [one] of platform.listReports(1)) if (one) return one;
    throw new Error("there is no report");
  };
  return { ...world, declare, report, first: await world.apply(await declare(first)) };
}
const fieldsOf = ({ changes }: Plan): unknown[] =>
  changes.flatMap(({ fields }) => fields.map(({ path, change, origin }) => `${origin} ${change} ${path}`));

describe("a platform that fills in a report's query and pivot items", () => {
  it("converges at once: what was only added is its own", async () => {
    const { first, plan, report, writes } = await open("fills-defaults,sorts-keys", PLAIN);
    expect(outcomes(first)).toEqual(["r applied"]);
    expect(writes()).toHaveLength(3);
    expect(JSON.parse(String((await report()).jsonQuery))).toMatchObject({ limit: 10_000, timezone: "UTC" });
    expect((await plan()).changes).toEqual([]);
    expect(baseOf(readStamp((await report()).meta ?? undefined))?.answered?.query).toMatchObject({
      limit: 10_000,
    });
  });

  it("is expected to do so again: the next change lists no default, and is stamped in two steps, as a workbook is", async () => {
    const { declare, apply, actions, writes } = await open("fills-defaults", PLAIN);
    const next = await declare({ ...PLAIN, query: { measures: ["a.count"] } });
    expect(fieldsOf(next)).toEqual(["git changed query.measures"]);
    const before = writes().length;
    expect(outcomes(await apply(next))).toEqual(["r applied"]);
    expect(writes().slice(before)).toHaveLength(2);
    expect(await actions()).toEqual([]);
  });

  it("takes a value that equals the default for one when it is removed from the file", async () => {
    const own = { ...PLAIN, query: { measures: ["a.count"], limit: 10_000 } };
    const pivot = { columns: [], rows: [], measures: [], filters: [], measuresAxis: "columns" };
    const { declare, apply, actions } = await open("fills-defaults", { ...own, pivotItems: pivot });
    const next = await declare(PLAIN);
    expect(fieldsOf(next)).toEqual([
      "git removed pivotItems.measuresAxis",
      "git removed query.limit",
      "git changed query.measures",
    ]);
    expect(outcomes(await apply(next))).toEqual(["r applied"]);
    expect(await actions()).toEqual([]);
  });

  it("and that keeps what it is told to drop is reported", async () => {
    let kept: JsonObject = {};
    const merged = (key: string, meta: JsonObject) => {
      const told = Object.entries(meta[key] as JsonObject).filter(([, value]) => value !== null);
      return { ...(kept[key] as JsonObject), ...Object.fromEntries(told) };
    };
    const keeps: Hook = (asked, forward) => {
      const meta = asked.path.includes("by-public-id") ? asked.body?.meta : undefined;
      if (!isObject(meta)) return forward();
      kept = { ...kept, ...meta, boardwright: merged("boardwright", meta), box: merged("box", meta) };
      return forward({ ...asked.body, meta: kept });
    };
    const { declare, apply, plan } = await open("", { ...PLAIN, meta: { box: { a: 1, b: 2 } } }, keeps);
    const next = await declare({ ...PLAIN, meta: { box: { a: 1 } } });
    const [result] = (await apply(next)).results;
    expect(result?.notes).toEqual([
      "the report r: the platform kept, or filled in again: meta.box.b. No later plan lists that",
    ]);
    expect(fieldsOf(await plan())).toEqual([]);
  });
});

describe.each([
  ["trims texts", "trims-strings", UNTRIMMED],
  ["does all of it", "trims-strings,fills-defaults,sorts-keys,drops-nulls", UNTRIMMED],
])("a platform that %s", (_, quirks, entry) => {
  it("is told once: afterwards neither plan nor drift lists it", async () => {
    const { first, plan, actions } = await open(quirks, entry);
    expect(first.results[0]?.notes?.[0]).toMatch(/^the report r: the platform trimmed: meta.note, name/);
    expect(await actions()).toEqual([]);
    expect(driftOf(await plan()).changes).toEqual([]);
  });

  it("does not fail a later apply for it, nor hide an edit", async () => {
    const { declare, apply, actions, platform, report } = await open(quirks, entry);
    const next = await declare({ ...entry, meta: { ...(entry.meta as JsonObject), kind: "table" } });
    expect(fieldsOf(next)).toEqual(["git changed meta.kind"]);
    expect(outcomes(await apply(next))).toEqual(["r applied"]);
    expect(await actions()).toEqual([]);
    await platform.upsertReport(1, ID, { name: "Theirs", meta: (await report()).meta ?? {} });
    const edited = await declare({ ...entry, meta: { ...(entry.meta as JsonObject), kind: "table" } });
    expect(fieldsOf(edited)).toEqual(["live changed name"]);
    expect(edited.changes[0]?.hazards.map(({ code }) => code)).toEqual(["drift"]);
  });

  it("is taken for what it is by a second run of the same plan", async () => {
    const { declare, apply, cwd } = await open(quirks, PLAIN);
    const next = await declare(entry);
    await apply(next, { backups: `${cwd}/backups/one` });
    const again = await apply(next, { backups: `${cwd}/backups/two` });
    expect(again.results).toMatchObject([{ status: "applied", attempts: 0 }]);
  });
});

describe("a platform that merges a report's meta deeply", () => {
  const merge = (old: Json | undefined, now: Json): Json =>
    isObject(old) && isObject(now)
      ? {
          ...old,
          ...Object.fromEntries(Object.entries(now).map(([key, value]) => [key, merge(old[key], value)])),
        }
      : now;
  const merging = (): Hook => {
    let kept: Json = {};
    return (asked, forward) => {
      const meta = asked.path.includes("by-public-id") ? asked.body?.meta : undefined;
      if (meta === undefined) return forward();
      kept = merge(kept, meta);
      return forward({ ...asked.body, meta: kept });
    };
  };

  it("keeps a stamp that has a key less than the one before", async () => {
    const { declare, apply, actions, report } = await open("fills-defaults", PLAIN, merging());
    expect(readStamp((await report()).meta ?? undefined)).toHaveProperty("over");
    const next = await declare({ ...PLAIN, query: { measures: ["a.count"] } });
    expect(outcomes(await apply(next))).toEqual(["r applied"]);
    expect(await actions()).toEqual([]);
  });

  it("loses what is removed inside a key, at once and for good", async () => {
    const box = { a: 1, b: 2, deep: { x: 1, y: 2 } };
    const { declare, apply, actions, report, writes } = await open(
      "",
      { ...PLAIN, meta: { box } },
      merging(),
    );
    const next = await declare({ ...PLAIN, meta: { box: { a: 1, deep: { x: 1 } } } });
    const before = writes().length;
    expect(outcomes(await apply(next))).toEqual(["r applied"]);
    expect(writes().slice(before)).toHaveLength(1);
    expect((await report()).meta?.box).toEqual({ a: 1, b: null, deep: { x: 1, y: null } });
    expect(await actions()).toEqual([]);
  });
});

// The name that a create gives to what declares none is the tool's own: the files may come to declare another.
import { describe, expect, it } from "vitest";
import { type JsonObject, readStamp, STAMP_KEY, type Stamp, stampToJson } from "../../src/model/index.ts";
import type { LiveWorkbook } from "../../src/plan/index.ts";
import { encodeBase } from "../../src/plan/stamp/base.ts";
import { afterUpsert } from "./support.ts";
import { applied, appliedReport, planOf } from "./world.ts";

describe("a workbook that was created without a name", () => {
  const told = (before: JsonObject, after: JsonObject, name?: string) => {
    const live = applied("rev", before);
    const [change] = planOf({ entries: { rev: after }, live: [name ? { ...live, name } : live] }).changes;
    return [change?.fields.map(({ path, origin }) => `${path} ${origin}`), change?.hazards];
  };
  const adopt = [expect.objectContaining({ code: "adopt" })];

  it.each<[string, JsonObject, JsonObject]>([
    ["title", { dashboard: { title: "T" } }, { dashboard: { title: "T" } }],
    ["slug", { meta: { a: 1 } }, { meta: { a: 1 } }],
  ])("gets another than its %s from Git", (_, before, after) => {
    expect(told(before, { name: "Sales", ...after })).toEqual([["name git"], []]);
  });

  it("gets it together with another title, and where the platform trimmed it", () => {
    expect(told({ dashboard: { title: "T" } }, { name: "Sales", dashboard: { title: "U" } })).toEqual([
      ["dashboard.title git", "name git"],
      [],
    ]);
    const padded = { dashboard: { title: " T " } };
    expect(told(padded, { name: "Sales", ...padded }, "T")).toEqual([["name git"], []]);
    expect(told(padded, { name: "Sales", ...padded })).toEqual([["name git"], []]);
    expect(told({ dashboard: { title: "T" } }, { name: "Sales", dashboard: { title: "T" } }, "T ")).toEqual([
      ["name git"],
      [],
    ]);
  });

  it("keeps the one that somebody gave it, unless that is allowed to go", () => {
    const entry = { dashboard: { title: "T" } };
    expect(told(entry, { name: "Sales", ...entry }, "Theirs")).toEqual([["name unknown"], adopt]);
    expect(told({ name: "T", ...entry }, { name: "Sales", ...entry }, "Theirs")[0]).toEqual(["name both"]);
  });

  it("is nobody's without our stamp", () => {
    const live = { ...applied("rev", { dashboard: { title: "T" } }), meta: {} };
    const entries = { rev: { name: "Sales", dashboard: { title: "T" } } };
    expect(planOf({ entries, live: [live] }).changes[0]?.hazards).toEqual(adopt);
  });
});

it("is cut if a title or a key is longer than platforms take for a name", () => {
  const long = "T".repeat(300);
  const { changes } = planOf({ entries: { rev: { dashboard: { title: long } } }, reports: { [long]: {} } });
  const cut = `${"T".repeat(254)}…`;
  expect(changes.map(({ request }) => request?.name)).toEqual([cut, cut]);
  const live = { ...applied("rev", { dashboard: { title: long } }), name: cut };
  const [change] = planOf({
    entries: { rev: { name: "S", dashboard: { title: long } } },
    live: [live],
  }).changes;
  expect(change).toMatchObject({ origin: "git", hazards: [] });
});

it.each<[string, JsonObject, string | undefined, string]>([
  ["its title", { title: "T" }, undefined, "git"],
  ["its key", { query: { limit: 1 } }, undefined, "git"],
  ["what somebody gave it", { title: "T" }, "Theirs", "unknown"],
])("the same of a report that is called %s", (_, entry, name, origin) => {
  const live = appliedReport("r", entry, name ? { name } : {});
  const [change] = planOf({ reports: { r: { name: "R", ...entry } }, liveReports: [live] }).changes;
  expect(change).toMatchObject({ origin, fields: [{ path: "name", origin }] });
  expect(change?.hazards.map(({ code }) => code)).toEqual(origin === "git" ? [] : ["adopt"]);
});

it("a key of meta, or a field, that a report comes to declare and nobody has given it is Git's", () => {
  const entry = { name: "R", query: { limit: 1 } };
  const more = { ...entry, title: "T", meta: { kind: "vega" } };
  const [change] = planOf({ reports: { r: more }, liveReports: [appliedReport("r", entry)] }).changes;
  expect(change).toMatchObject({ origin: "git", hazards: [] });
});

describe("the name that a create gave", () => {
  const planned = (entry: JsonObject, live: LiveWorkbook) =>
    planOf({ entries: { rev: entry }, live: [live] }).changes[0];
  const first = { dashboard: { title: "T" } };

  it("is told from one that somebody may have given once a create would give another", () => {
    const live = applied("rev", first);
    const second = { dashboard: { title: "U" } };
    const once = afterUpsert("rev", planned(second, live)?.request as JsonObject, live);
    expect(planned({ name: "Sales", ...second }, once)).toMatchObject({
      hazards: [{ code: "adopt" }],
      fields: [{ path: "name", origin: "unknown", before: "T", after: "Sales" }],
    });
  });

  it("is the tool's own where the platform filled in something beside it", () => {
    const live = applied("rev", first);
    const themed = { dashboard: { title: "T", theme: "dark" } };
    const base = encodeBase({ asked: first, answered: themed });
    const stamp = readStamp(live.meta) as Stamp;
    const meta = { [STAMP_KEY]: stampToJson({ ...stamp, base }) };
    const change = planned({ name: "Sales", ...first }, { ...live, draft: themed.dashboard, meta });
    expect(change).toMatchObject({ hazards: [], fields: [{ path: "name", origin: "git" }] });
    expect(change?.fields).toHaveLength(1);
  });
});

// What a pull looks at and what it leaves alone: by name, of all, of others, of what is gone or there twice.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Seed } from "../../src/sandbox/index.ts";
import { board, openWorld } from "../support/world.ts";
import { pull, told } from "./place.ts";

const chart = (id: string, reportId: JsonObject | number): JsonObject => ({
  id,
  type: "CHART",
  position: { x: 0, y: 0, w: 6, h: 4 },
  config: { reportId },
});
const stamp = (more: JsonObject): JsonObject => ({
  boardwright: { v: 2, project: "acme", of: "1/x", digest: "sha256:0", base: "", ...more },
});

describe("reports", () => {
  const draws = (key: string) => ({ dashboard: board(key, { widgets: [chart("x", { $report: key })] }) });
  const report = (name: string, workbook?: string) => ({
    name,
    query: {},
    ...(workbook === undefined ? {} : { workbook }),
  });
  const files = JSON.stringify({
    workbooks: { c: draws("both"), a: draws("drawn"), b: draws("both") },
    reports: { own: report("Own", "a"), drawn: report("Drawn"), both: report("Both"), lone: report("Lone") },
  });

  it.each([
    [undefined, ["both of b", "drawn of a", "lone of undefined", "own of a"]],
    [["a"], ["drawn of a", "own of a"]],
    [["b"], ["both of b"]],
    [["c"], ["both of c"]],
  ])("come with the workbooks that are named: %j", async (slugs, expected) => {
    const world = await openWorld({ files: { "dashboards/all.yaml": files } });
    await world.deploy();
    for await (const page of world.platform.listReports(1)) {
      for (const { publicId, name } of page)
        await world.platform.upsertReport(1, String(publicId), { name: `${name} 2` });
    }
    const made = await pull(world, slugs ? { slugs } : {});
    expect(made.pulled.map(({ key, slug }) => `${key} of ${slug}`).sort()).toEqual(expected);
    expect(new Set(made.pulled.map(({ action, kind }) => `${action} ${kind}`))).toEqual(
      new Set(["edited report"]),
    );
    expect(made.unchanged).toBe(slugs ? 1 : 3);
  });
});

describe("a live workbook that is not ours", () => {
  const seed = {
    workbooks: [
      { id: 1, slug: "theirs", name: "T", meta: stamp({ project: "them", of: "1/theirs" }) },
      {
        id: 2,
        slug: "shown",
        name: "S",
        meta: stamp({ of: "1/shown", preview: { name: "pr-7", branch: "m", wasOn: false } }),
      },
      // A mark of a version of Boardwright that this one does not know.
      { id: 3, slug: "copied", name: "C", meta: stamp({ of: "1/elsewhere", preview: { name: "8" } }) },
      { id: 4, slug: "free", name: "F" },
      { id: 6, name: "No slug" },
      { id: 5, name: "None either" },
    ].map((one) => ({ ...one, dashboardDraft: board(one.name) })),
  } as unknown as Seed;
  const open = () => openWorld({ sandbox: { seed }, files: {} });

  it("is left by a pull of all, with what to do", async () => {
    const made = await pull(await open(), { all: true });
    expect(told(made)).toEqual(["created workbook free"]);
    expect(made.notes.map(({ code, key, message }) => [code, key ?? message.slice(0, 10)])).toEqual([
      ["other-project", "copied"],
      ["other-project", "theirs"],
      ["no-slug", "workbook 5"],
      ["no-slug", "workbook 6"],
    ]);
    expect(made.notes[0]?.message).toContain('the preview "8"');
    expect(made.notes[1]?.message).toContain('"them"');
  });

  it.each(["theirs", "shown", "copied"])("is taken by name: %s", async (slug) => {
    const made = await pull(await open(), { slugs: [slug] });
    expect([told(made), made.notes]).toEqual([[`created workbook ${slug}`], []]);
  });
});

describe("a workbook of ours", () => {
  it("that was removed from the files is told of all, and not by name", async () => {
    const world = await openWorld({
      workbooks: { b: { dashboard: board("B") }, a: { dashboard: board("A") } },
    });
    await world.deploy();
    world.write("dashboards/all.yaml", "");
    const all = await pull(world, { all: true });
    expect(all.notes.map(({ code, key }) => [code, key])).toEqual([
      ["removed", "a"],
      ["removed", "b"],
    ]);
    for (const name of all.files.keys()) if (name.startsWith("dashboards/")) world.write(name, null);
    expect((await pull(world, { slugs: ["a"] })).notes).toEqual([]);
  });

  it("that is not live is told, if it is asked for", async () => {
    const world = await openWorld({
      workbooks: { b: { dashboard: board("B") }, a: { dashboard: board("A") } },
    });
    const codes = async (options = {}) =>
      (await pull(world, options)).notes.map(({ code, key }) => [code, key]);
    expect(await codes()).toEqual([
      ["not-live", "a"],
      ["not-live", "b"],
    ]);
    expect(await codes({ slugs: ["b"] })).toEqual([["not-live", "b"]]);
  });

  it("that is not live is told with what looks like it, unless that is declared itself", async () => {
    const like = { name: "Sales", dashboard: board("Sales") };
    const seed = { workbooks: [{ id: 1, slug: "b", name: "Sales", dashboardDraft: board("Sales") }] };
    const codes = async (workbooks: Record<string, JsonObject>) => {
      const sandbox = { seed: seed as unknown as Seed };
      const made = await pull(await openWorld({ sandbox, workbooks }), { all: true });
      return made.notes.map(({ code, key, message }) => [code, key, /\bb\b/.test(message)]);
    };
    expect(await codes({ a: like, b: like })).toEqual([["not-live", "a", false]]);
    expect(await codes({ a: like })).toEqual([["alike", "a", true]]);
  });

  it("that is there twice is told and left, whether declared or not; others are not asked about", async () => {
    const names = ["b", "b", "a", "a", "c", "c", "d"];
    const seed = {
      workbooks: names.map((slug, index) => ({
        id: index + 1,
        slug,
        name: slug,
        dashboardDraft: board(slug),
        ...(slug === "c" ? { meta: stamp({ project: index === 4 ? "them" : "acme", of: "1/c" }) } : {}),
      })),
    } as unknown as Seed;
    const world = await openWorld({
      sandbox: { seed, quirks: "duplicate-slugs" },
      workbooks: { a: { dashboard: board("Git") } },
    });
    const of = async (options = {}) => {
      const made = await pull(world, options);
      return [told(made), made.notes.map(({ code, key }) => `${code} ${key}`), made.unchanged];
    };
    expect(await of()).toEqual([[], ["double-slug a"], 0]);
    expect(await of({ slugs: ["b"] })).toEqual([[], ["double-slug b"], 0]);
    expect(await of({ all: true })).toEqual([
      ["created workbook d"],
      ["double-slug a", "double-slug b", "double-slug c"],
      0,
    ]);
  });
});

describe("what it reads", () => {
  it("is the drafts of what is asked for alone", async () => {
    const entry = (title: string) => ({ dashboard: board(title) });
    const world = await openWorld({ workbooks: { a: entry("A"), b: entry("B") } });
    await world.deploy();
    world.sandbox.requests.length = 0;
    await pull(world, { slugs: ["a"] });
    const paths = world.sandbox.requests.map(({ method, path }) => `${method} ${path}`);
    expect(paths.filter((path) => !path.startsWith("GET"))).toEqual([]);
    expect(paths.filter((path) => /reports/.test(path))).toEqual([]);
    expect(paths.filter((path) => /by-slug\/b|workbooks\/102/.test(path))).toEqual([]);
  });
});

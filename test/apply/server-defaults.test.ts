// A platform that fills in defaults, and one that makes something else of what it is told.
import { describe, expect, it } from "vitest";
import { type FieldChange, isObject, type Json, type JsonObject, readStamp } from "../../src/model/index.ts";
import { baseOf, driftOf } from "../../src/plan/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const isUpsert = ({ method, path }: { method: string; path: string }) =>
  method === "PUT" && path.includes("/by-slug/");

/** Changes every draft on its way in. */
function onDrafts(change: (draft: JsonObject) => JsonObject): Hook {
  return async (asked, forward) => {
    const meta = asked.body?.meta;
    if (!isUpsert(asked) || !isObject(meta) || !isObject(meta.dashboardDraft)) return forward();
    return forward({ ...asked.body, meta: { ...meta, dashboardDraft: change(meta.dashboardDraft) } });
  };
}

/** `settings.refresh` is 0 and a widget's style {} where they are not given. */
const fillIn = onDrafts((draft) => ({
  ...draft,
  settings: { refresh: 0, ...(isObject(draft.settings) ? draft.settings : {}) },
  widgets: ((draft.widgets ?? []) as JsonObject[]).map((widget) => ({
    ...widget,
    style: widget.style ?? {},
  })),
}));

const two = (title: string, other: string): JsonObject => ({
  kind: "CLASSIC",
  title: "Two",
  widgets: [
    { id: "a", type: "CHART", position: { x: 0, y: 0, w: 6, h: 4 }, config: { title } },
    { id: "b", type: "TEXT", position: { x: 6, y: 0, w: 6, h: 4 }, config: { markdown: other } },
  ],
});
const declared = (title: string, other: string) => ({ a: { name: "A", dashboard: two(title, other) } });

describe("defaults that the platform fills in", () => {
  it("cost one more request, stand in the stamp, and are no difference later", async () => {
    const { deploy, plan, actions, sandbox, writes } = await openWorld({
      workbooks: declared("A", "B"),
      proxy: fillIn,
    });
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    // The claim, the draft, and the stamp that knows what was filled in.
    expect(writes()).toEqual(["PUT a", "PUT a", "PUT a"]);
    const base = baseOf(readStamp(sandbox.workbook("a")?.meta as Json));
    expect(base?.asked).toEqual({ name: "A", dashboard: two("A", "B") });
    expect(base?.answered?.dashboard?.settings).toEqual({ refresh: 0 });
    expect((await plan()).changes).toEqual([]);

    // Known by now: a change in Git costs one request again.
    sandbox.requests.length = 0;
    expect(outcomes(await deploy({ a: { name: "A, renamed", dashboard: two("A", "B") } }))).toEqual([
      "a applied",
    ]);
    expect(writes()).toEqual(["PUT a"]);
    expect(await actions({ a: { name: "A, renamed", dashboard: two("A", "B") } })).toEqual([]);
  });

  it("leave an edit in the UI of such a part visible as drift, and discard it", async () => {
    const { deploy, plan, actions, sandbox } = await openWorld({
      workbooks: declared("A", "B"),
      proxy: fillIn,
    });
    await deploy();
    sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = { ...workbook.dashboardDraft, settings: { refresh: 60 } };
    });
    const [change] = (await plan()).changes;
    expect(change).toMatchObject({ action: "update", origin: "live", hazards: [{ code: "drift" }] });
    expect(change?.fields.map(({ path, origin }) => [path, origin])).toEqual([
      ["dashboard.settings.refresh", "live"],
    ]);
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft?.settings).toEqual({ refresh: 0 });
    expect(await actions()).toEqual([]);
  });

  it("are sent along when Git changes what stands beside them, and are no part of the plan", async () => {
    const themed = (color: string) => ({ a: { dashboard: { ...two("A", "B"), theme: { color } } } });
    // Fills in only what is absent: a null that we sent would stay, in the place of the default.
    const heal = (draft: JsonObject): JsonObject => ({
      description: "none yet",
      ...draft,
      theme: { font: "serif", ...(isObject(draft.theme) ? draft.theme : {}) },
    });
    const { deploy, plan, actions, sandbox } = await openWorld({
      workbooks: themed("red"),
      sandbox: { heal },
    });
    await deploy();
    const [change] = (await plan(themed("blue"))).changes;
    expect(change?.fields.map(({ path, origin }) => [path, origin])).toEqual([
      ["dashboard.theme.color", "git"],
    ]);
    const meta = change?.request?.meta as { dashboardDraft: JsonObject };
    expect(meta.dashboardDraft).toEqual({
      ...two("A", "B"),
      description: "none yet",
      theme: { color: "blue", font: "serif" },
    });
    expect(outcomes(await deploy(themed("blue")))).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft).toMatchObject({
      description: "none yet",
      theme: { color: "blue", font: "serif" },
    });
    expect(await actions(themed("blue"))).toEqual([]);
  });

  it("leave an edit in Git of such a part visible as Git's", async () => {
    const { deploy, plan, actions } = await openWorld({ workbooks: declared("A", "B"), proxy: fillIn });
    await deploy();
    const [change] = (await plan(declared("A, net", "B"))).changes;
    expect(change).toMatchObject({ action: "update", origin: "git", hazards: [] });
    expect(change?.fields.map(({ path }) => path)).toContain("dashboard.widgets[a].config.title");
    expect(change?.fields.every(({ path }) => path.startsWith("dashboard.widgets[a]"))).toBe(true);
    expect(outcomes(await deploy(declared("A, net", "B")))).toEqual(["a applied"]);
    expect(await actions(declared("A, net", "B"))).toEqual([]);
  });

  it("in a workbook that is already as declared need no more than its stamp", async () => {
    const seed = { workbooks: [{ slug: "a", name: "A", dashboardDraft: two("A", "B") }] };
    const { deploy, plan, actions } = await openWorld({
      workbooks: declared("A", "B"),
      sandbox: { seed },
      proxy: fillIn,
    });
    expect((await plan()).summary).toMatchObject({ stamp: 1, update: 0 });
    await deploy();
    expect(await actions()).toEqual([]);
  });
});

describe("a plan over defaults that somebody touched", () => {
  const quirks = "fills-defaults";
  const pathsOf = (changes: readonly { fields: readonly FieldChange[] }[]) =>
    changes.flatMap(({ fields }) => fields.map(({ path, change, after }) => [path, change, after]));
  const boxes = (...types: string[]): JsonObject => ({
    widgets: types.map((type, index) => ({
      id: `w${index}`,
      type,
      position: { x: 0, y: index, w: 1, h: 1 },
    })),
  });

  it.each([
    // One that fills in again what it is not told, and one that filled in when the workbook was made, and never again.
    ["always", (draft: JsonObject) => ({ ...draft, refresh: draft.refresh ?? 0 })],
    ["once", (draft: JsonObject, isFirst: boolean) => (isFirst ? { ...draft, refresh: 0 } : draft)],
  ])("says what the apply makes of it, on a platform that fills in %s", async (_, fill) => {
    let isFirst = true;
    const { deploy, plan, sandbox } = await openWorld({
      workbooks: { a: { dashboard: two("A", "B") } },
      proxy: onDrafts((draft) => {
        const filled = fill(draft, isFirst) as JsonObject;
        isFirst = false;
        return filled;
      }),
    });
    await deploy();
    sandbox.edit("a", ({ dashboardDraft }) => Object.assign(dashboardDraft as object, { refresh: 60 }));
    expect(pathsOf((await plan()).changes)).toEqual([["dashboard.refresh", "changed", 0]]);
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft).toMatchObject({ refresh: 0 });
    expect((await plan()).changes).toEqual([]);
  });

  it("lists nothing that stays, where what it was filled into goes", async () => {
    const first = { a: { dashboard: { settings: { mine: 1 } } } };
    const { deploy, plan, sandbox } = await openWorld({ workbooks: first, sandbox: { quirks } });
    await deploy();
    const next = { a: { dashboard: {} } };
    expect(pathsOf((await plan(next)).changes)).toEqual([["dashboard.settings.mine", "removed", undefined]]);
    expect(outcomes(await deploy(next))).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft?.settings).toMatchObject({ refresh: 0, density: "normal" });
    expect((await plan(next)).changes).toEqual([]);
  });

  it("lists what a widget of another type loses", async () => {
    const { deploy, plan, sandbox } = await openWorld({
      workbooks: { a: { dashboard: boxes("CONTAINER", "FILTER") } },
      sandbox: { quirks },
    });
    await deploy();
    const next = { a: { dashboard: boxes("TEXT", "FILTER") } };
    expect(pathsOf((await plan(next)).changes)).toEqual([
      ["dashboard.widgets[w0].config", "removed", undefined],
      ["dashboard.widgets[w0].type", "changed", "TEXT"],
    ]);
    expect(outcomes(await deploy(next))).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft?.widgets).toMatchObject([
      { type: "TEXT" },
      { type: "FILTER" },
    ]);
    expect(JSON.stringify(sandbox.workbook("a")?.dashboardDraft?.widgets)).not.toContain("grid");
  });

  it("knows a widget by the id that it declares, where the platform trimmed that", async () => {
    const named = (title: string) => ({
      a: {
        dashboard: {
          widgets: [{ id: "w ", type: "TEXT", position: { x: 0, y: 0, w: 1, h: 1 }, config: { title } }],
        },
      },
    });
    const { deploy, plan, sandbox } = await openWorld({
      workbooks: named("A"),
      sandbox: { quirks: "trims-strings" },
    });
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    expect((await plan()).changes).toEqual([]);
    expect(pathsOf((await plan(named("B"))).changes)).toEqual([
      ['dashboard.widgets["w "].config.title', "changed", "B"],
    ]);
    expect(outcomes(await deploy(named("B")))).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft?.widgets).toMatchObject([
      { id: "w", config: { title: "B" } },
    ]);
    expect((await plan(named("B"))).changes).toEqual([]);
  });
});

describe("a platform that makes something else of what it is told", () => {
  it("and fills in what was removed is told of the one: the other is no edit of anybody", async () => {
    const { deploy, plan } = await openWorld({
      workbooks: { a: { dashboard: { title: "A", settings: {} } } },
      sandbox: { quirks: "trims-strings,fills-defaults" },
    });
    await deploy();
    const next = { a: { dashboard: { title: " B" } } };
    const outcome = await deploy(next);
    expect(outcomes(outcome)).toEqual(["a applied"]);
    expect(outcome.results[0]?.notes).toEqual([
      "a: the platform trimmed: dashboard.title. No later plan lists that",
    ]);
    expect((await plan(next)).changes).toEqual([]);
  });

  const shorten = onDrafts((draft) =>
    typeof draft.title === "string" ? { ...draft, title: draft.title.trim().slice(0, 7) } : draft,
  );

  it("is told in a note if it only trims: the apply is whole, viewers see it, and nothing is left to plan", async () => {
    const workbooks = {
      a: { name: "A ", publish: true, dashboard: board(" Revenue", { description: "New\n" }) },
      b: { name: "B", publish: true, dashboard: board("Orders") },
    };
    const { deploy, plan, sandbox } = await openWorld({ workbooks, sandbox: { quirks: "trims-strings" } });
    const outcome = await deploy();
    expect(outcomes(outcome)).toEqual(["a applied", "b applied"]);
    expect(outcome.summary).toMatchObject({ created: 2, published: 2, failed: 0 });
    expect(outcome.results.map(({ notes }) => notes)).toEqual([
      ["a: the platform trimmed: dashboard.description, dashboard.title, name. No later plan lists that"],
      undefined,
    ]);
    expect(sandbox.workbook("a")?.dashboardPublished).toMatchObject({ title: "Revenue", description: "New" });
    const again = await plan();
    expect(again.changes).toEqual([]);
    expect(driftOf(again).changes).toEqual([]);
  });

  it("is a failure if it loses something, told as what it did: published all the same, and nothing is left to plan", async () => {
    const { deploy, actions, sandbox } = await openWorld({
      workbooks: { a: { publish: true, dashboard: board("Revenue of the year") } },
      proxy: shorten,
    });
    const outcome = await deploy();
    expect(outcomes(outcome)).toEqual(["a failed did-not-converge"]);
    expect(outcome.results[0]?.error?.message).toBe(
      "a was created and published, but the platform did not store all of it as sent",
    );
    expect(outcome.summary).toMatchObject({ created: 1, published: 1, failed: 1 });
    expect(sandbox.workbook("a")?.dashboardPublished).toMatchObject({ title: "Revenue" });
    expect(await actions()).toEqual([]);
  });

  it("is told with the paths, as a failure; the others are applied", async () => {
    const { deploy } = await openWorld({
      workbooks: { a: { dashboard: board("Revenue, all") }, b: { dashboard: board("Orders") } },
      proxy: shorten,
    });
    const outcome = await deploy();
    expect(outcomes(outcome)).toEqual(["a failed did-not-converge", "b applied"]);
    // Both are there, and one is not as it was sent.
    expect(outcome.summary).toMatchObject({ created: 2, failed: 1 });
    expect(outcome.results[0]?.error?.details?.[0]).toBe(
      'dashboard.title: asked for "Revenue, all", the platform answered "Revenue"',
    );
  });

  it("is told once: its own answer is nobody's edit, whatever else is changed later", async () => {
    const { deploy, plan, actions, sandbox } = await openWorld({
      workbooks: { a: { dashboard: board("Revenue  ") } },
      proxy: shorten,
    });
    await deploy();
    const planned = await plan();
    expect(planned.changes).toEqual([]);
    expect(driftOf(planned).changes).toEqual([]);
    const more = { a: { dashboard: board("Revenue  ", { description: "New" }) } };
    const [change] = (await plan(more)).changes;
    expect(change?.fields.map(({ path, origin }) => [path, origin])).toEqual([
      ["dashboard.description", "git"],
    ]);
    expect(outcomes(await deploy(more))).toEqual(["a applied"]);
    expect(await actions(more)).toEqual([]);

    // An edit in the UI at that very place is one.
    sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = { ...workbook.dashboardDraft, title: "Mine" };
    });
    expect((await plan(more)).changes[0]).toMatchObject({ origin: "live", hazards: [{ code: "drift" }] });
    expect(outcomes(await deploy({ a: { dashboard: board("Revenue") } }))).toEqual(["a applied"]);
    expect(await actions({ a: { dashboard: board("Revenue") } })).toEqual([]);
  });

  it("is told where it does not move the workbook", async () => {
    const stay: Hook = async (asked, forward) => {
      if (!isUpsert(asked) || !asked.body) return forward();
      const { folderId: _, ...rest } = asked.body;
      return forward(rest);
    };
    const { deploy, actions } = await openWorld({
      workbooks: { a: { name: "A", folder: "Finance" } },
      sandbox: { seed: { folders: [{ id: 31, name: "Finance" }] } },
      proxy: stay,
    });
    const outcome = await deploy();
    expect(outcomes(outcome)).toEqual(["a failed did-not-converge"]);
    expect(outcome.results[0]?.error?.details?.[0]).toMatch(/^folder/);
    expect(await actions()).toEqual([]);
    // The next write asks for the folder again, and is not surprised.
    const more = { a: { name: "A, renamed", folder: "Finance" } };
    expect(outcomes(await deploy(more))).toEqual(["a applied"]);
    expect(await actions(more)).toEqual([]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { pickUp } from "../../src/apply/index.ts";
import { toLiveWorkbook } from "../../src/live/index.ts";
import type { JsonObject, Plan, Result } from "../../src/model/index.ts";
import { type LiveWorkbook, readPlanDocument } from "../../src/plan/index.ts";
import { renderPlanJson } from "../../src/report/index.ts";
import { planOf } from "../plan/support.ts";
import type { Hook } from "../support/proxy.ts";
import { runs } from "../support/runs.ts";
import { entry } from "../support/states.ts";
import { board, openWorld, outcomes, type World, type WorldOptions } from "../support/world.ts";

const chart = (title: string, report: string): JsonObject =>
  board(title, {
    widgets: [{ id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: report } } }],
  });
const files = (title: string, more: JsonObject = {}) =>
  stringify({
    workbooks: {
      a: { name: title, folder: "Team/New", publish: true, dashboard: chart(title, "ra") },
      b: { name: title, dashboard: board(title, more) },
    },
    reports: {
      ra: { name: title, workbook: "a", query: { measures: ["orders.count"] } },
      rb: { name: title, query: { measures: ["orders.sum"] } },
    },
  });

/** Through JSON and back, as a file holds it. */
const saved = (plan: Plan): Plan => readPlanDocument(renderPlanJson(plan), "plan.json").plans[0] as Plan;

/** Picks the plan up and applies it; what moved, else what came of it. */
async function applySaved(world: World, plan: Plan): Promise<string[]> {
  const { plan: current, moved } = await pickUp(plan, {
    platform: world.platform,
    ignored: [],
    declaredFolders: {},
  });
  return moved.length > 0 ? moved.map(({ reason }) => reason) : outcomes(await world.apply(current));
}

const open = (options: WorldOptions = {}) =>
  openWorld({ files: { "dashboards/all.yaml": files("One") }, ...options });

/** Lets so many writes through; then every request that writes is lost, before or after the platform acted. */
function cutAfter(allowed: { writes: number; acts: boolean }, inner: Hook = (_, forward) => forward()): Hook {
  return async (asked, forward) => {
    if (asked.method === "GET") return inner(asked, forward);
    if (allowed.writes-- > 0) return inner(asked, forward);
    if (allowed.writes === -1 && allowed.acts) await inner(asked, forward);
    return "drop";
  };
}

describe("a plan that was cut short", () => {
  // Two folders, a shell, two reports, two dashboards, one publication: eight writes.
  const points = Array.from({ length: 9 }, (_, writes) => [
    { writes, acts: false },
    { writes, acts: true },
  ]).flat();

  it.each(points)(
    "after $writes writes (the next one acted: $acts) is completed by itself",
    async (point) => {
      const allowed = { ...point };
      const world = await open({ proxy: cutAfter(allowed) });
      const plan = saved(await world.plan());
      await world.apply(plan);
      allowed.writes = 1000;
      const end = await applySaved(world, plan);
      expect(end).toEqual([
        "Team applied",
        "Team/New applied",
        "ra applied",
        "rb applied",
        "a applied",
        "b applied",
      ]);
      expect(await world.actions()).toEqual([]);
      world.sandbox.requests.length = 0;
      expect(await applySaved(world, plan)).toEqual(end);
      expect(world.writes()).toEqual([]);
    },
  );

  it("is completed on a platform that fills in defaults, and merges deeply", async () => {
    const fillIn: Hook = (asked, forward) => {
      const meta = asked.body?.meta as JsonObject | undefined;
      const draft = meta?.dashboardDraft as JsonObject | undefined;
      return draft
        ? forward({ ...asked.body, meta: { ...meta, dashboardDraft: { ...draft, description: "-" } } })
        : forward();
    };
    const app = (text: string) => ({ kind: "APP", app: { entry: text, files: { [text]: text } } });
    const world = await open({ proxy: fillIn, sandbox: { merge: "deep" } });
    await world.deploy({ x: { name: "X", dashboard: app("1.js") }, y: { name: "Y", dashboard: board("Y") } });
    const next = { x: { name: "X2", dashboard: app("2.js") }, y: { name: "Y2", dashboard: board("Y2") } };
    const plan = saved(await world.plan(next));
    const stop = new AbortController();
    await world.apply(plan, { stop: stop.signal, concurrency: 1, onResult: () => stop.abort() });
    expect(await world.actions(next)).toEqual(["update y"]);
    world.sandbox.requests.length = 0;
    expect(await applySaved(world, plan)).toEqual(["x applied", "y applied"]);
    expect(new Set(world.writes())).toEqual(new Set(["PUT y"]));
    expect(await world.actions(next)).toEqual([]);
  });

  it("and deletes is completed, though the platform sets the reports of a deleted workbook free", async () => {
    const allowed = { writes: 1000, acts: false };
    const world = await open({ proxy: cutAfter(allowed) });
    await world.deploy();
    const kept = { b: { name: "One", dashboard: board("One") } };
    const plan = saved(await world.plan(kept, { prune: true }));
    allowed.writes = 1;
    await world.apply(plan);
    expect(world.sandbox.workbook("a")).toBeUndefined();
    allowed.writes = 1000;
    expect(await applySaved(world, plan)).toEqual(["ra applied", "rb applied", "a applied"]);
    expect((await world.plan(kept, { prune: true })).changes).toEqual([]);
  });

  it("and gives a key another publicId is completed, though two reports have that key", async () => {
    const declared = (publicId: string) =>
      stringify({
        workbooks: { a: { dashboard: chart("A", "r") } },
        reports: { r: { publicId, name: "R", query: { measures: ["orders.count"] } } },
      });
    const world = await openWorld({ files: { "dashboards/all.yaml": declared("aaaaaaaaaaaa") } });
    await world.deploy();
    world.write("dashboards/all.yaml", declared("bbbbbbbbbbbb"));
    const plan = saved(await world.plan(undefined, { prune: true }));
    const stop = new AbortController();
    const onResult = ({ kind }: Result) => kind === "workbook" && stop.abort();
    expect(outcomes(await world.apply(plan, { stop: stop.signal, onResult }))).toContain("a applied");
    expect(await applySaved(world, plan)).toEqual(["r applied", "r applied", "a applied"]);
    expect((await world.plan(undefined, { prune: true })).changes).toEqual([]);
  });

  it("is not completed over an edit that somebody made in between", async () => {
    const allowed = { writes: 1000, acts: false };
    const world = await open({ proxy: cutAfter(allowed) });
    const plan = saved(await world.plan());
    await world.apply(plan);
    for (const slug of ["a", "b"]) {
      world.sandbox.edit(slug, ({ dashboardDraft }) => {
        dashboardDraft!.title = "By hand";
      });
    }
    const at = world.sandbox.workbook("b")!;
    expect(await applySaved(world, plan)).toEqual([
      // Its draft was completed with the number of a report, so its stamp is not the one in the plan.
      expect.stringMatching(/^a: the slug was free and is now taken by the workbook \d+, created at /),
      `b: this plan was applied to the workbook ${at.id}, which was then changed at ${at.updatedAt}`,
    ]);
    expect(world.sandbox.workbook("a")?.dashboardDraft?.title).toBe("By hand");
  });
});

describe("a saved plan", () => {
  it("of any pair of states is the same bytes after JSON, and leaves nothing to plan", async () => {
    const world = await openWorld({});
    await fc.assert(
      fc.asyncProperty(entry, entry, async (before, after) => {
        world.sandbox.reset();
        await world.apply(planOf({ entries: { a: declared(before) }, live: [] }));
        const entries = { a: declared(after), b: declared(after) };
        const plan = planOf({ entries, live: await readLive(world) });
        const text = renderPlanJson(plan);
        expect(renderPlanJson(saved(plan))).toBe(text);
        const end = await applySaved(world, saved(plan));
        expect(end).toEqual(plan.changes.map(({ key }) => `${key} applied`));
        expect(planOf({ entries, live: await readLive(world) }).changes).toEqual([]);
      }),
      { numRuns: runs(25) },
    );
  });
});

const declared = (item: JsonObject): JsonObject => ({ ...item, publish: false });

async function readLive({ platform }: World): Promise<LiveWorkbook[]> {
  const live: LiveWorkbook[] = [];
  for await (const page of platform.listWorkbooks(1)) {
    for (const item of page) live.push(toLiveWorkbook((await platform.getWorkbook(1, item.id))!, new Map())!);
  }
  return live;
}

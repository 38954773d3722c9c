// A report that is not applied, and the publications of what draws it: a publication freezes its reports.
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { loadProject } from "../../src/desired/index.ts";
import type { JsonObject, Plan, Result } from "../../src/model/index.ts";
import { readPlanDocument, shardOf } from "../../src/plan/index.ts";
import { makePlan } from "../../src/project/make-plan.ts";
import { renderPlanJson } from "../../src/report/json/plan-json.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const inShard = (index: number): string =>
  Array.from({ length: 99 }, (_, at) => `w${at}`).find((key) => shardOf(key, 2) === index)!;
const [ONE, TWO] = [inShard(1), inShard(2)];
const widgets = [{ id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "r" } } }];
const titles = (title: string) => ({ [ONE]: title, [TWO]: title });

/** Two workbooks, one in each shard, that draw `r`, and one that draws nothing. */
function filesOf(measure: string, shown: Record<string, string>, other = "O"): string {
  const drawing = Object.entries(shown).map(([slug, title]) => [
    slug,
    { publish: true, dashboard: board(title, { widgets }) },
  ]);
  return stringify({
    workbooks: { ...Object.fromEntries(drawing), other: { publish: true, dashboard: board(other) } },
    reports: { r: { name: "R", workbook: ONE, query: { measures: [measure] } } },
  });
}

async function open() {
  const state = { status: 0 };
  const proxy: Hook = async (asked, forward) =>
    asked.method === "PUT" && asked.path.includes("/by-public-id/") && state.status > 0
      ? { status: state.status, body: { error: "no" } }
      : forward();
  const world = await openWorld({
    files: { "dashboards/all.yaml": filesOf("a.b", titles("A")) },
    proxy,
  });
  const { cwd, platform, sandbox, write } = world;
  await world.deploy();
  const target = { name: "test", url: platform.url, deployment: 1, vars: {}, folders: {} };
  const plan = async (index?: number): Promise<Plan> => {
    const project = await loadProject({ cwd });
    const shard = index === undefined ? undefined : { index, count: 2 };
    return (await makePlan({ project, target, env: {}, cwd, connect: async () => platform, shard })).plan;
  };
  let runs = 0;
  const last: { results: readonly Result[] } = { results: [] };
  const apply = async (planned: Plan) => {
    runs += 1;
    const outcome = await world.apply(planned, { backups: `${cwd}/backups/${runs}` });
    last.results = outcome.results;
    return outcomes(outcome);
  };
  /** Of both: the version of the publication, of the report in it, and its title. */
  const shown = (): unknown[] =>
    [ONE, TWO].map((slug) => {
      const { publishedDashboard, dashboardPublished } = sandbox.workbook(slug) ?? {};
      const [snapshot] = (publishedDashboard?.reportSnapshots ?? []) as JsonObject[];
      return [publishedDashboard?.versionNumber, snapshot?.versionNumber, dashboardPublished?.title];
    });
  const rewrite = (...args: Parameters<typeof filesOf>) => write("dashboards/all.yaml", filesOf(...args));
  return { ...world, state, plan, apply, last, shown, rewrite };
}

const FROZEN = [
  [1, 3, "A"],
  [1, 3, "A"],
];
const waits = (slug: string, status: "failed" | "skipped") => `${slug} ${status} report-not-applied`;

describe("a report that is not applied", () => {
  it.each([422, 500])(
    "(%i) keeps what is published again only for it as it is, however often",
    async (status) => {
      const { state, plan, apply, shown, rewrite, actions } = await open();
      rewrite("a.c", titles("A"), "O2");
      state.status = status;
      for (const changes of [4, 3]) {
        const planned = await plan();
        expect(planned.changes.map(({ key, draws }) => [key, draws])).toContainEqual([ONE, ["r"]]);
        const done = await apply(planned);
        expect(done).toHaveLength(changes);
        expect(done[0]).toMatch(/^r failed/);
        expect(done).toEqual(expect.arrayContaining([waits(ONE, "skipped"), waits(TWO, "skipped")]));
        expect(shown()).toEqual(FROZEN);
      }
      expect(await actions()).not.toContain("update other");
      state.status = 0;
      expect(await apply(await plan())).toEqual(["r applied", `${ONE} applied`, `${TWO} applied`]);
      expect(shown()).toEqual([
        [2, 4, "A"],
        [2, 4, "A"],
      ]);
      expect((await plan()).changes).toEqual([]);
    },
  );

  it("lets a draft that changes be written, and not published", async () => {
    const { state, plan, apply, shown, rewrite, sandbox, last } = await open();
    rewrite("a.c", { ...titles("A"), [TWO]: "B" });
    state.status = 422;
    expect(await apply(await plan())).toEqual(
      expect.arrayContaining([waits(ONE, "skipped"), waits(TWO, "failed")]),
    );
    const result = last.results.find(({ key }) => key === TWO);
    expect(result?.error?.message).toBe(
      `${TWO} was updated, but not published: the report r, which it draws, was not applied`,
    );
    expect(result?.published).toEqual({ before: true, after: true, now: false });
    expect(sandbox.workbook(TWO)?.dashboardDraft).toMatchObject({ title: "B" });
    expect(shown()).toEqual(FROZEN);
    // Again: now its draft is right, and its publication waits.
    expect(await apply(await plan())).toEqual(
      expect.arrayContaining([waits(ONE, "skipped"), waits(TWO, "skipped")]),
    );
    state.status = 0;
    await apply(await plan());
    expect(shown()).toEqual([
      [2, 4, "A"],
      [2, 4, "B"],
    ]);
    expect((await plan()).changes).toEqual([]);
  });

  it("holds the same under a saved plan, which the next apply of it completes", async () => {
    const { state, plan, apply, shown, rewrite } = await open();
    rewrite("a.c", { ...titles("A"), [TWO]: "B" });
    const [saved] = readPlanDocument(renderPlanJson(await plan()), "plan").plans as [Plan];
    state.status = 422;
    for (const status of ["failed", "skipped"] as const) {
      expect(await apply(saved)).toEqual(expect.arrayContaining([waits(ONE, "skipped"), waits(TWO, status)]));
      expect(shown()).toEqual(FROZEN);
    }
    state.status = 0;
    expect(await apply(saved)).toEqual(["r applied", `${ONE} applied`, `${TWO} applied`]);
    expect(shown()).toEqual([
      [2, 4, "A"],
      [2, 4, "B"],
    ]);
    expect((await plan()).changes).toEqual([]);
  });

  it("is waited for in each shard, and the applied union of shards is the applied whole", async () => {
    const { state, plan, apply, shown, rewrite } = await open();
    rewrite("a.c", { ...titles("A"), [TWO]: "B" });
    state.status = 422;
    const done = [await apply(await plan(1)), await apply(await plan(2))].flat();
    expect(done).toEqual(expect.arrayContaining([waits(ONE, "skipped"), waits(TWO, "failed")]));
    expect(shown()).toEqual(FROZEN);
    // The first shard writes it, and what the second had to publish is still to be published.
    state.status = 0;
    expect(await apply(await plan(1))).toEqual(["r applied", `${ONE} applied`]);
    expect(await apply(await plan(2))).toEqual([`${TWO} applied`]);
    expect(shown()).toEqual([
      [2, 4, "A"],
      [2, 4, "B"],
    ]);
    expect((await plan()).changes).toEqual([]);
  });
});

describe("a report that the plan leaves out", () => {
  it("calls for no publication", async () => {
    const { plan, rewrite, cwd } = await open();
    rewrite("a.c", titles("A"));
    const file = `${cwd}/dashboards/all.yaml`;
    writeFileSync(file, readFileSync(file, "utf8").replace(`workbook: ${ONE}`, "workbook: ghost"));
    const { changes, diagnostics, summary } = await plan();
    expect(diagnostics.map(({ rule }) => rule)).toContain("report-workbook-missing");
    expect(changes).toEqual([]);
    expect(summary).toMatchObject({ unchanged: 3, publish: 0 });
  });
});

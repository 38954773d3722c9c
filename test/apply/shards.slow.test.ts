import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { pickUp } from "../../src/apply/index.ts";
import { loadProject } from "../../src/desired/index.ts";
import type { Change, JsonObject, Plan, Project, Shard } from "../../src/model/index.ts";
import { reportShardKey, shardOf } from "../../src/plan/index.ts";
import type { Platform } from "../../src/platform/index.ts";
import { makePlan } from "../../src/project/make-plan.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { runs } from "../support/runs.ts";
import { tempFolder } from "../support/temp.ts";
import { board, openWorld, outcomes, PROJECT, type WorldOptions } from "../support/world.ts";

const chart = (title: string, ...reports: string[]): JsonObject =>
  board(title, {
    widgets: reports.map((report, index) => ({
      id: report,
      type: "CHART",
      position: [0, index, 6, 1],
      config: { reportId: { $report: report } },
    })),
  });
const report = (workbook: string | undefined, measure = "orders.count"): JsonObject => ({
  name: measure,
  query: { measures: [measure] },
  ...(workbook === undefined ? {} : { workbook }),
});

/** The first of w0, w1 … in each of two shards, and a report key that belongs to the second by itself. */
const inShard = (index: number, of = "w"): string =>
  Array.from({ length: 99 }, (_, at) => `${of}${at}`).find((key) => shardOf(key, 2) === index)!;
const [ONE, TWO, LOOSE] = [inShard(1), inShard(2), inShard(2, "r")];

async function open(declared: object, options: WorldOptions = {}) {
  const world = await openWorld({ files: { "dashboards/all.yaml": stringify(declared) }, ...options });
  const project: Project = await loadProject({ cwd: world.cwd });
  const plan = (index?: number, more?: { prune: boolean }) =>
    planShard(world, project, index ? { index, count: 2 } : undefined, more);
  return { ...world, plan };
}

async function planShard(
  { platform, cwd }: { platform: Platform; cwd: string },
  project: Project,
  shard: Shard | undefined,
  more: { prune?: boolean } = {},
): Promise<Plan> {
  const target = { name: "test", url: platform.url, deployment: 1, vars: {}, folders: {} };
  const connect = async () => platform;
  return (await makePlan({ project, target, env: {}, cwd, connect, shard, ...more })).plan;
}

const workbooksOf = (plan: Plan): Change[] => plan.changes.filter(({ kind }) => kind === "workbook");
const keys = (plan: Plan) => plan.changes.map(({ kind, key, action }) => `${action} ${kind} ${key}`);

describe("the shards of a plan", () => {
  const slug = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);
  const made = fc.record({
    slugs: fc.uniqueArray(slug, { minLength: 1, maxLength: 12 }),
    count: fc.integer({ min: 1, max: 6 }),
    seed: fc.nat(),
  });

  it("hold every workbook of the whole plan once, each as it is there", async () => {
    const world = await openWorld({});
    await fc.assert(
      fc.asyncProperty(made, async ({ slugs, count, seed }) => {
        world.sandbox.reset();
        const at = (index: number) => (seed + index * 7) % 5;
        const older = slugs.filter((_, index) => at(index) > 1);
        const entry = (key: string, index: number, title: string): [string, JsonObject] => [
          key,
          {
            name: key,
            publish: at(index) % 2 === 0,
            dashboard: chart(title, slugs[(index * 3) % slugs.length]!),
          },
        ];
        const reports = (measure: string) =>
          Object.fromEntries(
            slugs.map((key, index) => [
              key,
              report(at(index) === 3 ? undefined : key, at(index) > 2 ? measure : "a.b"),
            ]),
          );
        const first = {
          workbooks: Object.fromEntries(older.map((key) => entry(key, slugs.indexOf(key), "One"))),
          reports: reports("a.b"),
        };
        for (const key of slugs) if (!older.includes(key)) delete (first.reports[key] as JsonObject).workbook;
        const before = await openAt(world, first);
        await world.apply(await before());
        const kept = slugs.filter((_, index) => at(index) !== 4);
        const next = {
          workbooks: Object.fromEntries(
            kept.map((key) => entry(key, slugs.indexOf(key), at(slugs.indexOf(key)) === 2 ? "One" : "Two")),
          ),
          reports: reports("a.c"),
        };
        for (const key of slugs) if (!kept.includes(key)) delete (next.reports[key] as JsonObject).workbook;
        const plan = await openAt(world, next);
        const whole = await plan();
        const shards = await Promise.all(
          Array.from({ length: count }, (_, index) => plan({ index: index + 1, count })),
        );
        const withoutMass = (changes: Change[]) =>
          changes.map((change) => ({
            ...change,
            hazards: change.hazards.filter(({ code }) => code !== "mass-change"),
          }));
        const together = shards.flatMap(workbooksOf).sort((a, b) => (a.key < b.key ? -1 : 1));
        expect(withoutMass(together)).toEqual(withoutMass(workbooksOf(whole)));
        expect(shards.reduce((sum, { summary }) => sum + summary.unchanged, 0)).toBe(whole.summary.unchanged);
        // Reports too, save that what others draw may be in several.
        const ofReports = (plans: Plan[]) =>
          [...new Set(plans.flatMap(keys).filter((key) => key.includes(" report ")))].sort();
        expect(ofReports(shards)).toEqual(ofReports([whole]));
        for (const [index, shard] of shards.entries())
          for (const { key } of workbooksOf(shard)) expect(shardOf(key, count)).toBe(index + 1);
      }),
      { numRuns: runs(20) },
    );
  });

  it("take a report with its workbook, and a report without one by its key", async () => {
    const { plan } = await open({
      workbooks: { [ONE]: { dashboard: chart("1", "of-one") }, [TWO]: { dashboard: chart("2", LOOSE) } },
      reports: { "of-one": report(ONE), [LOOSE]: report(undefined) },
    });
    expect(reportShardKey(LOOSE, undefined)).toBe(LOOSE);
    expect(keys(await plan(1))).toEqual(["create report of-one", `create workbook ${ONE}`]);
    expect(keys(await plan(2))).toEqual([`create report ${LOOSE}`, `create workbook ${TWO}`]);
  });

  it("report orphans by their own slug and key", async () => {
    const declared = {
      workbooks: { [ONE]: { name: "1" }, [TWO]: { name: "2" } },
      reports: { [LOOSE]: report(undefined), kept: report(undefined) },
    };
    const { plan, apply, write } = await open(declared);
    await apply(await plan());
    write("dashboards/all.yaml", stringify({ reports: { kept: declared.reports.kept } }));
    expect(keys(await plan(1))).toEqual([`orphaned workbook ${ONE}`]);
    expect(keys(await plan(2))).toEqual([`orphaned report ${LOOSE}`, `orphaned workbook ${TWO}`]);
  });

  it("judge an orphaned report where its workbook is judged: both stay, or both go", async () => {
    const declared = {
      workbooks: { [ONE]: { name: "1" } },
      reports: { kept: report(ONE), [LOOSE]: report(ONE) },
    };
    const { plan, apply, write } = await open(declared);
    await apply(await plan());
    write("dashboards/all.yaml", stringify({ reports: { kept: declared.reports.kept } }));
    const prune = { prune: true };
    expect(keys(await plan(undefined, prune))).toEqual([
      `orphaned report ${LOOSE}`,
      `orphaned workbook ${ONE}`,
    ]);
    expect(keys(await plan(1, prune))).toEqual([`orphaned report ${LOOSE}`, `orphaned workbook ${ONE}`]);
    expect(keys(await plan(2, prune))).toEqual([]);
  });

  it("measure a mass change within their own live workbooks", async () => {
    const slugs = Array.from({ length: 60 }, (_, index) => `w${index}`);
    const first = slugs.filter((key) => shardOf(key, 2) === 1);
    const named = (name: string) =>
      Object.fromEntries(slugs.map((key) => [key, { name: first.includes(key) ? name : "same" }]));
    const { plan, apply, write } = await open({ workbooks: named("old") });
    await apply(await plan());
    write("dashboards/all.yaml", stringify({ workbooks: named("new") }));
    const [hazard] = (await plan(1)).changes[0]!.hazards;
    expect(hazard?.message).toContain(`${first.length} of the ${first.length} managed workbooks`);
    expect((await plan(2)).changes).toEqual([]);
  });
});

describe("a shard whose workbook draws another shard's report", () => {
  const declared = (measure = "orders.count", publish = false) => ({
    workbooks: {
      [ONE]: { name: "1", folder: "Team/New", publish, dashboard: chart("1", "shared") },
      [TWO]: { name: "2", folder: "Team/New", publish, dashboard: chart("2", "shared") },
    },
    reports: { shared: report(ONE, measure) },
  });

  it("makes it without the workbook where that is yet to be made, and its own shard puts it in", async () => {
    const { plan, apply, sandbox, actions } = await open(declared());
    const [one, two] = [await plan(1), await plan(2)];
    expect(keys(two)).toContain("create report shared");
    expect(two.changes.find(({ kind }) => kind === "report")?.request).not.toHaveProperty("workbookId");
    expect(outcomes(await apply(two))).toEqual([
      "Team applied",
      "Team/New applied",
      "shared applied",
      `${TWO} applied`,
    ]);
    // Half of the project alone is no drift of the other half.
    expect((await plan()).changes.flatMap(({ hazards }) => hazards)).toEqual([]);
    expect(outcomes(await apply(one))).toEqual([
      "Team applied",
      "Team/New applied",
      "shared applied",
      `${ONE} applied`,
    ]);
    expect(await actions()).toEqual([]);
    expect(new Set([ONE, TWO].map((slug) => sandbox.workbook(slug)?.folderId)).size).toBe(1);
  });

  it("finds it where its own shard was first, in the plan or when it is applied", async () => {
    const { plan, apply, actions, writes } = await open(declared());
    const two = await plan(2);
    await apply(await plan(1));
    expect(keys(await plan(2))).toEqual([`create workbook ${TWO}`]);
    const before = writes().filter((line) => line.includes("by-public-id")).length;
    expect(outcomes(await apply(two)).at(-1)).toBe(`${TWO} applied`);
    // The claim, which shows that it is there.
    expect(writes().filter((line) => line.includes("by-public-id"))).toHaveLength(before + 1);
    expect(await actions()).toEqual([]);
  });

  it("is done at the same time as the other, whatever comes first", async () => {
    for (let round = 0; round < 5; round++) {
      const { plan, apply, actions, sandbox } = await open(declared());
      const plans = await Promise.all([plan(1), plan(2)]);
      const ends = await Promise.all(plans.map((one) => apply(one)));
      expect(ends.flatMap(outcomes).filter((line) => !line.endsWith(" applied"))).toEqual([]);
      expect(await actions()).toEqual([]);
      expect(new Set([ONE, TWO].map((slug) => sandbox.workbook(slug)?.folderId)).size).toBe(1);
    }
  });

  it("publishes what a changed report of another shard looks like by then", async () => {
    const { plan, apply, actions, write } = await open(declared("orders.count", true));
    await apply(await plan());
    write("dashboards/all.yaml", stringify(declared("orders.sum", true)));
    const [one, two] = [await plan(1), await plan(2)];
    expect(keys(two)).toEqual(["update report shared", `publish workbook ${TWO}`]);
    await Promise.all([apply(one), apply(two)]);
    expect(await actions()).toEqual([]);
  });

  it("is picked up from a saved plan, whichever shard was first", async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { plan, apply, actions, platform } = await open(declared());
      const plans = [await plan(1), await plan(2)];
      for (const index of order) {
        const saved = JSON.parse(JSON.stringify(plans[index])) as Plan;
        const { plan: current, moved } = await pickUp(saved, { platform, ignored: [], declaredFolders: {} });
        expect(moved).toEqual([]);
        expect((await apply(current)).summary).toMatchObject({ failed: 0, skipped: 0 });
      }
      expect(await actions()).toEqual([]);
    }
  });
});

describe("--shard", () => {
  it.each(["0/3", "4/3", "x"])("refuses %s", async (text) => {
    const cwd = tempFolder({ "boardwright.yaml": PROJECT });
    for (const command of ["plan", "apply"]) {
      const { code, stderr } = await boardwright(
        [command, "--shard", text, ...(command === "apply" ? ["--yes"] : [])],
        { cwd },
      );
      expect(code).toBe(64);
      expect(stderr).toContain(`--shard takes I/N, as 2/8 for the second of eight, not "${text}"`);
    }
  });

  it("plans, saves and applies its part with the real command", async () => {
    const sandbox = await createSandbox({});
    const slugs = Array.from({ length: 12 }, (_, index) => `w${index}`);
    const workbooks = Object.fromEntries(
      slugs.map((key) => [key, { name: key, folder: "Team", dashboard: board(key) }]),
    );
    const cwd = tempFolder({
      "boardwright.yaml": PROJECT,
      "dashboards/all.yaml": stringify({ workbooks: workbooks }),
    });
    const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
    const run = (...args: string[]) => boardwright(args, { cwd, env });
    try {
      for (const index of [1, 2, 3])
        expect((await run("plan", "--shard", `${index}/3`, "--out", `${index}.json`)).code).toBe(0);
      const ends = await Promise.all([
        run("apply", "1.json", "--yes"),
        run("apply", "2.json", "--yes"),
        run("apply", "--shard", "3/3", "--yes"),
      ]);
      for (const { code, stdout, stderr } of ends) expect(code, stdout + stderr).toBe(0);
      expect((await run("plan", "--detailed-exitcode")).code).toBe(0);
      expect(new Set(slugs.map((key) => sandbox.workbook(key)?.folderId)).size).toBe(1);
    } finally {
      await sandbox.close();
    }
  });
});

/** Plans other files against the platform of a harness. */
async function openAt({ platform }: { platform: Platform }, declared: object) {
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/all.yaml": stringify(declared) });
  const project = await loadProject({ cwd });
  return (shard?: Shard) => planShard({ platform, cwd }, project, shard);
}

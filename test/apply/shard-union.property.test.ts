// For any project, any number of shards, any order: when every shard is applied, the whole is applied, publications included.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { loadProject } from "../../src/desired/index.ts";
import type { JsonObject, Plan, Result, Shard } from "../../src/model/index.ts";
import { makePlan } from "../../src/project/make-plan.ts";
import { runs } from "../support/runs.ts";
import { tempFolder } from "../support/temp.ts";
import { board, openWorld, PROJECT } from "../support/world.ts";

interface Made {
  workbooks: { publish: boolean; draws: number[]; title: string }[];
  /** The workbook that each belongs to; -1 for none, -2 for a report that is not declared. */
  reports: { home: number; measure: string }[];
}

const COUNT = 4;
const one: fc.Arbitrary<Made> = fc.record({
  workbooks: fc.array(
    fc.record({
      publish: fc.boolean(),
      draws: fc.uniqueArray(fc.nat(COUNT - 1), { maxLength: 3 }),
      title: fc.constantFrom("One", "Two"),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  reports: fc.array(
    fc.record({ home: fc.integer({ min: -2, max: 3 }), measure: fc.constantFrom("a.b", "a.c") }),
    { minLength: COUNT, maxLength: COUNT },
  ),
});

function filesOf({ workbooks, reports }: Made): string {
  const isDeclared = (index: number): boolean => reports[index]!.home !== -2;
  const widgets = (draws: number[]): JsonObject[] =>
    draws.filter(isDeclared).map((report, y) => ({
      id: `c${report}`,
      type: "CHART",
      position: [0, y, 6, 1],
      config: { reportId: { $report: `r${report}` } },
    }));
  return stringify({
    workbooks: Object.fromEntries(
      workbooks.map(({ publish, draws, title }, index) => [
        `w${index}`,
        { name: `W ${index}`, publish, dashboard: board(title, { widgets: widgets(draws) }) },
      ]),
    ),
    reports: Object.fromEntries(
      reports.flatMap(({ home, measure }, index) => {
        if (!isDeclared(index)) return [];
        const workbook = home >= 0 && home < workbooks.length ? { workbook: `w${home}` } : {};
        return [[`r${index}`, { name: `R ${index}`, query: { measures: [measure] }, ...workbook }]];
      }),
    ),
  });
}

describe("all the shards of a project, applied", () => {
  it("are the whole of it: nothing is left to do, whatever the order", async () => {
    const world = await openWorld({});
    const { platform, apply } = world;
    const target = { name: "test", url: platform.url, deployment: 1, vars: {}, folders: {} };
    let applies = 0;
    const planner = async (made: Made) => {
      const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/all.yaml": filesOf(made) });
      const project = await loadProject({ cwd });
      return async (shard?: Shard): Promise<Plan> =>
        (await makePlan({ project, target, env: {}, cwd, connect: async () => platform, shard })).plan;
    };
    const carryOut = async (plan: Plan): Promise<Result[]> => {
      applies += 1;
      const { results } = await apply(plan, { backups: `${world.cwd}/backups/${applies}` });
      return results.filter(({ status }) => status !== "applied");
    };
    const how = fc.record({
      states: fc.array(one, { minLength: 1, maxLength: 3 }),
      count: fc.integer({ min: 2, max: 3 }),
      order: fc.shuffledSubarray([1, 2, 3], { minLength: 3 }),
      mode: fc.constantFrom("one after the other", "all planned first", "all at once"),
    });
    await fc.assert(
      fc.asyncProperty(how, async ({ states, count, order, mode }) => {
        world.sandbox.reset();
        for (const made of states) {
          const plan = await planner(made);
          const shards = order.filter((index) => index <= count).map((index) => ({ index, count }));
          const oneByOne = async (): Promise<void> => {
            for (const shard of shards) expect(await carryOut(await plan(shard))).toEqual([]);
          };
          if (mode === "one after the other") await oneByOne();
          else {
            const plans = await Promise.all(shards.map((shard) => plan(shard)));
            const missed: Result[] = [];
            if (mode === "all at once") missed.push(...(await Promise.all(plans.map(carryOut))).flat());
            else for (const planned of plans) missed.push(...(await carryOut(planned)));
            // A plan does not know what another shard does to a report that goes from one workbook to another: that is said, and
            // running the shards again completes it. So it does where two shards wrote one report at the same moment.
            // What draws such a report waits with its publication.
            const isExpected = ({ kind, error }: Result): boolean =>
              error?.code === (kind === "report" ? "stale" : "report-not-applied");
            expect(missed.filter((result) => !isExpected(result))).toEqual([]);
            if (missed.length > 0 || mode === "all at once") await oneByOne();
          }
          const left = (await plan()).changes.filter(({ action }) => action !== "orphaned");
          expect(left.map(({ kind, key, action }) => `${action} ${kind} ${key}`)).toEqual([]);
        }
      }),
      { numRuns: runs(60) },
    );
  });
});

import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { loadProject } from "../../src/desired/index.ts";
import type { Plan } from "../../src/model/index.ts";
import { shardOf } from "../../src/plan/index.ts";
import { makePlan } from "../../src/project/make-plan.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const inShard = (index: number): string =>
  Array.from({ length: 99 }, (_, at) => `w${at}`).find((key) => shardOf(key, 2) === index)!;
const [ONE, TWO] = [inShard(1), inShard(2)];

/** Both draw `r`, which belongs to the first shard's workbook. */
function filesOf(measure: string, publish: boolean): string {
  const widgets = [
    { id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "r" } } },
  ];
  const drawn = { name: "Drawn", publish, dashboard: board("Drawn", { widgets }) };
  return stringify({
    workbooks: { [ONE]: drawn, [TWO]: drawn },
    reports: { r: { name: "R", workbook: ONE, query: { measures: [measure] } } },
  });
}

async function open(publish: boolean) {
  const world = await openWorld({ files: { "dashboards/all.yaml": filesOf("a.b", publish) } });
  const { platform, cwd, write } = world;
  const target = { name: "test", url: platform.url, deployment: 1, vars: {}, folders: {} };
  const plan = async (index?: number): Promise<Plan> => {
    const project = await loadProject({ cwd });
    const shard = index === undefined ? undefined : { index, count: 2 };
    return (await makePlan({ project, target, env: {}, cwd, connect: async () => platform, shard })).plan;
  };
  const rewrite = (measure: string) => write("dashboards/all.yaml", filesOf(measure, publish));
  return { ...world, plan, rewrite };
}
const actionsOf = ({ changes }: Plan): string[] => changes.map(({ key, action }) => `${action} ${key}`);

describe("a live report of another shard", () => {
  it("is that shard's to write, where nothing is published", async () => {
    const { plan, apply, rewrite } = await open(false);
    await apply(await plan());
    rewrite("a.c");
    expect(actionsOf(await plan(2))).toEqual([]);
    expect(actionsOf(await plan(1))).toEqual(["update r"]);
  });

  it("is written by both, alike, where both publish what draws it: a publication freezes it", async () => {
    const { plan, apply, rewrite, writes, cwd } = await open(true);
    await apply(await plan());
    rewrite("a.c");
    const plans = [await plan(1), await plan(2)];
    expect(plans.map(actionsOf)).toEqual([
      ["update r", `publish ${ONE}`],
      ["update r", `publish ${TWO}`],
    ]);
    const before = writes().filter((line) => line.includes("by-public-id")).length;
    for (const each of plans) await apply(each, { backups: `${cwd}/backups/${each.changes[1]?.key}` });
    expect(writes().filter((line) => line.includes("by-public-id"))).toHaveLength(before + 1);
    expect(actionsOf(await plan())).toEqual([]);
  });
});

describe("a report that another shard made without its workbook", () => {
  it.each([
    ["planned before", true],
    ["planned after", false],
  ])("gets it from its own shard, %s, and no publication is behind for that", async (_when, isBefore) => {
    const { plan, apply } = await open(true);
    const early = isBefore ? await plan(1) : undefined;
    expect(outcomes(await apply(await plan(2)))).toEqual(["r applied", `${TWO} applied`]);
    expect(outcomes(await apply(early ?? (await plan(1))))).toEqual(["r applied", `${ONE} applied`]);
    expect(actionsOf(await plan())).toEqual([]);
  });
});

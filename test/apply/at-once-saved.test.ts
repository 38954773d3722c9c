import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { pickUp } from "../../src/apply/index.ts";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import { checkPlanDocument } from "../../src/plan/index.ts";
import { renderPlanJson } from "../../src/report/index.ts";
import type { Asked, Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";
import { gate } from "./gate.ts";

const chart = (key: string): JsonObject => ({
  id: key,
  type: "CHART",
  position: [0, key === "r" ? 0 : 4, 6, 4],
  config: { reportId: { $report: key } },
});
const declare = (title: string, keys: readonly string[]) => ({
  workbooks: { a: { publish: true, dashboard: board(title, { widgets: keys.map(chart) }) } },
  reports: Object.fromEntries(
    keys.map((key) => [key, { name: key, workbook: "a", query: { measures: [`orders.${key}`] } }]),
  ),
});
const asSaved = (plan: Plan): Plan =>
  checkPlanDocument(JSON.parse(renderPlanJson(plan)), "p.json").plans[0] as Plan;
const isList = ({ method, path }: Asked, of: string) => method === "GET" && path.endsWith(`/${of}`);

/** `during` sees what is asked once the second run picks the plan up, `always` also what was before. */
async function open(
  files: object,
  { quirks, during, always }: { quirks?: string; during?: Hook; always?(asked: Asked): Promise<void> } = {},
) {
  let isPicking = false;
  const world = await openWorld({
    files: { "dashboards/all.yaml": stringify(files) },
    ...(quirks && { sandbox: { quirks } }),
    async proxy(asked, forward) {
      await always?.(asked);
      return isPicking && during ? during(asked, forward) : forward();
    },
  });
  const { platform, write } = world;
  return {
    ...world,
    rewrite: (next: object) => write("dashboards/all.yaml", stringify(next)),
    async pick(plan: Plan) {
      isPicking = true;
      return pickUp(plan, { platform, ignored: [], declaredFolders: {} });
    },
  };
}

describe("a saved plan that another run carries out while it is picked up", () => {
  it("that creates is gone on with, though its reports were read before they were made", async () => {
    const read = gate();
    let other: Promise<string[]> | undefined;
    const during: Hook = async (asked, forward) => {
      if (isList(asked, "reports") && !other) {
        const answer = await forward();
        read.pass();
        return answer;
      }
      if (!isList(asked, "workbooks") || other) return forward();
      await read.passed;
      other = world.apply(planned).then(outcomes);
      await other;
      return forward();
    };
    const world = await open(declare("One", ["r"]), { during });
    const planned = asSaved(await world.plan());
    const { plan, moved } = await world.pick(planned);
    expect(await other).toEqual(["r applied", "a applied"]);
    expect(moved).toEqual([]);
    const { summary } = await world.apply(plan);
    expect(summary).toMatchObject({ created: 0, updated: 0, failed: 0 });
    expect(await world.actions()).toEqual([]);
  });

  it("is refused at once where nothing shows another run of it", async () => {
    const { deploy, pick, plan, rewrite, sandbox, slept } = await open(declare("One", ["r"]));
    await deploy();
    rewrite(declare("Two", ["r"]));
    const planned = asSaved(await plan());
    sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = { ...workbook.dashboardDraft, title: "By hand" };
    });
    expect((await pick(planned)).moved).toHaveLength(1);
    expect(slept).toEqual([]);
  });
});

describe.each(["fills-publications"])("a saved plan that only publishes, on a platform that %s", (quirks) => {
  const draft = { a: { dashboard: board("One") } };
  const shown = { a: { publish: true, dashboard: board("One") } };

  it.each(["before it is picked up", "after it was picked up"])(
    "is carried out beside another deploy of it that ends %s",
    async (moment) => {
      const { deploy, plan, apply, pick, actions } = await open({ workbooks: draft }, { quirks });
      await deploy();
      const planned = asSaved(await plan(shown));
      expect(planned.changes.map(({ action }) => action)).toEqual(["publish"]);
      const other = async () => expect(outcomes(await apply(planned))).toEqual(["a applied"]);
      if (moment.startsWith("before")) await other();
      const { plan: picked, moved } = await pick(planned);
      expect(moved).toEqual([]);
      if (moment.startsWith("after")) await other();
      expect(outcomes(await apply(picked))).toEqual(["a applied"]);
      expect(await actions(shown)).toEqual([]);
    },
  );

  it("is stale after an edit of the draft", async () => {
    const { deploy, plan, pick, sandbox } = await open({ workbooks: draft }, { quirks });
    await deploy();
    const planned = asSaved(await plan(shown));
    sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = board("By hand");
    });
    expect((await pick(planned)).moved).toHaveLength(1);
  });
});

// Platforms that make something of their own of what they publish: plan, apply, and then nothing is left to plan.
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import { driftOf } from "../../src/plan/index.ts";
import { alterItems } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const entry = (dashboard: JsonObject) => ({ a: { name: "A", publish: true, dashboard } });
const QUIRKS = ["fills-publications", "fills-publications,fills-defaults"];
const ROWS = QUIRKS.flatMap((quirks) =>
  (["shallow", "deep"] as const).map((merge) => [quirks, merge] as const),
);

describe.each(ROWS)("a platform that %s (%s merge)", (quirks, merge) => {
  const open = () => openWorld({ workbooks: entry(board("A")), sandbox: { quirks, merge } });

  it("leaves nothing to plan, the first time and whenever something is changed", async () => {
    const { deploy, plan, sandbox } = await open();
    const number = () => sandbox.workbook("a")?.publishedDashboard?.versionNumber;
    const steps = [
      board("A"),
      board("B"),
      board("B", { settings: { cache: "off", pageSize: 50 } }),
      board("B", { settings: { refresh: 5 } }),
      board("B"),
      board("B", { widgets: [] }),
    ];
    for (const [at, dashboard] of steps.entries()) {
      const outcome = await deploy(entry(dashboard));
      expect([at, ...outcomes(outcome)]).toEqual([at, "a applied"]);
      expect(number()).toBe(at + 1);
      const again = await plan(entry(dashboard));
      expect([at, ...again.changes.flatMap(({ action, fields }) => [action, fields])]).toEqual([at]);
      expect(driftOf(again).changes).toEqual([]);
    }
    const { settings } = sandbox.workbook("a")?.dashboardPublished ?? {};
    expect(settings).toMatchObject({ cache: "on" });
  });

  it("still shows an edit of what was filled in, and one of what was published, for what they are", async () => {
    const { deploy, plan, sandbox } = await open();
    await deploy();
    sandbox.edit("a", (workbook) => {
      const { dashboardDraft: draft } = workbook;
      workbook.dashboardDraft = {
        ...draft,
        settings: { ...(draft?.settings as JsonObject), cache: "never" },
      };
    });
    const [change] = (await plan()).changes;
    expect(change).toMatchObject({ origin: "live", hazards: [{ code: "drift" }] });
    expect(change?.fields.map(({ path }) => path)).toEqual(
      quirks === "fills-publications" ? ["dashboard.settings"] : ["dashboard.settings.cache"],
    );
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    expect((await plan()).changes).toEqual([]);
  });

  it("publishes again when a report changes, and only then", async () => {
    const files = (measure: string) => {
      const chart = {
        id: "c",
        type: "CHART",
        position: { x: 0, y: 0, w: 6, h: 4 },
        config: { reportId: { $report: "r" } },
      };
      return stringify({
        workbooks: { a: { name: "A", publish: true, dashboard: board("A", { widgets: [chart] }) } },
        reports: { r: { name: "R", workbook: "a", query: { measures: [measure] } } },
      });
    };
    const world = await openWorld({
      files: { "dashboards/all.yaml": files("orders.count") },
      sandbox: { quirks, merge },
    });
    const version = () => world.sandbox.workbook("a")?.publishedDashboard?.versionNumber;
    expect(outcomes(await world.deploy())).toEqual(["r applied", "a applied"]);
    expect((await world.plan()).changes).toEqual([]);
    await import("node:fs");
    world.write("dashboards/all.yaml", files("orders.total"));
    expect(outcomes(await world.deploy())).toEqual(["r applied", "a applied"]);
    expect(version()).toBe(2);
    expect((await world.plan()).changes).toEqual([]);
  });
});

it("knows a publication that was filled in, where neither an answer nor a read numbers it", async () => {
  let posts = 0;
  const world = await openWorld({
    workbooks: entry(board("A")),
    sandbox: { quirks: "fills-publications" },
    proxy: async (asked, forward) => {
      const answer = await forward();
      if (asked.method === "POST") {
        posts += 1;
        return { status: 200, body: { id: 1 } };
      }
      return alterItems(answer, ({ publishedDashboard: _, ...workbook }) => workbook);
    },
  });
  expect(outcomes(await world.deploy())).toEqual(["a applied"]);
  expect(posts).toBe(1);
  expect((await world.plan()).changes).toEqual([]);
});

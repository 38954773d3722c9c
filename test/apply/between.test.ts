import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { isObject, type JsonObject } from "../../src/model/index.ts";
import type { Asked, Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const bodies = (seen: Asked[]): JsonObject[] => seen.map(({ body }) => body ?? {});

/** Sees the upserts of workbooks on their way. */
function watch(): { seen: Asked[]; proxy: Hook } {
  const seen: Asked[] = [];
  const proxy: Hook = async (asked, forward) => {
    if (asked.method === "PUT" && asked.path.includes("/workbooks/by-slug/")) seen.push(asked);
    return forward();
  };
  return { seen, proxy };
}

describe("an edit at an ignored place after the plan", () => {
  it("makes nothing stale, and is sent back as it is by then", async () => {
    const { deploy, plan, apply, sandbox, actions } = await openWorld({
      workbooks: { a: { dashboard: board("A", { settings: { refresh: 5 } }) } },
      settings: 'ignore: ["dashboard.settings.lastViewedBy", "dashboard.widgets[*].config.debug"]\n',
    });
    await deploy();
    const viewed = (by: string) =>
      sandbox.edit("a", (workbook) => {
        const { dashboardDraft: draft } = workbook;
        const [widget] = (draft?.widgets ?? []) as JsonObject[];
        const config = { ...(isObject(widget?.config) ? widget.config : {}), debug: by };
        workbook.dashboardDraft = {
          ...draft,
          settings: { refresh: 5, lastViewedBy: by },
          widgets: [{ ...widget, config }],
        };
      });
    viewed("Anna");
    const next = { a: { dashboard: board("A, new", { settings: { refresh: 5 } }) } };
    const planned = await plan(next);
    viewed("Ben");
    expect(outcomes(await apply(planned))).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft).toMatchObject({
      title: "A, new",
      settings: { refresh: 5, lastViewedBy: "Ben" },
      widgets: [{ id: "a", config: { debug: "Ben" } }],
    });
    expect(await actions(next)).toEqual([]);
  });
});

describe("a workbook that is moved in the UI after the plan", () => {
  it("is stale, and stays where it was moved to", async () => {
    const folders = [
      { id: 31, name: "One" },
      { id: 32, name: "Two" },
    ];
    const entry = (title: string) => ({ a: { name: "A", folder: "One", dashboard: board(title) } });
    const { deploy, plan, apply, sandbox } = await openWorld({
      workbooks: entry("A"),
      sandbox: { seed: { folders } },
    });
    await deploy();
    const planned = await plan(entry("A2"));
    sandbox.edit("a", (workbook) => {
      workbook.folderId = 32;
    });
    expect(outcomes(await apply(planned))).toEqual(["a stale stale"]);
    expect(sandbox.workbook("a")).toMatchObject({ folderId: 32, dashboardDraft: { title: "A" } });
  });
});

describe("what a request holds", () => {
  it.each(["shallow", "deep"] as const)(
    "is a null for what is gone inside a key of meta (%s)",
    async (merge) => {
      const { seen, proxy } = watch();
      const { deploy, sandbox, actions } = await openWorld({
        workbooks: { a: { name: "A", meta: { team: { name: "sales", lead: "anna" } } } },
        sandbox: { merge },
        proxy,
      });
      await deploy();
      seen.length = 0;
      const next = { a: { name: "A", meta: { team: { name: "sales" } } } };
      expect(outcomes(await deploy(next))).toEqual(["a applied"]);
      expect(bodies(seen)[0]?.meta).toMatchObject({ team: { name: "sales", lead: null } });
      expect(sandbox.workbook("a")?.meta.team).not.toHaveProperty("lead", "anna");
      expect(await actions(next)).toEqual([]);
    },
  );

  it("is a null for a whole key of meta that a run added and its rollback takes away", async () => {
    const { declare, ok, runs, sandbox } = await openWorld({
      workbooks: { a: { name: "A", meta: { team: "sales" } } },
      applied: true,
    });
    declare({ workbooks: { a: { name: "A", meta: { team: "sales", owner: "anna" } } } });
    // The key is managed for the first time, and nothing is there.
    await ok("apply", "--yes");
    expect(sandbox.workbook("a")?.meta.owner).toBe("anna");
    await ok("rollback", runs().at(-1) ?? "", "--yes");
    expect(sandbox.workbook("a")?.meta.owner ?? null).toBeNull();
    expect(sandbox.workbook("a")?.meta.team).toBe("sales");
  });

  it("of a workbook that is first made empty is its folder, too", async () => {
    const { seen, proxy } = watch();
    const widgets = [
      { id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "r" } } },
    ];
    const files = {
      workbooks: { a: { folder: "Finance", dashboard: board("A", { widgets }) } },
      reports: { r: { name: "R", workbook: "a", query: { measures: ["orders.count"] } } },
    };
    const { deploy, sandbox } = await openWorld({
      files: { "dashboards/all.yaml": stringify(files) },
      sandbox: { seed: { folders: [{ id: 31, name: "Finance" }] } },
      proxy,
    });
    expect(outcomes(await deploy())).toEqual(["r applied", "a applied"]);
    // Whoever looks meanwhile, or after a crash, finds it where it belongs.
    const [, shell] = bodies(seen);
    expect(shell).toMatchObject({ folderId: 31 });
    expect(shell?.meta).not.toHaveProperty("dashboardDraft");
    expect(sandbox.workbook("a")?.folderId).toBe(31);
  });
});

describe("a report's backup", () => {
  const files = (measure: string) => ({
    workbooks: { a: { name: "A" } },
    reports: { r: { name: "R", workbook: "a", query: { measures: [measure] } } },
  });

  it("that cannot be written keeps the report from being overwritten", async () => {
    const world = await openWorld({ files: { "dashboards/all.yaml": stringify(files("a.b")) } });
    await world.deploy();
    world.write("dashboards/all.yaml", stringify(files("a.c")));
    const planned = await world.plan();
    expect(planned.changes.map(({ key, action }) => [key, action])).toEqual([["r", "update"]]);
    world.write("in-the-way", "");
    world.sandbox.requests.length = 0;
    const outcome = await world.apply(planned, { backups: `${world.cwd}/in-the-way/run` });
    expect(outcomes(outcome)).toEqual(["r failed backup-failed"]);
    expect(world.writes()).toEqual([]);
  });
});

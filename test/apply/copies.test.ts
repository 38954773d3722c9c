// A copy made in the UI takes the meta of its original along, the stamp included. It is nobody's orphan: never taken for ours, never
// listed, never pruned. Through the command, as a user runs it.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import type { WireReport } from "../../src/platform/wire/wire.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { openWorld } from "../support/world.ts";

const COPY_ID = "c0pyOfRep0rt";
const FILES = {
  workbooks: {
    a: {
      name: "A",
      meta: { team: "finance" },
      dashboard: {
        title: "A",
        widgets: [
          { id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "ra" } } },
        ],
      },
    },
  },
  reports: { ra: { name: "RA", workbook: "a", query: { measures: ["orders.count"] } } },
};

describe("a copy of a managed workbook and its report", () => {
  it("stays when the originals are pruned, and is listed by no plan", async () => {
    const { sandbox, run, ok, plan, rewrite } = await open();
    await ok("apply", "--yes");
    const copies = await duplicate(sandbox);
    expect((await plan()).changes).toEqual([]);
    expect((await plan("--prune")).changes).toEqual([]);

    rewrite({});
    expect(told(await plan())).toEqual(["orphaned ra", "orphaned a"]);
    expect(told(await plan("--prune"))).toEqual(["delete ra delete", "delete a delete"]);
    const refused = await run("apply", "--prune", "--yes");
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("delete: report ra, a")]);
    const applied = await ok("apply", "--prune", "--yes", "--allow", "delete");
    expect(applied.stdout).toContain("Applied 2 of 2 in");
    expect(applied.stdout).toContain(": 2 deleted.");
    expect(sandbox.workbook("a")).toBeUndefined();
    expect(await statuses(sandbox, copies)).toEqual([200, 200, 200]);
    expect(told(await plan("--prune"))).toEqual([]);
  });

  it("is adopted, never updated as ours, where a file names its slug or publicId", async () => {
    const { sandbox, run, plan, rewrite } = await open();
    await run("apply", "--yes");
    await duplicate(sandbox);
    const { a } = FILES.workbooks;
    rewrite({
      workbooks: { a, "a-copy": { ...a, name: "Mine" } },
      reports: { ra: FILES.reports.ra, rb: { ...FILES.reports.ra, name: "Mine", publicId: COPY_ID } },
    });
    expect(told(await plan())).toEqual(["update rb adopt", "update a-copy adopt"]);
    // The same key, another publicId: the copy takes the place of the original, which is left behind.
    rewrite({ ...FILES, reports: { ra: { ...FILES.reports.ra, name: "Mine", publicId: COPY_ID } } });
    expect(told(await plan("--prune"))).toEqual(["delete ra delete", "update ra adopt", "update a"]);
  });

  it("cannot be told from its original by a stamp of old, which names no report: both stay", async () => {
    const { sandbox, run, ok, plan, rewrite } = await open();
    await run("apply", "--yes");
    await duplicate(sandbox);
    for (const report of await reports(sandbox)) {
      const meta = report.meta as { boardwright: JsonObject };
      const { publicId: _, ...stamp } = meta.boardwright;
      await put(sandbox, `reports/by-public-id/${report.publicId}`, {
        meta: { ...meta, boardwright: stamp },
      });
    }
    // Declared, it is still ours: only the stamp is renewed.
    expect(told(await plan("--prune"))).toEqual(["stamp ra"]);
    rewrite({ workbooks: {} });
    const pruning = await plan("--prune");
    expect(told(pruning)).toEqual(["orphaned ra", "orphaned ra", "delete a delete"]);
    expect(pruning.diagnostics.map(({ rule }) => rule)).toEqual(["prune-uncertain"]);
    await ok("apply", "--prune", "--yes", "--allow", "delete");
    expect(await reports(sandbox)).toHaveLength(2);
  });
});

describe("--prune on the command line", () => {
  it("refuses where no file is found at all: that is a wrong include sooner than the wish to delete everything", async () => {
    const { sandbox, cwd, run, ok } = await open();
    await ok("apply", "--yes");
    rmSync(join(cwd, "dashboards"), { recursive: true });
    sandbox.requests.length = 0;
    const refused = await run("apply", "--prune", "--yes", "--allow", "delete");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("--prune would delete all that this project manages");
    expect(sandbox.requests).toEqual([]);
  });

  it.each([
    ["plan", "--prune", "--only", "a"],
    ["plan", "--prune", "dashboards"],
    ["apply", "--prune", "--yes", "--only", "a"],
  ])("%s %s refuses to be narrowed, before anything is sent", async (...args) => {
    const { sandbox, run } = await open();
    const refused = await run(...args);
    expect(refused.code).toBe(64);
    expect(refused.stderr).toContain("--prune covers the whole project");
    expect(sandbox.requests).toEqual([]);
  });
});

async function open() {
  const world = await openWorld(FILES);
  return { ...world, plan: world.planned, rewrite: world.declare };
}

/** As "Duplicate" in the UI does: a workbook under another slug, one without a slug, and a report, each with the original's meta. */
async function duplicate(sandbox: Sandbox): Promise<string[]> {
  const { meta, dashboardDraft } = sandbox.workbook("a") ?? {};
  const paths: string[] = [];
  for (const slug of ["a-copy", "a-unnamed"]) {
    const body = { name: "Copy of A", meta: { ...meta, dashboardDraft } };
    paths.push(`workbooks/${(await put(sandbox, `workbooks/by-slug/${slug}`, body)).id}`);
  }
  sandbox.edit("a-unnamed", (workbook) => {
    workbook.slug = null;
  });
  const [original] = await reports(sandbox);
  const { name, jsonQuery, workbookId, meta: stamped } = original as WireReport;
  const copy = { name: `Copy of ${name}`, jsonQuery, workbookId, meta: stamped };
  paths.push(`reports/${(await put(sandbox, `reports/by-public-id/${COPY_ID}`, copy)).id}`);
  return paths;
}

async function reports(sandbox: Sandbox): Promise<WireReport[]> {
  const answer = await ask(sandbox, "GET", "reports");
  return ((await answer.json()) as { items: WireReport[] }).items;
}

async function put(sandbox: Sandbox, path: string, body: object): Promise<{ id: number }> {
  const answer = await ask(sandbox, "PUT", path, body);
  expect(answer.status).toBe(200);
  return (await answer.json()) as { id: number };
}

async function statuses(sandbox: Sandbox, paths: readonly string[]): Promise<number[]> {
  return Promise.all(paths.map(async (path) => (await ask(sandbox, "GET", path)).status));
}

function ask({ url, apiKey }: Sandbox, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${url}/api/v1/deployments/1/${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

/** `action key hazards` of each change. */
function told({ changes }: Plan): string[] {
  return changes.map(({ key, action, hazards }) =>
    [action, key, hazards.map(({ code }) => code)].join(" ").trim(),
  );
}

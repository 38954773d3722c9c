// Pruning: what this project manages and no file declares any more is deleted, last, backed up first, and nothing else is.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import type { Asked } from "../support/proxy.ts";
import { board, openWorld, outcomes, type World, type WorldOptions } from "../support/world.ts";

const ALL = { a: { dashboard: board("A") }, b: { dashboard: board("B") }, c: { dashboard: board("C") } };
const KEPT = { a: ALL.a };
const PRUNE = { prune: true };

describe("workbooks that no file declares any more", () => {
  it("are deleted, each after a backup of its whole state; then there is nothing to do", async () => {
    const { sandbox, deploy, plan, apply, backups, writes } = await openWorld({ workbooks: ALL });
    await deploy();
    const before = sandbox.workbook("b");
    const planned = await plan(KEPT, PRUNE);
    expect(told(planned)).toEqual(["workbook b delete delete", "workbook c delete delete"]);
    expect(planned.summary).toMatchObject({ delete: 2, orphaned: 0, unchanged: 1 });
    sandbox.requests.length = 0;
    const outcome = await apply(planned);
    expect(outcomes(outcome)).toEqual(["b applied", "c applied"]);
    expect(outcome.summary).toMatchObject({ deleted: 2, failed: 0, skipped: 0 });
    expect(writes().sort()).toEqual([102, 103].map((id) => `DELETE workbooks/${id}`));
    expect(readdirSync(backups)).toEqual(["b.json", "c.json"]);
    expect(JSON.parse(readFileSync(`${backups}/b.json`, "utf8"))).toEqual(before);
    expect([...liveSlugs(sandbox)]).toEqual(["a"]);
    expect((await plan(KEPT, PRUNE)).changes).toEqual([]);
  });

  it("that moved since the plan are stale and kept; the others go", async () => {
    const { sandbox, deploy, plan, apply } = await openWorld({ workbooks: ALL });
    await deploy();
    const planned = await plan(KEPT, PRUNE);
    sandbox.edit("b", (workbook) => {
      workbook.dashboardDraft = board("Mine");
    });
    expect(outcomes(await apply(planned))).toEqual(["b stale stale", "c applied"]);
    expect([...liveSlugs(sandbox)]).toEqual(["a", "b"]);
    const again = await plan(KEPT, PRUNE);
    expect(again.changes).toMatchObject([{ key: "b", origin: "both" }]);
    expect(again.changes[0]?.hazards[0]?.message).toContain("edits made outside Git");
  });

  it("that lost their slug since the plan are kept: who renames a workbook wants it", async () => {
    const { sandbox, deploy, plan, apply } = await openWorld({ workbooks: ALL });
    await deploy();
    const planned = await plan({ a: ALL.a, c: ALL.c }, PRUNE);
    const id = sandbox.workbook("b")?.id;
    sandbox.edit("b", (workbook) => {
      workbook.slug = null;
    });
    expect(outcomes(await apply(planned))).toEqual(["b stale stale"]);
    expect((await ask(sandbox, "GET", `workbooks/${id}`)).status).toBe(200);
  });

  it("that are gone already count as deleted, without a request that writes", async () => {
    const { sandbox, deploy, plan, apply, writes } = await openWorld({ workbooks: ALL });
    await deploy();
    const planned = await plan(KEPT, PRUNE);
    await ask(sandbox, "DELETE", `workbooks/${sandbox.workbook("b")?.id}`);
    sandbox.requests.length = 0;
    expect(outcomes(await apply(planned))).toEqual(["b applied", "c applied"]);
    expect(writes()).toHaveLength(1);
  });

  it("stay while a declared report lives in them that the files give no workbook: the platform may delete it along", async () => {
    const chart = { id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "r" } } };
    const drawn = { dashboard: { widgets: [chart] } };
    const query = { measures: ["orders.count"] };
    const declared = {
      workbooks: { a: drawn, b: ALL.b },
      reports: { r: { name: "R", workbook: "b", query } },
    };
    const { deploy, plan, write } = await openWorld({
      files: { "dashboards/all.yaml": stringify(declared) },
    });
    await deploy();
    const declare = (report: JsonObject) => {
      const next = { workbooks: { a: drawn }, reports: { r: { name: "R", query, ...report } } };
      write("dashboards/all.yaml", stringify(next));
    };
    declare({});
    const kept = await plan(undefined, PRUNE);
    expect(told(kept)).toContain("workbook b orphaned");
    expect(kept.diagnostics.map(({ rule }) => rule)).toContain("prune-needed");
    declare({ workbook: "a" });
    expect(told(await plan(undefined, PRUNE))).toContain("workbook b delete delete");
  });

  it("stay where their backup cannot be written", async () => {
    const { sandbox, deploy, plan, apply, cwd, writes, write } = await openWorld({ workbooks: ALL });
    await deploy();
    const planned = await plan(KEPT, PRUNE);
    write("in-the-way", "");
    sandbox.requests.length = 0;
    const outcome = await apply(planned, { backups: `${cwd}/in-the-way/run` });
    expect(outcomes(outcome)).toEqual(["b failed backup-failed", "c failed backup-failed"]);
    expect(writes()).toEqual([]);
  });

  it("stay while another change of the run fails: it may be the one that takes their place", async () => {
    const { sandbox, deploy, plan, apply } = await openWorld({ workbooks: ALL });
    await deploy();
    const planned = await plan({ a: { dashboard: board("A2") }, "b-new": ALL.b }, PRUNE);
    sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = { ...workbook.dashboardDraft, title: "Mine" };
    });
    const outcome = await apply(planned);
    expect(outcomes(outcome)).toEqual([
      "a stale stale",
      "b skipped held-back",
      "b-new applied",
      "c skipped held-back",
    ]);
    expect(outcome.summary).toMatchObject({ deleted: 0, skipped: 2 });
    expect([...liveSlugs(sandbox)]).toEqual(["a", "b", "b-new", "c"]);
  });

  it("are gone though every answer to a deletion is lost", async () => {
    const lost = new Set<string>();
    const { sandbox, deploy, plan, apply } = await openWorld({
      workbooks: ALL,
      async proxy({ method, path }: Asked, forward) {
        const answer = await forward();
        if (method !== "DELETE" || lost.has(path)) return answer;
        lost.add(path);
        return "drop";
      },
    });
    await deploy();
    const outcome = await apply(await plan(KEPT, PRUNE));
    expect(outcomes(outcome)).toEqual(["b applied", "c applied"]);
    expect(outcome.results).toMatchObject([{ attempts: 2 }, { attempts: 2 }]);
    expect([...liveSlugs(sandbox)]).toEqual(["a"]);
  });

  it("stop a plan that would delete more than the limit", async () => {
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`w${i}`, ALL.a]));
    const { deploy, plan } = await openWorld({ workbooks: many });
    await deploy();
    const { w0: _one, ...nine } = many;
    expect(told(await plan(nine, PRUNE))).toEqual(["workbook w0 delete delete"]);
    const { w1: _two, ...eight } = nine;
    const codes = "delete,mass-change";
    expect(told(await plan(eight, PRUNE))).toEqual([
      `workbook w0 delete ${codes}`,
      `workbook w1 delete ${codes}`,
    ]);
  });

  it("are read whole where lists leave the drafts out, and only when they may go", async () => {
    const { sandbox, deploy, plan, apply } = await openWorld({
      workbooks: ALL,
      sandbox: { seed: { listDrafts: false } },
    });
    await deploy();
    sandbox.requests.length = 0;
    await plan(KEPT);
    const reads = () => sandbox.requests.filter(({ path }) => /workbooks\/\d+$/.test(path)).length;
    expect(reads()).toBe(1);
    const planned = await plan(KEPT, PRUNE);
    expect(reads()).toBe(4);
    expect(outcomes(await apply(planned))).toEqual(["b applied", "c applied"]);
  });
});

describe("what a deployment or a declaration needs", () => {
  it.each([
    ["no deletions", ["workbooks/{workbookId}", "reports/{reportId}"], ["delete"]],
    ["no single reads", ["workbooks/{workbookId}", "reports/{reportId}"], ["get"]],
  ] as const)(
    "keeps orphans where it describes %s, and says so once for each kind",
    async (_, paths, methods) => {
      const { sandbox, deploy, plan, apply, writes } = await openProject(declared(["ra", "rb"]), {
        proxy: ({ path }, forward) =>
          path === "/api/v1/spec" ? without(paths, methods, forward) : forward(),
      });
      await deploy();
      const planned = await plan({}, PRUNE);
      expect(told(planned)).toEqual(["report ra orphaned", "report rb orphaned", "workbook a orphaned"]);
      const kept = planned.diagnostics.map(({ rule, slug, message }) => [rule, slug, message]);
      expect(kept.sort()).toEqual([
        [
          "prune-unsupported",
          undefined,
          "this deployment does not describe deleting reports; 2 reports are kept: ra, rb",
        ],
        ["prune-unsupported", "a", "this deployment does not describe deleting workbooks; a is kept"],
      ]);
      sandbox.requests.length = 0;
      expect((await apply(planned)).results).toEqual([]);
      expect(writes()).toEqual([]);
    },
  );

  it("keeps the reports of a workbook that is kept, though reports could be deleted", async () => {
    const { deploy, plan } = await openProject(declared(["ra", "rb"]), {
      proxy: ({ path }, forward) =>
        path === "/api/v1/spec" ? without(["workbooks/{workbookId}"], ["delete"], forward) : forward(),
    });
    await deploy();
    const planned = await plan({}, PRUNE);
    expect(told(planned)).toEqual(["report ra orphaned", "report rb orphaned", "workbook a orphaned"]);
    expect(planned.diagnostics.map(({ message }) => message)).toEqual([
      "2 reports are kept, because the workbooks that they belong to are: ra, rb",
      "this deployment does not describe deleting workbooks; a is kept",
    ]);
  });

  it("keeps a workbook that a declared report belongs to", async () => {
    const { plan, deploy, rewrite } = await openProject(declared(["ra"]));
    await deploy();
    rewrite({ reports: declared(["ra"]).reports });
    const planned = await plan(undefined, PRUNE);
    expect(told(planned)).toEqual(["workbook a orphaned"]);
    expect(planned.diagnostics[0]).toMatchObject({ rule: "prune-needed", slug: "a" });
  });
});

describe("reports that no file declares any more", () => {
  it("are found and deleted after their workbook, also where no report is declared at all", async () => {
    const { sandbox, deploy, plan, apply, backups, writes } = await openProject(declared(["ra", "rb"]));
    await deploy();
    expect(told(await plan({}))).toEqual(["report ra orphaned", "report rb orphaned", "workbook a orphaned"]);
    const planned = await plan({}, PRUNE);
    expect(told(planned)).toEqual([
      "report ra delete delete",
      "report rb delete delete",
      "workbook a delete delete",
    ]);
    sandbox.requests.length = 0;
    const outcome = await apply(planned);
    expect(outcomes(outcome)).toEqual(["ra applied", "rb applied", "a applied"]);
    expect(outcome.summary.deleted).toBe(3);
    expect(writes()[0]).toBe(`DELETE workbooks/${idOf(planned, "a")}`);
    const [ra, rb] = [idOf(planned, "ra"), idOf(planned, "rb")];
    expect(writes().slice(1).sort()).toEqual([`DELETE reports/${ra}`, `DELETE reports/${rb}`]);
    expect(readdirSync(backups).sort()).toEqual([
      "a.json",
      `report-${ra}%3Ara.json`,
      `report-${rb}%3Arb.json`,
    ]);
    expect((await plan({}, PRUNE)).changes).toEqual([]);
  });

  it("that were edited since the plan are stale and kept, and so is their workbook, which might take them along", async () => {
    const { sandbox, deploy, plan, apply } = await openProject(declared(["ra", "rb"]));
    await deploy();
    const planned = await plan({}, PRUNE);
    const { publicId } = planned.changes[0] ?? {};
    await ask(sandbox, "PUT", `reports/by-public-id/${publicId}`, { title: "Mine" });
    expect(outcomes(await apply(planned))).toEqual([
      "ra stale stale",
      "rb skipped held-back",
      "a skipped held-back",
    ]);
  });

  it("are kept while their workbook is: what it draws must stay", async () => {
    const { sandbox, deploy, plan, apply } = await openProject(declared(["ra"]));
    await deploy();
    const planned = await plan({}, PRUNE);
    sandbox.edit("a", (workbook) => {
      workbook.name = "Mine";
    });
    expect(outcomes(await apply(planned))).toEqual(["ra skipped held-back", "a stale stale"]);
  });

  it("whose publicId was changed in the files leave the old one behind, and both have a backup", async () => {
    const { sandbox, deploy, plan, apply, rewrite, backups } = await openProject(declared(["ra"]));
    await deploy();
    const old = idOf(await plan({}, PRUNE), "ra");
    // The one that the files name now is there already, and somebody's.
    await ask(sandbox, "PUT", "reports/by-public-id/revqZ1x8Kp0a", { name: "Theirs" });
    const next = declared(["ra"]);
    rewrite({ ...next, reports: { ra: { ...next.reports.ra, publicId: "revqZ1x8Kp0a" } } });
    const planned = await plan(undefined, PRUNE);
    expect(told(planned)).toEqual(["report ra delete delete", "report ra update adopt", "workbook a update"]);
    expect(outcomes(await apply(planned))).toEqual(["ra applied", "ra applied", "a applied"]);
    expect(readdirSync(backups).sort()).toEqual(
      ["a.json", `report%3Ara.json`, `report-${old}%3Ara.json`].sort(),
    );
    expect((await ask(sandbox, "GET", `reports/${old}`)).status).toBe(404);
    expect((await plan(undefined, PRUNE)).changes).toEqual([]);
  });
});

function declared(reports: string[]) {
  const widgets = reports.map((key, i) => ({
    id: key,
    type: "CHART",
    position: [0, 4 * i, 6, 4],
    config: { reportId: { $report: key } },
  }));
  return {
    workbooks: { a: { dashboard: { title: "A", widgets } } },
    reports: Object.fromEntries(
      reports.map((key) => [key, { name: key, workbook: "a", query: { measures: ["orders.count"] } }]),
    ),
  };
}

async function openProject(
  files: JsonObject | object,
  more: WorldOptions = {},
): Promise<World & { rewrite(next: object): void }> {
  const world = await openWorld({ files: { "dashboards/all.yaml": stringify(files) }, ...more });
  const rewrite = (next: object) => world.write("dashboards/all.yaml", stringify(next));
  return { ...world, rewrite };
}

/** The served description without these operations. */
async function without(
  paths: readonly string[],
  methods: readonly string[],
  forward: () => Promise<{ status: number; body?: unknown }>,
) {
  const { status, body } = (await forward()) as { status: number; body: JsonObject };
  const described = body.paths as Record<string, JsonObject>;
  for (const [path, item] of Object.entries(described)) {
    if (paths.some((end) => path.endsWith(end))) for (const method of methods) delete item[method];
  }
  return { status, body };
}

/** `kind key action hazards` of each change. */
function told({ changes }: Plan): string[] {
  return changes.map(({ kind, key, action, hazards }) =>
    [kind, key, action, hazards.map(({ code }) => code).join(",")].join(" ").trim(),
  );
}

function idOf({ changes }: Plan, key: string): number | null | undefined {
  return changes.find((change) => change.key === key)?.id;
}

function liveSlugs(sandbox: Sandbox): Set<string> {
  return new Set(["a", "b", "b-new", "c"].filter((slug) => sandbox.workbook(slug)));
}

function ask({ url, apiKey }: Sandbox, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${url}/api/v1/deployments/1/${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

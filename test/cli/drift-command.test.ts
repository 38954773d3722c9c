import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { openWorld } from "../support/world.ts";

const PROJECT = `version: 1
project: acme
targets:
  test: { url: https://platform.test, deployment: 1, link: "https://platform.test/d/{id}/{slug}" }
`;
const widget = (id: string, x: number, title: string) => ({
  id,
  type: "CHART",
  position: { x, y: 0, w: 6, h: 4 },
  config: { title },
});
const board = (open: string) => ({
  title: "Orders",
  widgets: [widget("open", 0, open), widget("canceled", 6, "Canceled")],
});
const FILES = {
  workbooks: {
    orders: { name: "Orders", publish: true, dashboard: board("Open") },
    returns: { name: "Returns", dashboard: board("Open") },
    stock: { name: "Stock", dashboard: board("Open") },
  },
};
const NEW = {
  workbooks: { ...FILES.workbooks, returns: { name: "Returns", dashboard: board("Still open") } },
};

describe("boardwright drift", () => {
  it("is quiet after an apply, also while Git is ahead; exit 0", async () => {
    const { ok, rewrite } = await open();
    const calm = await ok("drift");
    expect(calm.stdout.split("\n").at(-2)).toBe(
      "Nothing was edited outside Git since the last apply. 3 workbooks are as last applied.",
    );
    rewrite({ workbooks: { ...NEW.workbooks, fresh: FILES.workbooks.stock } });
    const ahead = await ok("drift", "--json");
    expect(JSON.parse(ahead.stdout)).toMatchObject({
      changes: [],
      summary: { update: 0, create: 0, unchanged: 3 },
    });
  });

  it("tells edits in the UI, and of a workbook edited on both sides only them; exit 2, and GET alone is sent", async () => {
    const { sandbox, run, ok, rewrite } = await open();
    edit(sandbox, "orders", 1, (position) => {
      position.w = 4;
    });
    edit(sandbox, "returns", 1, (position) => {
      position.w = 8;
    });
    rewrite(NEW);
    sandbox.requests.length = 0;
    const told = await run("drift");
    expect(told.code, told.stderr).toBe(2);
    const text = told.stdout.replace(
      /updated \d{4}-\d\d-\d\d \d\d:\d\d UTC/g,
      "updated 2026-11-20 08:10 UTC",
    );
    expect(text.split("\n").slice(1, 13).join("\n")).toBe(`left: what Git says · right: what is live now

  ! orders   Orders                                                            dashboards/all.yaml:2
      edited outside Git since the last apply
      last updated 2026-11-20 08:10 UTC
      Canceled (widget canceled)  size  6×4 → 4×4

  ! returns  Returns                                                          dashboards/all.yaml:26
      edited outside Git since the last apply
      last updated 2026-11-20 08:10 UTC
      Canceled (widget canceled)  size  6×4 → 8×4
`);
    expect(told.stdout).toContain("2 workbooks were edited outside Git. 1 workbook is as last applied.");
    expect(told.stdout).toContain("`boardwright apply --allow drift`");
    expect(sandbox.requests.filter(({ method }) => method !== "GET")).toEqual([]);

    await ok("drift", "--only", "stock");
  });

  it("prints the plan document with the edits alone: no request, no field of Git's, when it was updated", async () => {
    const { sandbox, run, rewrite } = await open();
    edit(sandbox, "returns", 1, (position) => {
      position.w = 8;
    });
    rewrite(NEW);
    const { changes, summary } = JSON.parse((await run("drift", "--json")).stdout) as Plan;
    expect(summary).toMatchObject({ update: 1, unchanged: 2 });
    expect(changes).toMatchObject([
      {
        key: "returns",
        action: "update",
        origin: "live",
        updatedAt: sandbox.workbook("returns")?.updatedAt,
        hazards: [{ code: "drift" }],
        fields: [{ path: "dashboard.widgets[canceled].position.w", before: 8, after: 6, origin: "live" }],
      },
    ]);
    expect(changes[0]).not.toHaveProperty("request");
  });

  it("shows what was changed on both sides from the files to live, and says so", async () => {
    const { sandbox, run, rewrite } = await open();
    sandbox.edit("returns", (workbook) => {
      const [first] = (workbook.dashboardDraft?.widgets ?? []) as JsonObject[];
      (first?.config as JsonObject).title = "Not closed";
    });
    rewrite(NEW);
    const told = await run("drift");
    expect(told.code).toBe(2);
    expect(told.stdout).toContain("edited both in Git and outside it since the last apply");
    expect(told.stdout).toContain("title  was: Open · live: Not closed · Git: Still open");
    const markdown = await run("drift", "--format", "markdown");
    expect(markdown.code).toBe(2);
    expect(markdown.stdout).toMatch(
      /^### 🟡 Boardwright · test: 1 workbook was edited outside Git\. 2 workbooks are as last applied\n/,
    );
    expect(markdown.stdout).toContain("was: Open · live: Not closed · Git: Still open");
    for (const command of ["drift", "plan"]) {
      const { stdout } = await run(command, "--format", "markdown");
      expect(stdout).toMatch(/<a href="https:\/\/platform\.test\/d\/\d+\/returns">open live<\/a>/);
    }
  });

  it("tells edits of reports too", async () => {
    const { sandbox, run, ok } = await open({
      ...FILES,
      reports: { ra: { name: "RA", workbook: "orders", query: { measures: ["orders.count"] } } },
    });
    const list = `${sandbox.url}/api/v1/deployments/1/reports`;
    const headers = { authorization: `Bearer ${sandbox.apiKey}` };
    const { items } = (await (await fetch(list, { headers })).json()) as { items: { publicId: string }[] };
    const body = JSON.stringify({ name: "Mine" });
    await fetch(`${list}/by-public-id/${items[0]?.publicId}`, { method: "PUT", headers, body });
    const told = await run("drift");
    expect(told.code).toBe(2);
    expect(told.stdout).toMatch(/! report ra +Mine|! report ra/);
    expect(told.stdout).toContain("name  RA → Mine");
    expect(told.stdout).toContain("1 report was edited outside Git. 3 workbooks are as last applied.");
    // A report is pulled with its workbook, and nothing else needs to be.
    expect(told.stdout.replaceAll(/\s+/g, " ")).toContain("keep the edit: `boardwright pull orders`");
    await ok("pull", "orders");
    await ok("drift");
  });

  it("fails where something could not be compared, and for a format that it does not have", async () => {
    const { run, rewrite } = await open();
    const config = { reportId: { $report: "nowhere" } };
    const broken = { id: "c", type: "CHART", position: [0, 0, 1, 1], config };
    rewrite({ workbooks: { ...FILES.workbooks, returns: { dashboard: { widgets: [broken] } } } });
    expect((await run("drift")).code).toBe(1);
    expect((await run("drift", "--format", "html")).code).toBe(64);
  });
});

async function open(files: object = FILES) {
  const world = await openWorld({
    files: { "boardwright.yaml": PROJECT, "dashboards/all.yaml": stringify(files) },
    applied: true,
  });
  return { ...world, rewrite: world.declare };
}

function edit(sandbox: Sandbox, slug: string, index: number, change: (position: JsonObject) => void): void {
  sandbox.edit(slug, (workbook) => {
    const widgets = workbook.dashboardDraft?.widgets as JsonObject[];
    change(widgets[index]?.position as JsonObject);
  });
}

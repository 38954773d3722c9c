import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { openWorld } from "../support/world.ts";

const TEMPLATE = `workbooks:
  sales-\${row.key}: # one for each region
    each: { $include: ../regions.yaml }
    name: Sales \${row.title}
    dashboard:
      widgets:
        - id: revenue
          $include: ../shared/figure.yaml
          with: { title: "\${row.title}", member: orders.revenue }
        - { id: chart, type: CHART, position: [6, 0, 6, 4], config: { reportId: { $report: "revenue-\${row.key}" } } }
reports:
  revenue-\${row.key}:
    each: { $include: ../regions.yaml }
    query: { measures: [orders.revenue], limit: "\${row.limit}" }
`;
const PLAIN = `workbooks:
  plain:
    name: Plain
    dashboard:
      widgets:
        - id: revenue
          $include: ../shared/figure.yaml
          with: { title: Mine, member: orders.revenue } # given
`;
const FILES = {
  "boardwright.yaml":
    "version: 1\nproject: acme\ntargets:\n  test: { url: https://platform.test, deployment: 1 }\n",
  "dashboards/sales.yaml": TEMPLATE,
  "dashboards/plain.yaml": PLAIN,
  "regions.yaml":
    "- { key: north, title: North, limit: 5 }\n- { key: south, title: South, limit: 7, override: { name: South! } }\n",
  "shared/figure.yaml":
    'params: { title: string, member: string }\ntype: FILTER\nposition: [0, 0, 6, 4]\nconfig: { title: "${param.title}", member: "${param.member}" }\n',
};

async function open() {
  const world = await openWorld({ files: FILES, applied: true });
  const retitle = (slug: string, title: string) =>
    world.inUi(slug, ([first]) => void Object.assign(first.config, { title }));
  return { ...world, retitle };
}

describe("many from one", () => {
  it("is applied, and then there is nothing to do, also from the cache and in its format", async () => {
    const { run, ok } = await open();
    for (const args of [["plan"], ["plan"], ["plan", "--no-cache"]]) {
      await ok(...args, "--detailed-exitcode");
    }
    const listed = JSON.parse((await run("plan", "--json")).stdout);
    expect(listed.summary).toMatchObject({ create: 0, update: 0, unchanged: 3 });
    await ok("fmt");
    await ok("plan", "--detailed-exitcode");
  });

  it("takes a live edit into `with`, and of a row's dashboard into the row", async () => {
    const { run, ok, read, retitle } = await open();
    retitle("plain", "Ours");
    retitle("sales-north", "Cold");
    const pulled = await ok("pull", "--all");
    expect(read("dashboards/plain.yaml")).toBe(PLAIN.replace("title: Mine", "title: Ours"));
    for (const file of ["dashboards/sales.yaml", "shared/figure.yaml"] as const)
      expect(read(file)).toBe(FILES[file]);
    expect(read("regions.yaml")).toContain(
      "override: { dashboard: { widgets: { revenue: { config: { title: Cold } } } } }",
    );
    expect(pulled.stdout + pulled.stderr).toContain("Taken into the `override` of the row north");
    expect((await run("plan", "--detailed-exitcode", "--json")).stdout).toContain('"update": 0');
  });

  it("takes a live edit that all rows share into the template, and says so", async () => {
    const { run, ok, read, retitle } = await open();
    for (const slug of ["sales-north", "sales-south"]) retitle(slug, "Cold");
    const pulled = await ok("pull");
    expect(pulled.stdout + pulled.stderr).toContain("for all 2 rows");
    expect(read("regions.yaml")).toBe(FILES["regions.yaml"]);
    expect((await run("plan", "--detailed-exitcode", "--json")).stdout).toContain('"update": 0');
  });

  it("is found by what it names, and renamed where that is written", async () => {
    const { run, ok, read } = await open();
    const uses = JSON.parse((await run("uses", "orders.revenue", "--json")).stdout);
    const text = JSON.stringify(uses);
    for (const slug of ["plain", "sales-north", "sales-south"]) expect(text).toContain(slug);
    expect(text).toContain("dashboards/plain.yaml");
    await ok("rename", "member", "orders.revenue", "orders.net");
    expect(read("dashboards/plain.yaml")).toBe(PLAIN.replace("orders.revenue", "orders.net"));
    expect(read("dashboards/sales.yaml")).toBe(TEMPLATE.replaceAll("orders.revenue", "orders.net"));
    expect(read("shared/figure.yaml")).toBe(FILES["shared/figure.yaml"]);
    const row = await run("rename", "workbook", "sales-north", "sales-cold");
    expect(row.code).toBe(1);
    expect(read("dashboards/sales.yaml")).toContain("sales-${row.key}");
  });

  it("changes no other row by a new one", async () => {
    const { run, write } = await open();
    write("regions.yaml", `- { key: west, title: West, limit: 1 }\n${FILES["regions.yaml"]}`);
    const planned = JSON.parse((await run("plan", "--json")).stdout);
    expect(planned.changes.map(({ key, slug, action }: JsonObject) => [key ?? slug, action])).toEqual([
      ["revenue-west", "create"],
      ["sales-west", "create"],
    ]);
    const [report, workbook] = planned.changes;
    expect([report.template, report.row]).toEqual(["revenue-${row.key}", "west"]);
    expect([workbook.template, workbook.row]).toEqual(["sales-${row.key}", "west"]);
    expect(report.drawnBy).toMatchObject([{ key: "sales-west", template: "sales-${row.key}", row: "west" }]);
  });
});

// What other commands say of templates: uses and test show them once, rename refuses a row and says what to do, shards and the inventory have each row.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { serveData } from "../query-tests/data-api.ts";
import { readJson, runTest, writeProject } from "../query-tests/place.ts";
import { openTemplate, rowsText, templateText } from "./template-place.ts";

const FILES = { "dashboards/sales.yaml": templateText(), "regions.yaml": rowsText(8) };

describe("a template", () => {
  it("is one line of `uses` with its rows, each of which is in the JSON", async () => {
    const { run } = await openTemplate(rowsText(8));
    const { stdout } = await run("uses", "orders.revenue");
    const rows = "(8 rows: r01, r02, r03, r04, r05 and 3 more)";
    expect(stdout.match(/^orders\.revenue .*$/gm)).toEqual([
      `orders.revenue  sales-\${row.key} ${rows}  Revenue  revenue-\${row.key}  dashboards/sales.yaml:14`,
    ]);
    expect(stdout).toContain("1 member, used by 8 dashboards.");
    expect((await run("uses", "orders.revenue", "--format", "mermaid")).stdout.split("\n")).toHaveLength(7);
    const { members } = JSON.parse((await run("uses", "orders.revenue", "--json")).stdout);
    expect(members[0].uses).toHaveLength(8);
    expect(members[0].uses[7]).toMatchObject({
      dashboard: { slug: "sales-r08", template: "sales-${row.key}", row: "r08" },
      report: { key: "revenue-r08", template: "revenue-${row.key}", row: "r08" },
    });
  });

  it("is one failure of `test`, one annotation, and a test for each row in JUnit and JSON", async () => {
    const api = await serveData({ models: { main: ["orders.other"] } });
    const cwd = writeProject(FILES);
    const pretty = await runTest(api, cwd);
    expect(pretty.code).toBe(1);
    expect(pretty.stdout.match(/revenue-\$\{row\.key\} \(8 rows: r01, r02, /g)).toHaveLength(1);
    expect(pretty.stdout).toContain("Of 8 reports on production, 8 fail: 1 query");
    expect(pretty.stdout).toContain("sales-r08.");
    const github = await runTest(api, cwd, ["--format", "github"]);
    expect(github.stdout.match(/^::error /gm)).toHaveLength(1);
    const junit = await runTest(api, cwd, ["--format", "junit"]);
    expect(junit.stdout.match(/<testcase /g)).toHaveLength(8);
    const json = readJson(await runTest(api, cwd, ["--json"]));
    expect(json.reports[7]).toMatchObject({
      report: "revenue-r08",
      template: "revenue-${row.key}",
      row: "r08",
    });
  });

  it("keeps apart rows whose queries fail in different ways", async () => {
    const api = await serveData({ models: { main: ["orders.a", "orders.b"] } });
    const rows =
      "- { key: x, member: orders.a }\n- { key: y, member: orders.c }\n- { key: z, member: orders.d }\n";
    const template = templateText()
      .replace("[orders.revenue]", '["${row.member}"]')
      .replaceAll("row.title", "row.key");
    const cwd = writeProject({ "dashboards/sales.yaml": template, "regions.yaml": rows });
    const { stdout } = await runTest(api, cwd);
    expect(stdout).toMatch(/The query of revenue-y fails/);
    expect(stdout).toMatch(/The query of revenue-z fails/);
  });

  it("has rows that `rename` does not write, and whose live workbooks a key and `was` rename", async () => {
    const { run, ok, read, write } = await openTemplate(rowsText(3));
    await ok("apply", "--yes");
    const refused = await run("rename", "workbook", "sales-r02", "sales-cold");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      "the row `r02` of `sales-${row.key}` at dashboards/sales.yaml:2 declares it",
    );
    expect(refused.stderr).toContain("`override: { was: sales-r02 }`");
    const report = await run("rename", "report", "revenue-r02", "revenue-cold");
    expect([report.code, report.stderr]).toEqual([1, expect.stringContaining("the row `r02` of `revenue-")]);
    expect(read("dashboards/sales.yaml")).toBe(templateText());
    const rows = rowsText(3).replace("{ key: r02,", "{ key: cold, override: { was: sales-r02 },");
    write("regions.yaml", rows);
    const { changes } = JSON.parse((await run("plan", "--json")).stdout) as { changes: JsonObject[] };
    expect(changes.find(({ key }) => key === "sales-cold")).toMatchObject({ was: "sales-r02", row: "cold" });
  });

  it("has rows in several shards, which together are all of them", async () => {
    const { run } = await openTemplate(rowsText(12));
    const shards = await Promise.all(
      ["1/3", "2/3", "3/3"].map(async (shard) => {
        const { changes } = JSON.parse((await run("plan", "--shard", shard, "--json")).stdout);
        return (changes as JsonObject[]).filter(({ kind }) => kind === "workbook").map(({ row }) => row);
      }),
    );
    expect(shards.every((rows) => rows.length > 0 && rows.length < 12)).toBe(true);
    expect(shards.flat().sort()).toEqual(
      Array.from({ length: 12 }, (_, at) => `r${String(at + 1).padStart(2, "0")}`),
    );
    const pretty = (await run("plan", "--shard", "1/3")).stdout;
    expect(pretty).toContain(`sales-\${row.key}: ${shards[0]?.length} new dashboards`);
  });

  it("has rows that drift and the inventory name one by one", async () => {
    const { run, ok, retitle } = await openTemplate(rowsText(3));
    await ok("apply", "--yes");
    retitle("sales-r02", "Mine");
    retitle("sales-r03", "Mine");
    const drift = await run("drift");
    expect([drift.code, drift.stdout.match(/^ {2}! sales-r0[23] /gm)?.length]).toEqual([2, 2]);
    const listed = await run("workbooks", "list");
    expect(listed.stdout.match(/ managed +acme +Sales Region r\d+ .* dashboards\/sales\.yaml/g)).toHaveLength(
      3,
    );
  });
});

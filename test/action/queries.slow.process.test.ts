// The command `test` of the Action: after preview-up on the same branch, its section beside others, annotations at the queries.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { board, chart, openPlace } from "./place.ts";
import { pullRequest } from "./runner.ts";

const view = (measure: string) => [
  { name: "orders", measures: [{ name: `orders.${measure}` }], dimensions: [{ name: "orders.status" }] },
];
const SEED = {
  branches: [{ name: "main" }, { name: "feature" }],
  cubes: view("revenue"),
  models: { feature: view("net") },
} as never;
const REPORTS = stringify({
  reports: {
    revenue: { name: "Revenue", workbook: "revenue", query: { measures: ["orders.revenue"] } },
    status: { name: "Status", workbook: "status", query: { dimensions: ["orders.status"] } },
  },
});
const draws = (key: string) => chart("a", { reportId: { $report: key } });

const open = (more: object = {}) =>
  openPlace({
    workbooks: { revenue: board("Revenue", draws("revenue")), status: board("Status", draws("status")) },
    files: { "dashboards/reports.yaml": REPORTS },
    sandbox: { seed: SEED, ...more },
  });

describe("test in the Action", () => {
  it("says what fails on the branch that a preview turned on: comment, annotation, outputs", async () => {
    const place = await open();
    const inputs = { branch: "feature" };
    await place.run("plan", pullRequest(5));
    const off = await place.run("test", pullRequest(5), { inputs });
    expect([off.outputs["exit-code"], off.log.includes("is off")]).toEqual(["1", true]);
    const status = { branch: "feature", only: "status" };
    await place.run("preview-up", pullRequest(5), { inputs: status });

    const step = await place.run("test", pullRequest(5), { inputs });
    expect(step.outputs, step.log).toMatchObject({ "exit-code": "1", errors: "1", changes: "false" });
    expect(place.comments(5)).toHaveLength(1);
    const section = place.sections(5).get("test production") ?? "";
    expect(section).toContain("of 2 reports on branch feature, 1 fails, 1 is ok");
    expect(section).toContain("<code>revenue</code>");
    const marked = step.commands.filter(({ properties }) => properties.file !== undefined);
    expect(marked.map(({ name, properties }) => [name, properties.file, properties.line])).toEqual([
      ["error", "dashboards/reports.yaml", "7"],
    ]);
    expect(step.summary).toContain(
      "'orders.revenue' not found for path 'orders.revenue'".replaceAll("'", "&#39;"),
    );
  });

  it("is a word in the last line if all is well, and its section goes when it was fixed", async () => {
    const place = await open();
    await place.run("plan", pullRequest(5));
    const well = await place.run("test", pullRequest(5));
    expect(well.outputs, well.log).toMatchObject({ "exit-code": "0", errors: "0" });
    expect(place.comments(5)[0]?.body).toContain("2 queries are ok");
    const narrow = await place.run("test", pullRequest(5), { inputs: { only: "status" } });
    expect(narrow.log).toContain("Of 1 report on production, 1 is ok");
  });

  it("with `against` runs only what the pull request changes, and says what it left out", async () => {
    const place = await open();
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
        cwd: place.workspace,
        env: { PATH: process.env.PATH ?? "", HOME: "/nonexistent" },
      });
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("commit", "--quiet", "-m", "base");
    git("checkout", "--quiet", "-b", "work");
    const file = join(place.workspace, "dashboards/reports.yaml");
    const run = (inputs: Record<string, string>) =>
      place.run("test", pullRequest(5), { inputs: { against: "main", ...inputs } });
    await place.run("plan", pullRequest(5));
    const same = await run({});
    expect(same.outputs["exit-code"], same.log).toBe("0");
    expect(place.comments(5)[0]?.body).toContain("no query was run, 2 did not change");

    const changed = REPORTS.replace("orders.status", "orders.gone");
    writeFileSync(file, changed);
    const broken = await run({});
    expect(broken.outputs, broken.log).toMatchObject({ "exit-code": "1", errors: "1" });
    const section = place.sections(5).get("test production") ?? "";
    expect(section).toContain("of 1 report on production, 1 fails");
    expect(section).toContain("1 report did not change since main.");

    writeFileSync(file, REPORTS.replace("- orders.status", "- orders.status\n      limit: 5"));
    await run({});
    expect(place.comments(5)[0]?.body).toContain("1 query is ok, 1 did not change");

    const wrong = await run({ against: "origin/nope" });
    expect([wrong.outputs["exit-code"], wrong.log]).toEqual([
      "64",
      expect.stringContaining("fetch-depth: 0"),
    ]);
    expect(wrong.log).not.toContain("--against");
  });

  it("says of a failure of production that it was there before, and fails nothing", async () => {
    const place = await open({ faults: "failed-query:1" });
    await place.run("preview-up", pullRequest(5), { inputs: { branch: "feature", only: "status" } });
    const step = await place.run("test", pullRequest(5), { inputs: { branch: "feature" } });
    expect(step.outputs, step.log).toMatchObject({ "exit-code": "0", errors: "0" });
    const section = place.sections(5).get("test production") ?? "";
    expect(section).toContain("2 failed before");
    expect(section).toContain("and fails in production, too");
    expect(section).not.toContain("Dashboards with a failing query");
    expect(section.includes("🔴"), section).toBe(false);
  });

  it("says no rows as a warning, which fails nothing", async () => {
    const place = await open({ faults: "empty-query:1" });
    const step = await place.run("test", pullRequest(5));
    expect(step.outputs, step.log).toMatchObject({ "exit-code": "0", errors: "0" });
    expect(place.sections(5).get("test production")).toContain("2 have no rows");
  });

  it("of a fork checks the files, and says that no query was run", async () => {
    const place = await open();
    const fork = pullRequest(5, { fork: true });
    const step = await place.run("test", fork, { inputs: { "api-key": undefined } });
    expect(step.outputs["exit-code"], step.log).toBe("0");
    expect(step.log).toContain("no query was run");
    expect(place.sandbox.requests.filter(({ path }) => path.endsWith("/load"))).toEqual([]);
  });
});

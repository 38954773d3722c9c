// drift, apply and test at several targets: what is the same is shown once, one that fails hides no other, and the exit code is the worst.
import { describe, expect, it } from "vitest";
import { openTemplate, rowsText } from "../cli/template-place.ts";
import { serveData } from "../query-tests/data-api.ts";
import { boards, reports, runTest, writeProject } from "../query-tests/place.ts";

const TARGETS = ["north", "south", "west"];
const GONE = '  gone: { url: "http://127.0.0.1:9", deployment: 9 }\n';

async function applied() {
  const place = await openTemplate(rowsText(2), TARGETS);
  await place.ok("apply", "--target", "*", "--yes");
  const lose = () => place.write("boardwright.yaml", place.read("boardwright.yaml") + GONE);
  return { ...place, lose };
}

describe("drift at several targets", () => {
  it("shows edits at their target, and the others once", async () => {
    const { run, ok, retitle } = await applied();
    const fine = await ok("drift", "--target", "*");
    expect(fine.stdout).toContain("The same for 2 more: south, west.");
    expect(fine.stdout).not.toContain("\n\n\n");
    expect(fine.stdout).toContain("north, south, west: nothing was edited outside Git since the last apply.");
    retitle("sales-r02", "Mine");
    const edited = await run("drift", "--target", "*");
    expect(edited.code).toBe(2);
    expect(edited.stdout).not.toContain("\n\n\n");
    expect(edited.stdout.match(/^ {2}! sales-r02 /gm)).toHaveLength(1);
    expect(edited.stdout).toContain("south, west: nothing was edited");
    expect(edited.stdout).toContain("1 workbook was edited outside Git.");
    const markdown = await run("drift", "--target", "*", "--format", "markdown");
    expect(markdown.stdout.match(/^### /gm)).toHaveLength(2);
    expect(markdown.stdout).toContain("south, west&#58; nothing was edited");
  });

  it("has each in its JSON, and what failed, whose code counts", async () => {
    const { run, retitle, lose } = await applied();
    retitle("sales-r02", "Mine");
    lose();
    const { code, stdout, stderr } = await run("drift", "--target", "*", "--json");
    expect(code).toBe(1);
    expect(stderr).toContain("gone could not be compared:");
    const { plans, failed } = JSON.parse(stdout);
    expect(
      plans.map(({ target, changes }: never) => [(target as { name: string }).name, (changes as []).length]),
    ).toEqual([
      ["north", 1],
      ["south", 0],
      ["west", 0],
    ]);
    expect(failed).toMatchObject([{ target: "gone" }]);
    expect((await run("drift", "--target", "*")).stdout).toContain("gone: could not be compared.");
  });
});

describe("apply at several targets", () => {
  it("names the target whose hazards must be decided, and those with nothing to do as unchanged", async () => {
    const { run, retitle } = await applied();
    retitle("sales-r02", "Mine");
    const refused = await run("apply", "--target", "*", "--yes");
    expect(refused.code).toBe(3);
    expect(refused.stdout).toContain("`boardwright plan --target north`");
    const { summary } = JSON.parse((await run("apply", "--target", "*", "--yes", "--json")).stdout);
    expect(summary).toMatchObject({ refused: 1, unchanged: 2, "not-begun": 0 });
  });

  it("takes no plan file in waves", async () => {
    const { run, ok } = await applied();
    await ok("plan", "--target", "north", "--out", "p.json");
    const refused = await run("apply", "p.json", "--waves", "1,rest", "--yes");
    expect(refused.code).toBe(64);
    expect(refused.stderr).toContain("Leave the file out");
  });
});

describe("test at several targets", () => {
  const project = (url: string) => `version: 1
project: acme
targets:
  north: { url: "${url}", deployment: 1, vars: { member: orders.gone } }
  south: { like: north, deployment: 2 }
  fine: { like: north, deployment: 3, vars: { member: orders.revenue } }
  gone: { url: "${url}", deployment: 4 }
`;

  it("shows what is wrong once, and how each ended", async () => {
    const api = await serveData({ models: { main: ["orders.revenue"] } });
    const files = {
      "dashboards/boards.yaml": boards({ sales: ["figure"] }),
      "dashboards/reports.yaml": reports({ figure: { measures: ["${var.member}"] } }),
    };
    const cwd = writeProject(files, project(api.url));
    const three = ["--target", "north", "--target", "south", "--target", "fine"];
    const pretty = await runTest(api, cwd, three);
    expect(pretty.code, pretty.stderr).toBe(1);
    expect(pretty.stdout.match(/The query of figure fails on production/g)).toHaveLength(1);
    expect(pretty.stdout).toContain("The same for 1 more: south.");
    expect(pretty.stdout).toContain("north, south: of 1 report on production, 1 fails.");
    expect(pretty.stdout).toContain("fine: of 1 report on production, 1 is ok.");
    const github = await runTest(api, cwd, [...three, "--format", "github"]);
    expect(github.stdout.match(/^::error /gm)).toHaveLength(1);
    const junit = await runTest(api, cwd, [...three, "--format", "junit"]);
    expect(junit.stdout.match(/<testsuite name="boardwright test production · /g)).toHaveLength(3);
    expect(junit.stdout).toContain('<testsuites name="boardwright" tests="3" failures="2" errors="0"');
    const markdown = await runTest(api, cwd, [...three, "--format", "markdown"]);
    expect(markdown.stdout).toContain("fine&#58; of 1 report on production, 1 is ok.");
    const json = await runTest(api, cwd, [...three, "--target", "gone", "--json"]);
    expect(json.code).toBe(1);
    expect(json.stderr).toContain("gone could not be tested:");
    const { targets, failed } = JSON.parse(json.stdout);
    expect(targets.map(({ summary }: { summary: { failed: number } }) => summary.failed)).toEqual([1, 1, 0]);
    expect(failed).toMatchObject([{ target: "gone" }]);
    const fine = await runTest(api, cwd, ["--target", "fine", "--json"]);
    expect([fine.code, JSON.parse(fine.stdout).target.name]).toEqual([0, "fine"]);
  });
});

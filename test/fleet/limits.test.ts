// `targets` of a workbook or report (contract 15): elsewhere it is as if the file did not have it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFleet } from "./front.ts";

const ONLY = `workbooks:
  only: # for the second
    targets: [second, "t-00[9]"]
    name: Only
    dashboard: { title: Only, widgets: [{ id: w, type: TEXT, position: [0, 0, 1, 1], config: { markdown: x } }] }
reports:
  drawn: { name: Drawn, workbook: only, query: { measures: [orders.count] } }
`;
const GROUPS = "groups: { second: [t-002] }\n";

async function open(only = ONLY.replace(', "t-00[9]"', "")) {
  const fleet = await openFleet(2, GROUPS, { "dashboards/only.yaml": only });
  const plan = async (target: string, ...more: string[]) => {
    const ran = await fleet.ok("plan", "--target", target, "--json", ...more);
    const { changes } = JSON.parse(ran.stdout) as {
      changes: { kind: string; key: string; action: string }[];
    };
    return changes.map(({ kind, key, action }) => `${kind} ${key} ${action}`);
  };
  return { ...fleet, plan, file: join(fleet.cwd, "dashboards/only.yaml") };
}

describe("targets of a workbook", () => {
  it("declare it and its reports there alone, warm as cold, and an apply leaves nothing to do", async () => {
    const { ok, plan } = await open();
    for (const _ of ["cold", "warm"]) {
      expect(await plan("t-001")).toEqual(["workbook a create", "workbook b create"]);
      expect(await plan("t-002")).toEqual(
        [
          ...["workbook a create", "workbook b create", "workbook only create", "report drawn create"].sort(),
        ].sort(),
      );
    }
    await ok("apply", "--target", "t-*", "--yes");
    expect(await plan("t-001")).toEqual([]);
    expect(await plan("t-002")).toEqual([]);
    await ok("lint", "--max-warnings", "99");
  });

  it("orphan what is live elsewhere, and delete it with --prune alone", async () => {
    const { plan, ok, file, sandbox } = await open();
    await ok("apply", "--target", "t-002", "--yes");
    writeFileSync(file, readFileSync(file, "utf8").replace("[second]", "[t-001]"));
    expect(await plan("t-002")).toContain("workbook only orphaned");
    await ok("apply", "--target", "t-002", "--yes");
    expect(sandbox.workbook("only", 2)?.name).toBe("Only");
    expect(await plan("t-002", "--prune")).toContain("workbook only delete");
  });

  it("stay in the file when an edit is pulled", async () => {
    const { ok, plan, file } = await open();
    await ok("apply", "--target", "t-002", "--yes");
    const path = "/api/v1/deployments/2/workbooks/by-slug/only";
    await ok("api", "PUT", path, "-d", '{"name":"Edited"}', "--target", "t-002");
    // A pull of a target that it is not declared for leaves it alone.
    await ok("pull", "--all", "--target", "t-001");
    const before = readFileSync(file, "utf8");
    await ok("pull", "--target", "t-002");
    expect(readFileSync(file, "utf8")).toBe(before.replace("name: Only", "name: Edited"));
    expect((await plan("t-002")).filter((line) => !line.endsWith("stamp"))).toEqual([]);
  });

  it("are findings where they mean nothing", async () => {
    const { run } = await open(ONLY.replace("[second,", "[secnd,"));
    const ran = await run("lint", "--json");
    expect(ran.code).toBe(1);
    const { diagnostics } = JSON.parse(ran.stdout) as {
      diagnostics: { rule: string; line: number; column: number; message: string }[];
    };
    expect(diagnostics.filter(({ rule }) => rule === "unknown-target")).toMatchObject([
      { line: 3, column: 15, message: "The project has no target or group `secnd`. Did you mean `second`?" },
      { line: 3, column: 22 },
    ]);
    const empty = await open(ONLY.replace(/\[second.*/, "[]"));
    expect((await empty.run("lint")).stdout).toContain("not an empty one");
  });

  it("name a report that is declared elsewhere as that", async () => {
    const { run } = await open(
      `${ONLY.replace('[second, "t-00[9]"]', "[second]").replace("type: TEXT", "type: CHART").replace("{ markdown: x }", "{ reportId: { $report: drawn } }").replace("workbook: only,", "workbook: only, targets: [t-001],")}`,
    );
    const ran = await run("plan", "--target", "t-002");
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("drawn");
  });
});

describe("targets of a row", () => {
  const rows = (each: string) =>
    `workbooks:\n  "r-\${row.key}": { each: ${each}, name: R, dashboard: { title: R } }\n`;

  it("declare it there alone, from YAML and from CSV, and leave the other rows everywhere", async () => {
    for (const each of [
      "[{ key: x, targets: [second] }, { key: y }, { key: z, targets: [t-001, second] }]",
      "{ $include: ../rows.csv }",
    ]) {
      const { plan, cwd } = await open(rows(each));
      writeFileSync(join(cwd, "rows.csv"), "key,targets\nx,second\ny,\nz,t-*\n");
      const own = async (target: string) => (await plan(target)).filter((line) => line.includes(" r-"));
      expect(await own("t-001")).toEqual(["workbook r-y create", "workbook r-z create"]);
      expect(await own("t-002")).toEqual([
        "workbook r-x create",
        "workbook r-y create",
        "workbook r-z create",
      ]);
    }
  });

  it("are findings if they mean no target or are no list", async () => {
    for (const [targets, rule] of [
      ["[nowhere]", "unknown-target"],
      ["5", "wrong-type"],
      ["[]", ""],
    ]) {
      const { run } = await open(rows(`[{ key: x, targets: ${targets} }]`));
      const lint = await run("lint");
      expect(lint.code, lint.stdout).toBe(1);
      expect(lint.stdout).toContain(rule);
      expect(lint.stdout).toContain("row");
    }
  });
});

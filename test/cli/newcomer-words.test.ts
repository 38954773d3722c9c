// What somebody meets who tries things for the first time: each refusal says what to do next, and doing it works.

import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { suggest } from "../../src/model/index.ts";
import { LINT_FORMATS } from "../../src/report/index.ts";
import { tempFolder } from "../support/temp.ts";
import { boardOf, openWorld } from "../support/world.ts";
import { projectFile, run, standBy, WORKBOOK } from "./server.ts";

const LOCAL = projectFile("sandbox:s.json", 1);
const local = (files: Record<string, string> = {}) =>
  tempFolder({ "boardwright.yaml": LOCAL, "dashboards/a.yaml": WORKBOOK, ...files });

describe("a project file", () => {
  it("of another name is named, and read once it has the name", async () => {
    const cwd = tempFolder({ "boardwright.yml": LOCAL, "dashboards/a.yaml": WORKBOOK });
    const { code, stderr } = await run(cwd, ["lint"]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("boardwright.yml is not read: rename it to boardwright.yaml."),
    ]);
    renameSync(join(cwd, "boardwright.yml"), join(cwd, "boardwright.yaml"));
    expect((await run(cwd, ["lint"])).code).toBe(0);
    expect((await run(tempFolder({}), ["lint"])).stderr).not.toContain("rename it");
  });

  it("is asked for where --config names its folder", async () => {
    const cwd = tempFolder({ "in/boardwright.yaml": LOCAL, "in/dashboards/a.yaml": WORKBOOK });
    const refused = await run(cwd, ["lint", "--config", "in"]);
    expect([refused.code, refused.stderr]).toEqual([
      64,
      "error: --config names a folder: in\n  Name the project file in it: --config in/boardwright.yaml\n",
    ]);
    expect((await run(cwd, ["lint", "--config", "in/boardwright.yaml"])).code).toBe(0);
  });

  it("with errors lists them as they stand in it", async () => {
    const apply = "apply: { allow: [foo], concurrency: 0, limits: { change: 150% } }\n";
    const { stdout } = await run(local({ "boardwright.yaml": LOCAL + apply }), ["lint", "--json"]);
    const columns = JSON.parse(stdout).diagnostics.map(({ column }: { column: number }) => column);
    expect(columns).toEqual([18, 37, 58]);
  });

  it.each(Object.keys(LINT_FORMATS).filter((name) => name !== "pretty"))(
    "with errors is a whole report as %s",
    async (format) => {
      const cwd = local({ "boardwright.yaml": `${LOCAL}targts: {}\n` });
      const { code, stdout, stderr } = await run(cwd, ["lint", "--format", format]);
      expect(code).toBe(1);
      expect(stdout).toContain("unknown-field");
      expect(stdout).toContain("boardwright.yaml");
      expect(stderr).toContain("Did you mean `targets`?");
      if (format === "json") expect(JSON.parse(stdout).summary).toEqual({ errors: 1, warnings: 0, files: 1 });
    },
  );
});

describe("a slip", () => {
  it("of a name of one letter suggests no other: every letter would be near", () => {
    expect(suggest("c", ["a", "b"])).toBeUndefined();
    expect(suggest("A", ["a"])).toBe("a");
    expect(suggest("ab", ["a"])).toBe("a");
  });

  it("of --only lists the slugs, one or many", async () => {
    const { stderr } = await run(local(), ["plan", "--only", "zzz*"]);
    expect(stderr).toContain("Slugs here: `revenue`.");
  });

  it.each([
    ["rowHeight", '"40"', "Write it without quotes."],
    ["rowHeight", '"4,0"', undefined],
    ["rowHeight", "[40]", undefined],
  ])("of a type in %s: %s says how it is written", async (key, value, help) => {
    const text = `workbooks: { a: { dashboard: { layout: { ${key}: ${value} }, widgets: [] } } }\n`;
    const { stdout } = await run(local({ "dashboards/a.yaml": text }), ["lint", "--json"]);
    expect(JSON.parse(stdout).diagnostics[0]).toMatchObject({ rule: "wrong-type", ...(help && { help }) });
    expect(JSON.parse(stdout).diagnostics[0].help).toBe(help);
  });

  it("of a name that is a number says that it goes in quotes", async () => {
    const text = "workbooks: { a: { name: 2026 } }\n";
    const { stdout } = await run(local({ "dashboards/a.yaml": text }), ["lint", "--json"]);
    expect(JSON.parse(stdout).diagnostics[0].help).toBe("Put it in quotes.");
  });
});

describe("apply with what is no plan file", () => {
  it.each(["dashboards/a.yaml", "dashboards"])("%s: names the way to apply a part", async (path) => {
    const { code, stderr } = await run(local(), ["apply", path, "--yes"]);
    expect(code).not.toBe(0);
    expect(stderr).toContain("name their slugs: `boardwright apply SLUG`.");
  });

  it("takes slugs, as many as are named, and no other workbook", async () => {
    const workbooks = "workbooks: { x: { name: X }, y: { name: Y }, z: { name: Z } }\n";
    const cwd = local({ "dashboards/b.yaml": workbooks });
    const { code, stdout } = await run(cwd, ["apply", "x", "z", "--yes", "--json"]);
    const { results } = JSON.parse(stdout);
    expect([code, results.map(({ key }: { key: string }) => key)]).toEqual([0, ["x", "z"]]);
    const wrong = await run(cwd, ["apply", "nothing", "--yes"]);
    expect([wrong.code, wrong.stderr]).toEqual([64, expect.stringContaining("nothing")]);
    expect((await run(cwd, ["apply", "x", "plan.json"])).code).toBe(64);
  });

  it("says nothing of it for a file that is named like a plan", async () => {
    expect((await run(local(), ["apply", "plan.json", "--yes"])).stderr).not.toContain("--only");
  });

  it("repeats the deployment for which the plan was not", async () => {
    const cwd = local();
    expect((await run(cwd, ["plan", "--out", "plan.json"])).code).toBe(0);
    const { code, stderr } = await run(cwd, ["apply", "plan.json", "--yes", "--deployment", "3"]);
    expect(code).toBe(3);
    expect(stderr).toContain("boardwright plan --target live --deployment 3 --out FILE");
  });
});

describe("an answer of the platform", () => {
  it("that is a page for everything doubts the address, and says where it is from", async () => {
    const page = await standBy((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Welcome</title>"),
    );
    onTestFinished(() => page.close());
    const cwd = local({ "boardwright.yaml": projectFile(page.url) });
    const { stderr } = await run(cwd, ["plan"]);
    expect(stderr).toContain("there is no such operation at this address");
    expect(stderr).toContain(`check that ${new URL(page.url).host} is the platform.`);
    expect(stderr).toContain("The `url` of the target live sets this address: boardwright.yaml:4.");
  });

  it("that deployment 9 does not exist names the command that lists those that do", async () => {
    const cwd = local();
    const { stderr } = await run(cwd, ["plan", "--deployment", "9"]);
    const [, command = ""] = /`boardwright ([^`]+)` shows those that it sees/.exec(stderr) ?? [];
    const listed = await run(cwd, command.split(" "));
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringMatching(/^1 /m)]);
  });

  it.each([
    [["workbooks", "get"], "workbooks list"],
    [["reports", "get"], "reports list"],
    [["reports", "get", "x"], "reports list"],
  ])("%j: an id that is missing or wrong names the list", async (args, list) => {
    const cwd = local();
    const { code, stderr } = await run(cwd, args);
    expect([code, stderr]).toEqual([64, expect.stringContaining(`\`boardwright ${list}\` lists them.`)]);
    expect((await run(cwd, list.split(" "))).code).toBe(0);
  });
});

describe("many alike", () => {
  it("in a plan are named without their kind, which the line above them says", async () => {
    const reports = Array.from({ length: 25 }, (_, index) => [
      `r${index}`,
      { name: `R ${index}`, query: {} },
    ]);
    const { run, declare } = await openWorld({
      workbooks: { board: boardOf("Board", "One") },
      applied: true,
    });
    declare(({ reports: declared }) => Object.assign(declared, Object.fromEntries(reports)));
    const { stdout } = await run("plan");
    expect(stdout).toContain("25 new reports");
    expect(stdout).not.toMatch(/report r\d+/);
  });

  it("without a stamp are told in the plural", async () => {
    const board = (slug: string) => `  ${slug}: { name: ${slug} }\n`;
    const files = { "dashboards/a.yaml": `workbooks:\n${board("a")}${board("b")}` };
    const { stdout } = await run(local(files), ["drift"]);
    expect(stdout).toContain("`boardwright apply` applies them; with --strict, drift exits 2 for them.");
    const one = await run(local(), ["drift"]);
    expect(one.stdout).toContain("`boardwright apply` applies it; with --strict, drift exits 2 for it.");
  });
});

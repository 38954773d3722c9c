// pull --all --find-templates: dashboards that are alike, offered as one template and written only if somebody says so.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Seed } from "../../src/sandbox/index.ts";
import { openWorld } from "../support/world.ts";

const REGIONS = ["North", "South", "East", "West"];

function workbook(region: string, index: number): JsonObject {
  const texts = Array.from("abcdef", (id, row) => ({
    ...{ id, type: "TEXT", position: { x: 0, y: 4 + 2 * row, w: 12, h: 2 } },
    // A long text gets a file of its own.
    config: { markdown: id === "f" ? `Of ${region}\n`.repeat(9) : `What ${id} says` },
  }));
  const config = { title: "Region", member: "orders.region", defaultValue: region };
  const filter = { id: "region", type: "FILTER", position: { x: 0, y: 0, w: 4, h: 2 }, config };
  const chart = {
    id: "chart",
    type: "CHART",
    position: { x: 4, y: 0, w: 8, h: 4 },
    config: { reportId: 50 + index },
  };
  return {
    ...{ id: 100 + index, slug: `sales-${region.toLowerCase()}`, name: `Sales ${region}` },
    dashboardDraft: { kind: "CLASSIC", title: `Sales ${region}`, widgets: [filter, chart, ...texts] },
  };
}

const SEED = {
  workbooks: [...REGIONS.map(workbook), { id: 9, slug: "other", name: "Other" }],
  reports: REGIONS.map((region, index) => ({
    ...{ id: 50 + index, workbookId: 100 + index, name: "Revenue", publicId: `c4GYoIbttl${index}4` },
    jsonQuery: JSON.stringify({
      filters: [{ member: "orders.region", operator: "equals", values: [region] }],
    }),
  })),
};

async function open() {
  const world = await openWorld({ files: {}, sandbox: { seed: SEED as unknown as Seed } });
  const find = (...args: string[]) => world.run("pull", "--all", "--find-templates", ...args);
  const files = () => glob.sync("dashboards/**/*.yaml", { cwd: world.cwd }).sort();
  return { ...world, find, files };
}

const FILES = ["dashboards/other.yaml", "dashboards/sales-rows.yaml", "dashboards/sales.yaml"];

describe("pull --all --find-templates", () => {
  it("shows the saving, and writes only if it is asked to", async () => {
    const { run, ok, find, files, read } = await open();
    const offered = await find();
    expect(offered.code, offered.stderr).toBe(0);
    expect(offered.stdout).toContain("template  sales-${row.key}  dashboards/sales.yaml");
    expect(offered.stdout).toContain("4 workbooks: sales-east, sales-north, sales-south, sales-west");
    expect(offered.stdout).toMatch(/rows in dashboards\/sales-rows\.yaml: key, title/);
    expect(offered.stdout).toMatch(/\d+ → \d+ lines, \d\d % less/);
    expect(offered.stdout).toContain("Nothing was written: the same command with `--yes` writes it.");
    expect(files()).toEqual([]);
    expect((await find("--yes", "--dry-run")).stdout).toContain("This was a dry run");
    expect(files()).toEqual([]);

    const written = await find("--yes");
    expect(written.code, written.stderr).toBe(0);
    expect(files()).toEqual(FILES);
    expect(read("dashboards/sales-rows.yaml")).toBe(
      [
        "# The rows of sales-${row.key}: a workbook for each.",
        ...["East", "North", "South", "West"].map((region) => {
          const id = `c4GYoIbttl${REGIONS.indexOf(region)}4`;
          return `- { key: ${region.toLowerCase()}, title: ${region}, chart-public-id: ${id} }`;
        }),
        "",
      ].join("\n"),
    );
    const template = read("dashboards/sales.yaml");
    for (const line of [
      "  sales-${row.key}:\n    each: { $include: ./sales-rows.yaml }\n    name: Sales ${row.title}\n",
      'defaultValue: "${row.title}"',
      "  sales-${row.key}-revenue:\n    each: { $include: ./sales-rows.yaml }\n",
      'values: ["${row.title}"]',
      'markdown: { $file: "./sales-${row.key}/f.md" }',
    ])
      expect(template).toContain(line);
    for (const args of [
      ["lint", "--max-warnings", "0"],
      ["fmt", "--check"],
    ]) {
      await ok(...args);
    }
    const planned = JSON.parse((await run("plan", "--json")).stdout);
    expect(planned.summary).toMatchObject({ create: 0, update: 0, publish: 0, delete: 0, stamp: 9 });
    await ok("apply", "--yes");
    await ok("plan", "--detailed-exitcode");
    expect(JSON.parse((await find("--yes", "--json")).stdout)).toMatchObject({ files: [], templates: [] });
  });

  it("folds files that are there, save those with comments and those of two workbooks", async () => {
    const { run, find, files, read, cwd } = await open();
    await run("pull", "--all");
    const commented = "dashboards/sales-west.yaml";
    writeFileSync(join(cwd, commented), `${read(commented)}# mine\n`);
    const { templates } = JSON.parse((await find("--json")).stdout);
    expect(templates).toMatchObject([
      { workbooks: ["sales-east", "sales-north", "sales-south"], overrides: 0 },
    ]);
    expect(existsSync(join(cwd, "dashboards/sales.yaml"))).toBe(false);
    const before = JSON.parse((await run("plan", "--json")).stdout);
    const written = await find("--yes");
    expect(written.code, written.stderr).toBe(0);
    expect(files()).toEqual([...FILES, commented].sort());
    const after = JSON.parse((await run("plan", "--json")).stdout);
    expect(after.summary).toEqual(before.summary);

    const next = "dashboards/sales-north.yaml";
    writeFileSync(join(cwd, next), "workbooks: { a: { name: A }, b: { name: B } }\n");
    expect(JSON.parse((await find("--json")).stdout).templates).toEqual([]);
  });

  it("asks for what it needs", async () => {
    const { run } = await open();
    expect(await run("pull", "--find-templates")).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("`boardwright pull --all --find-templates`"),
    });
    expect((await run("pull", "--yes")).code).toBe(64);
  });
});

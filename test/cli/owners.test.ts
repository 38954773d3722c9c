// Owners through the command: what a workbook says, and what CODEOWNERS has, in plans, drift, uses and the inventory; and nowhere on the platform.
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse, stringify } from "yaml";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = `version: 1
project: acme
targets:
  test: { url: https://platform.test, deployment: 1 }
`;
const chart = (config: object) => ({ id: "w", type: "CHART", position: [0, 0, 4, 4], config });
const workbook = (title: string, more: object = {}) => ({
  name: title,
  ...more,
  dashboard: { title, widgets: [chart({ title, query: { measures: ["orders.count"] } })] },
});
const FILES = {
  "dashboards/finance/revenue.yaml": {
    workbooks: { revenue: workbook("Revenue", { owner: ["@acme/finance", "ana@acme.example"] }) },
    reports: { "by-month": { workbook: "revenue", query: { measures: ["orders.count"] } } },
  },
  "dashboards/finance/cost.yaml": { workbooks: { cost: workbook("Cost") } },
  "dashboards/churn.yaml": {
    workbooks: { churn: workbook("Churn") },
    reports: { churned: { workbook: "churn", query: { measures: ["orders.count"] } } },
  },
  "dashboards/old.yaml": { workbooks: { old: workbook("Old", { owner: [] }) } },
};
const CODEOWNERS = "* @acme/all\n/data/dashboards/finance/ @acme/controlling # not of others\n";

async function open() {
  const sandbox = await createSandbox({ seed: { deployments: [{ id: 1, name: "acme" }] } as never });
  onTestFinished(() => sandbox.close());
  const root = tempFolder({ "data/boardwright.yaml": PROJECT, ".github/CODEOWNERS": CODEOWNERS });
  mkdirSync(join(root, ".git"));
  const cwd = join(root, "data");
  const write = (path: string, value: unknown) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof value === "string" ? value : stringify(value));
  };
  for (const [path, value] of Object.entries(FILES)) write(`data/${path}`, value);
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const run = (...args: string[]) => boardwright(args, { cwd, env });
  const json = async (...args: string[]) => JSON.parse((await run(...args, "--json")).stdout);
  return { sandbox, root, run, json, write };
}

interface Owned {
  key: string;
  owners?: string[];
}

const ownersOf = ({ changes }: { changes: Owned[] }) =>
  Object.fromEntries(changes.map(({ key, owners }) => [key, owners]));

const FINANCE = ["@acme/finance", "ana@acme.example"];

describe("owners", () => {
  it("are those that a workbook says, also for its reports, else those of CODEOWNERS; and are no part of what is applied", async () => {
    const { sandbox, run, json, write } = await open();
    const plan = await json("plan");
    expect(ownersOf(plan)).toEqual({
      revenue: FINANCE,
      "by-month": FINANCE,
      cost: ["@acme/controlling"],
      churn: ["@acme/all"],
      churned: ["@acme/all"],
      old: undefined,
    });
    const markdown = (await run("plan", "--format", "markdown")).stdout;
    // One for each owner, nobody, and the findings.
    expect(markdown.match(/^#### .*$/gm)).toHaveLength(5);
    expect(markdown).not.toMatch(/@\w/);

    expect((await run("apply", "--yes")).code).toBe(0);
    expect(JSON.stringify(sandbox.workbook("revenue"))).not.toMatch(/finance|owner"/);
    write("data/dashboards/finance/revenue.yaml", {
      ...FILES["dashboards/finance/revenue.yaml"],
      workbooks: { revenue: workbook("Revenue", { owner: "somebody-else" }) },
    });
    write("CODEOWNERS", "* @nobody-reads-the-second-one");
    const again = await json("plan");
    expect(again.changes).toEqual([]);
    expect((await run("plan")).stdout).toContain("Nothing to do");
    // From the files that were loaded before, and that are loaded from the cache.
    write("data/dashboards/churn.yaml", {
      workbooks: { churn: workbook("Churn!", { owner: "team-churn" }) },
    });
    for (let round = 0; round < 2; round += 1)
      expect(ownersOf(await json("plan"))).toMatchObject({ churn: ["team-churn"] });
  });

  it("do not change what was reviewed", async () => {
    const { json, write } = await open();
    const before = await json("plan");
    write(".github/CODEOWNERS", "");
    write("data/dashboards/finance/revenue.yaml", {
      ...FILES["dashboards/finance/revenue.yaml"],
      workbooks: { revenue: workbook("Revenue") },
    });
    const after = await json("plan");
    expect(ownersOf(after)).toEqual(Object.fromEntries(Object.keys(ownersOf(before)).map((key) => [key])));
    const bare = ({ changes }: { changes: object[] }) =>
      changes.map((change) => ({ ...change, owners: undefined, source: undefined, drawnBy: undefined }));
    expect(bare(after)).toEqual(bare(before));
  });

  it("are named with what drifted", async () => {
    const { sandbox, run, json } = await open();
    await run("apply", "--yes");
    for (const slug of ["revenue", "churn"]) {
      const body = JSON.stringify({ meta: { dashboardDraft: { title: "Edited", widgets: [] } } });
      const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
      const url = `${sandbox.url}/api/v1/deployments/1/workbooks/by-slug/${slug}`;
      expect((await fetch(url, { method: "PUT", headers, body })).ok).toBe(true);
    }
    expect(ownersOf(await json("drift"))).toEqual({ revenue: FINANCE, churn: ["@acme/all"] });
    const { stdout } = await run("drift");
    expect(stdout).toMatch(/revenue .*\n {6}owner @acme\/finance, ana@acme\.example\n/);
    expect(stdout).toMatch(/churn .*\n {6}owner @acme\/all\n/);
  });

  it("are beside dashboards in `uses` and in the inventory", async () => {
    const { run, json } = await open();
    await run("apply", "--yes");
    const rows = (await run("uses", "orders.count")).stdout.split("\n");
    expect(rows[0]).toMatch(/^MEMBER +DASHBOARD +OWNER +WIDGET +REPORT +FILE$/);
    expect(rows.find((row) => row.includes("(revenue)"))).toMatch(/@acme\/finance, ana@acme\.example/);
    const { members } = await json("uses", "orders.count");
    const used = members[0].uses.flatMap(
      ({ dashboard }: { dashboard: { slug: string; owners: string[] } | null }) =>
        dashboard ? [[dashboard.slug, dashboard.owners]] : [],
    );
    const all = { churn: ["@acme/all"], cost: ["@acme/controlling"], old: [], revenue: FINANCE };
    expect(Object.fromEntries(used)).toEqual(all);
    const { exposures } = parse((await run("uses", "--all", "--format", "dbt")).stdout);
    expect(exposures.map(({ owner }: { owner: object }) => owner)).toEqual([
      { name: "@acme/all" },
      { name: "@acme/controlling" },
      { name: "acme" },
      { name: "@acme/finance, ana@acme.example", email: "ana@acme.example" },
    ]);

    const listed = await json("workbooks", "list");
    expect(
      Object.fromEntries(
        listed.map((one: { slug: string; inventory: Owned }) => [one.slug, one.inventory.owners]),
      ),
    ).toEqual(all);
    expect((await run("workbooks", "list")).stdout).toMatch(/FILE +OWNED BY +UPDATED\n/);
  });

  it("are refused in a wrong form, and nowhere but on a workbook", async () => {
    const { run, write } = await open();
    write(
      "data/dashboards/old.yaml",
      'workbooks:\n  old:\n    owner: { team: a }\n  new:\n    owner: [1, " "]\n',
    );
    write("data/dashboards/churn.yaml", "workbooks:\n  churn:\n    overrides: { test: { owner: a } }\n");
    const { code, stdout } = await run("lint", "--format", "json");
    expect(code).toBe(1);
    const found = JSON.parse(stdout).diagnostics.map(
      ({ rule, file, line }: { rule: string; file: string; line: number }) => `${rule} ${file}:${line}`,
    );
    expect(found).toEqual([
      "unknown-field dashboards/churn.yaml:3",
      "wrong-type dashboards/old.yaml:3",
      "wrong-type dashboards/old.yaml:5",
      "invalid-value dashboards/old.yaml:5",
    ]);
  });

  it("are refused if one is the text of a credential", async () => {
    const { sandbox, run, write } = await open();
    write("data/dashboards/old.yaml", { workbooks: { old: workbook("Old", { owner: sandbox.apiKey }) } });
    const { code, stdout, stderr } = await run("plan", "--json");
    expect(code).toBe(1);
    expect(stdout + stderr).not.toContain(sandbox.apiKey);
  });

  it("are not read from a CODEOWNERS that leads out of the repository", async () => {
    const { root, json } = await open();
    const outside = join(tempFolder({ elsewhere: "* @from-outside" }), "elsewhere");
    renameSync(join(root, ".github/CODEOWNERS"), join(root, ".github/kept"));
    symlinkSync(outside, join(root, ".github/CODEOWNERS"));
    expect(JSON.stringify(await json("plan"))).not.toContain("from-outside");
  });
});

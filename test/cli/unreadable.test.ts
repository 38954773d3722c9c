// A workbook that is in the list, and that its own read answers 404: each command says so, and none takes it for gone, new or empty.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { Plan } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { openProxy } from "../apply/proxy.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = `version: 1
project: acme
targets:
  test: { url: https://platform.test, deployment: 1 }
`;
const board = (markdown: string) => ({
  title: "T",
  widgets: [{ id: "a", type: "TEXT", position: { x: 0, y: 0, w: 6, h: 4 }, config: { markdown } }],
});
const files = (markdown = "hi") => ({
  workbooks: {
    sales: { name: "Sales", dashboard: board(markdown) },
    ops: { name: "Ops", dashboard: board(markdown) },
  },
});
const WHERE = /sales is in the platform's list, and reading workbook \d+ alone is answered 404/;

/** Both applied; from then on the platform finds `sales` in no read of its own. */
async function open() {
  const sandbox = await createSandbox({ quirks: "lists-without-meta" });
  onTestFinished(() => sandbox.close());
  let isHidden = false;
  const url = await openProxy(sandbox.url, async ({ method, path }, forward) => {
    const isIt = path.endsWith(`/workbooks/${sandbox.workbook("sales")?.id}`);
    if (isHidden && method === "GET" && isIt) return { status: 404, body: { error: "Workbook not found" } };
    return forward();
  });
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/all.yaml": stringify(files()) });
  const env = { PLATFORM_API_URL: url, PLATFORM_API_KEY: sandbox.apiKey };
  const run = (...args: string[]) => boardwright(args, { cwd, env });
  expect((await run("apply", "--yes")).code).toBe(0);
  isHidden = true;
  const text = () => readFileSync(join(cwd, "dashboards/all.yaml"), "utf8");
  return {
    sandbox,
    cwd,
    run,
    text,
    declare: (all: object) => writeFileSync(join(cwd, "dashboards/all.yaml"), stringify(all)),
  };
}

describe("a workbook that is listed, and that no read finds", () => {
  it("is an error of a plan, with the others planned", async () => {
    const { run, declare } = await open();
    declare(files("two"));
    const ran = await run("plan", "--json");
    expect(ran.code).toBe(1);
    const { changes, diagnostics } = JSON.parse(ran.stdout) as Plan;
    expect(changes.map(({ key, action }) => `${action} ${key}`)).toEqual(["update ops"]);
    expect(diagnostics).toMatchObject([
      { rule: "unreadable", severity: "error", slug: "sales", message: expect.stringMatching(WHERE) },
    ]);
  });

  it("is left alone by an apply, which does the rest", async () => {
    const { run, declare, sandbox } = await open();
    declare(files("two"));
    const ran = await run("apply", "--yes");
    expect(ran.code).toBe(1);
    expect(ran.stdout + ran.stderr).toMatch(/sales is in the platform's list/);
    expect(sandbox.workbook("ops")?.dashboardDraft).toMatchObject(board("two"));
    expect(sandbox.workbook("sales")?.dashboardDraft).toMatchObject(board("hi"));
  });

  it("is no clean drift", async () => {
    const { run } = await open();
    const ran = await run("drift");
    expect(ran.code).toBe(1);
    expect(ran.stdout.replace(/\s+/g, " ")).toMatch(WHERE);
  });

  it.each(["--theirs", "--ours"])("stays in the files when live is pulled %s", async (how) => {
    const { run, text } = await open();
    const before = text();
    const ran = await run("pull", "--all", how);
    expect(text()).toBe(before);
    expect((ran.stdout + ran.stderr).replace(/\s+/g, " ")).toMatch(WHERE);
  });

  it("is not deleted by --prune, nor said to be", async () => {
    const { run, declare, sandbox } = await open();
    declare({ workbooks: { ops: files().workbooks.ops } });
    const ran = await run("apply", "--prune", "--yes", "--allow", "delete,adopt");
    expect(ran.stdout).not.toContain("1 deleted");
    expect((ran.stdout + ran.stderr).replace(/\s+/g, " ")).toContain("could not be checked");
    expect(sandbox.workbook("sales")).toBeDefined();
  });

  it("is an error of a rollback, which does the rest", async () => {
    const { run, sandbox, cwd } = await open();
    const [name = ""] = readdirSync(join(cwd, ".boardwright/backups"));
    const ran = await run("rollback", name, "--yes", "--allow", "delete,adopt,drift");
    expect(ran.code).toBe(1);
    expect((ran.stdout + ran.stderr).replace(/\s+/g, " ")).toMatch(WHERE);
    expect([sandbox.workbook("sales"), sandbox.workbook("ops")]).toEqual([expect.anything(), undefined]);
  });

  it("is unknown in the inventory", async () => {
    const { run } = await open();
    const { stdout, code } = await run("workbooks", "list");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/unknown.*sales|sales.*unknown/)]);
  });

  it("does not stop a preview of the others", async () => {
    const { run } = await open();
    const ran = await run("preview", "list");
    expect(ran.code).toBe(0);
  });
});

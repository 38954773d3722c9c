// A workbook that is in the list, and that its own read answers 404 or 403: each command says so, and none takes it for gone, new or empty.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { Plan } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { openProxy } from "../support/proxy.ts";
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
const STATUSES = [404, 403] as const;
const where = (status: number) =>
  new RegExp(`sales is in the platform's list, and reading workbook \\d+ alone is answered ${status}`);

/** Both applied; from then on the platform shows `sales` in no read of its own. */
async function open(status: number) {
  const sandbox = await createSandbox({ quirks: "lists-without-meta" });
  onTestFinished(() => sandbox.close());
  let isHidden = false;
  const url = await openProxy(sandbox.url, async ({ method, path }, forward) => {
    const isIt = path.endsWith(`/workbooks/${sandbox.workbook("sales")?.id}`);
    if (isHidden && method === "GET" && isIt) return { status, body: { error: "no" } };
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
    show: (isShown: boolean) => {
      isHidden = !isShown;
    },
    declare: (all: object) => writeFileSync(join(cwd, "dashboards/all.yaml"), stringify(all)),
  };
}

describe.each(STATUSES)("a workbook that is listed, and whose own read is answered %s", (status) => {
  const WHERE = where(status);
  it("is an error of a plan, with the others planned", async () => {
    const { run, declare } = await open(status);
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
    const { run, declare, sandbox } = await open(status);
    declare(files("two"));
    const ran = await run("apply", "--yes");
    expect(ran.code).toBe(1);
    expect(ran.stdout + ran.stderr).toMatch(WHERE);
    expect(sandbox.workbook("ops")?.dashboardDraft).toMatchObject(board("two"));
    expect(sandbox.workbook("sales")?.dashboardDraft).toMatchObject(board("hi"));
  });

  it("is no clean drift", async () => {
    const { run } = await open(status);
    const ran = await run("drift");
    expect(ran.code).toBe(1);
    expect(ran.stdout.replace(/\s+/g, " ")).toMatch(WHERE);
  });

  it.each(["--theirs", "--ours"])("stays in the files when live is pulled %s", async (how) => {
    const { run, text } = await open(status);
    const before = text();
    const ran = await run("pull", "--all", how);
    expect(text()).toBe(before);
    expect((ran.stdout + ran.stderr).replace(/\s+/g, " ")).toMatch(WHERE);
  });

  it("is not deleted by --prune, nor said to be", async () => {
    const { run, declare, sandbox } = await open(status);
    declare({ workbooks: { ops: files().workbooks.ops } });
    const ran = await run("apply", "--prune", "--yes", "--allow", "delete,adopt");
    expect(ran.stdout).not.toContain("1 deleted");
    expect((ran.stdout + ran.stderr).replace(/\s+/g, " ")).toContain("could not be checked");
    expect(sandbox.workbook("sales")).toBeDefined();
  });

  it("is an error of a rollback, which does the rest", async () => {
    const { run, sandbox, cwd } = await open(status);
    const [name = ""] = readdirSync(join(cwd, ".boardwright/backups"));
    const ran = await run("rollback", name, "--yes", "--allow", "delete,adopt,drift");
    expect(ran.code).toBe(1);
    expect((ran.stdout + ran.stderr).replace(/\s+/g, " ")).toMatch(
      status === 403 ? /refused to read workbook \d+ \(403\)/ : WHERE,
    );
    expect([sandbox.workbook("sales"), sandbox.workbook("ops")]).toEqual([expect.anything(), undefined]);
  });

  it("is unknown in the inventory", async () => {
    const { run } = await open(status);
    const { stdout, code } = await run("workbooks", "list");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/unknown.*sales|sales.*unknown/)]);
  });

  it("does not stop a saved plan of both, of which the other is applied", async () => {
    const { run, declare, sandbox, show } = await open(status);
    show(true);
    declare(files("two"));
    expect((await run("plan", "--out", "plan.json")).code).toBe(0);
    show(false);
    const ran = await run("apply", "plan.json", "--yes");
    expect([ran.code, ran.stdout]).toEqual([
      1,
      expect.stringMatching(/Applied 1 of 2 .* 1 updated\. 1 failed/),
    ]);
    expect(sandbox.workbook("ops")?.dashboardDraft).toMatchObject(board("two"));
    expect(sandbox.workbook("sales")?.dashboardDraft).toMatchObject(board("hi"));
    show(true);
    expect((await run("apply", "plan.json", "--yes")).code).toBe(0);
    expect(JSON.parse((await run("plan", "--json")).stdout).changes).toEqual([]);
  });

  it("does not stop a preview of the others", async () => {
    const { run } = await open(status);
    const ran = await run("preview", "list");
    expect(ran.code).toBe(0);
  });
});

describe("a platform that refuses more than one workbook", () => {
  it.each([
    [401, "/workbooks/"],
    [403, "/workbooks"],
  ])("still stops a plan: %s on …%s", async (status, end) => {
    const sandbox = await createSandbox({ quirks: "lists-without-meta" });
    onTestFinished(() => sandbox.close());
    let isRefusing = false;
    const url = await openProxy(sandbox.url, async ({ method, path }, forward) =>
      isRefusing && method === "GET" && path.replace(/\d+$/, "").endsWith(end)
        ? { status, body: { error: "no" } }
        : forward(),
    );
    const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/all.yaml": stringify(files()) });
    const env = { PLATFORM_API_URL: url, PLATFORM_API_KEY: sandbox.apiKey };
    expect((await boardwright(["apply", "--yes"], { cwd, env })).code).toBe(0);
    isRefusing = true;
    const ran = await boardwright(["plan", "--json"], { cwd, env });
    expect([ran.code, Object.keys(JSON.parse(ran.stdout))]).toEqual([1, ["error"]]);
    expect(ran.stdout).toContain(`(${status})`);
  });
});

// A deletion is never a guess: where nobody can say whose a dashboard is, or what it draws, the reports that it may draw stay.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { isObject, type JsonObject, type Plan } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { openProxy } from "../support/proxy.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = `version: 1
project: acme
targets:
  test: { url: https://platform.test, deployment: 1 }
`;
const chart = (reportId: unknown) => ({
  title: "T",
  widgets: [{ id: "c", type: "CHART", position: { x: 0, y: 0, w: 6, h: 4 }, config: { reportId } }],
});
const KEPT = { workbooks: { ops: { name: "Ops", dashboard: { title: "Ops" } } } };
const FILES = {
  workbooks: {
    ...KEPT.workbooks,
    sales: { name: "Sales", dashboard: chart({ $report: "ra" }) },
    home: { name: "Home", dashboard: { title: "Home" } },
  },
  reports: { ra: { name: "RA", workbook: "home", query: { measures: ["a.b"] } } },
};

/** All is applied; then only `ops` is declared, and the read of `slug` by itself is answered so. */
async function open(slug: string, { status = 403, lists = (item: JsonObject): JsonObject => item } = {}) {
  const sandbox = await createSandbox({ quirks: "lists-without-meta" });
  onTestFinished(() => sandbox.close());
  let isRefusing = false;
  const url = await openProxy(sandbox.url, async ({ method, path }, forward) => {
    const isIt = path.endsWith(`/workbooks/${sandbox.workbook(slug)?.id}`);
    if (isRefusing && method === "GET" && isIt) return { status, body: { error: "no" } };
    const answer = await forward();
    if (method !== "GET" || !path.endsWith("/workbooks") || !("body" in answer)) return answer;
    if (!isObject(answer.body)) return answer;
    const items = (answer.body.items as JsonObject[]).map(lists);
    return { ...answer, body: { ...answer.body, items } as JsonObject };
  });
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/all.yaml": stringify(FILES) });
  const env = { PLATFORM_API_URL: url, PLATFORM_API_KEY: sandbox.apiKey };
  const run = (...args: string[]) => boardwright(args, { cwd, env });
  const declare = (files: object) => writeFileSync(join(cwd, "dashboards/all.yaml"), stringify(files));
  const ran = await run("apply", "--yes");
  expect(ran.code, ran.stdout).toBe(0);
  declare(KEPT);
  isRefusing = true;
  const plan = async () => JSON.parse((await run("plan", "--prune", "--json")).stdout) as Plan;
  const allow = () => {
    isRefusing = false;
  };
  const refuse = () => {
    isRefusing = true;
  };
  return { sandbox, run, plan, declare, allow, refuse };
}

const actions = ({ changes }: Plan) => changes.map(({ action, key }) => `${action} ${key}`).sort();
const PRUNE = ["apply", "--prune", "--yes", "--allow", "delete,adopt"];

const withoutBoards = ({
  dashboardDraft: _,
  dashboardPublished: __,
  publishedDashboard: ___,
  ...rest
}: JsonObject) => rest;

describe("a report that is drawn by a dashboard whose owner is unknown", () => {
  it.each([403, 404])("is kept by --prune, with its workbook, and the plan says why (%s)", async (status) => {
    const { plan, run, sandbox, allow } = await open("sales", { status });
    const made = await plan();
    expect(actions(made)).toEqual(["orphaned home", "orphaned ra"]);
    const why = made.diagnostics.filter(({ rule }) => rule === "prune-unseen");
    expect(why.map(({ message }) => message)).toEqual([
      "home is kept: sales draws reports of it, and nobody knows whose sales is",
    ]);
    expect(made.diagnostics.map(({ rule }) => rule)).toContain("prune-needed");
    const ran = await run(...PRUNE);
    expect([ran.code, ran.stdout]).toEqual([0, expect.not.stringContaining("not managed by this project")]);
    expect(sandbox.workbook("home")).toBeDefined();
    // As soon as it can be read, all goes.
    allow();
    expect(actions(await plan())).toEqual(["delete home", "delete ra", "delete sales"]);
    expect((await run(...PRUNE)).code).toBe(0);
    expect((await plan()).changes).toEqual([]);
  });

  it("is kept where it belongs to a workbook that stays", async () => {
    const { plan, declare, run, allow, refuse } = await open("sales");
    allow();
    declare({ ...FILES, reports: { ra: { ...FILES.reports.ra, workbook: "ops" } } });
    expect((await run("apply", "--yes")).code).toBe(0);
    declare(KEPT);
    expect(actions(await plan())).toEqual(["delete home", "delete ra", "delete sales"]);
    refuse();
    const { changes, diagnostics } = await plan();
    expect(actions({ changes } as Plan)).toEqual(["delete home", "orphaned ra"]);
    expect(diagnostics.find(({ rule }) => rule === "prune-unseen")?.message).toBe(
      "the report ra is kept: sales draws it, and nobody knows whose sales is",
    );
  });

  it("is kept where the list does not show what the dashboard draws", async () => {
    const { plan } = await open("sales", { lists: withoutBoards });
    const { diagnostics, changes } = await plan();
    expect(changes.map(({ action }) => action)).toEqual(["orphaned", "orphaned"]);
    expect(diagnostics.find(({ rule }) => rule === "prune-unseen")?.message).toBe(
      "home is kept: sales may draw reports of it, and its dashboard could not be read",
    );
  });

  it("is kept where a file declares the dashboard, of which nobody knows what it draws today", async () => {
    const { plan, declare } = await open("sales", { lists: withoutBoards });
    declare({ workbooks: { ...KEPT.workbooks, sales: { name: "Sales", dashboard: { title: "New" } } } });
    const { diagnostics, changes } = await plan();
    expect(changes.map(({ action, key }) => `${action} ${key}`)).toEqual(["orphaned ra", "orphaned home"]);
    const rules = diagnostics.map(({ rule }) => rule).filter((rule) => rule !== "empty-dashboard");
    expect(rules.sort()).toEqual(["prune-needed", "prune-unseen", "unreadable"]);
  });
});

describe("a report that no dashboard of unknown owners draws", () => {
  it("goes", async () => {
    const { plan } = await open("ops");
    // `ops` is declared, cannot be read, and draws nothing that the list shows.
    expect(actions(await plan())).toEqual(["delete home", "delete ra", "delete sales"]);
  });
});

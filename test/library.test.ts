// The library against a real sandbox: every function that it exports, through the one file that callers import.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import * as library from "../src/index.ts";
import { createSandbox, type Sandbox } from "../src/sandbox/index.ts";
import { tempFolder } from "./support/temp.ts";

const FILE = "dashboards/all.yaml";
const board = (measure: string) => ({
  widgets: [{ id: "a", type: "CHART", position: [0, 0, 6, 4], config: { query: { measures: [measure] } } }],
});
const declare = (name: string) =>
  stringify({ workbooks: { sales: { name, dashboard: board("orders.count") } } });

interface Place {
  project: library.Project;
  sandbox: Sandbox;
  cwd: string;
  options: library.TargetOptions;
  file(): string;
  liveName(): string | undefined;
}

/** A project with one workbook, applied. */
async function openPlace(): Promise<Place> {
  const view = { name: "orders", type: "view", measures: [{ name: "orders.count", type: "number" }] };
  const sandbox = await createSandbox({
    seed: { branches: [{ name: "main" }, { name: "feature" }], cubes: [view] },
  });
  onTestFinished(() => sandbox.close());
  const yaml = `version: 1\nproject: acme\ntargets:\n  test: { url: "${sandbox.url}", deployment: 1 }\n`;
  const cwd = tempFolder({ "boardwright.yaml": yaml, [FILE]: declare("Sales") });
  const project = await library.loadProject({ cwd });
  const options = { token: sandbox.apiKey, env: {}, cwd };
  await library.apply(project, await library.plan(project, options), options);
  return {
    project,
    sandbox,
    cwd,
    options,
    file: () => readFileSync(join(cwd, FILE), "utf8"),
    liveName: () => sandbox.workbook("sales")?.name ?? undefined,
  };
}

const rename = ({ sandbox }: Place, name: string) =>
  sandbox.edit("sales", (workbook) => {
    workbook.name = name;
  });
const actions = ({ changes }: library.Plan) => changes.map(({ key, action }) => `${action} ${key}`);

describe("the library", () => {
  it("finds what uses a member, and what a branch of the model changes for it", async () => {
    const { project, sandbox, options } = await openPlace();
    const { members, missing } = await library.uses(project, { ...options, members: ["orders", "stock"] });
    expect(members.map(({ member, uses }) => [member, uses[0]?.dashboard?.slug, uses[0]?.places])).toEqual([
      ["orders.count", "sales", [{ file: FILE, line: 16, column: 19 }]],
    ]);
    expect(missing).toEqual([{ asked: "stock", near: [] }]);
    await fetch(`${sandbox.url}/build/api/v1/deployments/1/branches/staging-environment`, {
      method: "PUT",
      headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ enabled: true, branchName: "feature" }),
    });
    const compared = await library.compareModels(project, { ...options, branch: "feature" });
    expect([compared.to, compared.differences]).toEqual(["branch feature", []]);
  });

  it("lints, and finds nothing to do after an apply", async () => {
    const { project, options } = await openPlace();
    const { summary, diagnostics } = await library.lint(project, options);
    expect([summary, diagnostics]).toEqual([{ errors: 0, warnings: 0, files: 1 }, []]);
    expect((await library.plan(project, options)).changes).toEqual([]);
    expect((await library.drift(project, options)).changes).toEqual([]);
  });

  it("shows as drift what was edited live, without what an apply would send", async () => {
    const place = await openPlace();
    rename(place, "Edited");
    const { changes } = await library.drift(place.project, place.options);
    expect(changes).toMatchObject([{ key: "sales", fields: [{ path: "name", after: "Sales" }] }]);
    expect(changes[0]).not.toHaveProperty("request");
    for (const only of [["!sales"], ["sa*", "!sales"]])
      expect((await library.drift(place.project, { ...place.options, only })).changes).toEqual([]);
  });

  it("tells how far an apply is, refuses a hazard, and needs a word for it", async () => {
    const place = await openPlace();
    rename(place, "Edited");
    const planned = await library.plan(place.project, place.options);
    const refused = library.apply(place.project, planned, place.options);
    await expect(refused).rejects.toMatchObject({ name: "UserError", exitCode: 3 });
    const ofAnother = library.apply(place.project, planned, { ...place.options, allow: ["drift:order-*"] });
    await expect(ofAnother).rejects.toMatchObject({ exitCode: 3 });
    const seen: library.ApplyProgress[] = [];
    const { results, run } = await library.apply(place.project, planned, {
      ...place.options,
      allow: ["drift:sa*"],
      onProgress: (progress) => seen.push(progress),
    });
    expect(results).toMatchObject([{ key: "sales", status: "applied" }]);
    expect(run).toMatch(/^\d/);
    expect(seen).toEqual([
      { done: 0, total: 1, current: "sales" },
      { done: 1, total: 1 },
    ]);
  });

  it("applies what it plans for a rename and for the rows of a template", async () => {
    const place = await openPlace();
    const row = "{ each: [{ key: eu, owner: a }], name: R, owner: '@team', dashboard: {} }";
    const renamed = declare("Sales").replace("  sales:\n", "  revenue:\n    was: sales\n");
    writeFileSync(join(place.cwd, FILE), `${renamed}  sales-${"${row.key}"}: ${row}\n`);
    const planned = await library.plan(place.project, place.options);
    expect(planned.changes).toMatchObject([
      { action: "rename", key: "revenue", was: "sales" },
      { action: "create", key: "sales-eu", template: "sales-${row.key}" },
    ]);
    const { results } = await library.apply(place.project, planned, place.options);
    expect(results.map(({ key, status }) => [key, status])).toEqual([
      ["revenue", "applied"],
      ["sales-eu", "applied"],
    ]);
  });

  it("refuses an empty BOARDWRIGHT_POLICY, also for a project that was read without it", async () => {
    const { project, sandbox, cwd, options } = await openPlace();
    const env = { BOARDWRIGHT_POLICY: "" };
    await expect(library.loadProject({ cwd, env })).rejects.toThrow("the policy");
    const before = sandbox.requests.length;
    await expect(library.plan(project, { ...options, env })).rejects.toThrow("without BOARDWRIGHT_POLICY");
    expect(sandbox.requests).toHaveLength(before);
  });

  it("ends reading by a signal, before anything is written", async () => {
    const { project, options, sandbox } = await openPlace();
    sandbox.requests.length = 0;
    const signal = AbortSignal.abort();
    await expect(library.plan(project, { ...options, signal })).rejects.toMatchObject({ exitCode: 130 });
    expect(sandbox.requests).toEqual([]);
  });

  it("pulls: what would be written, and writes it only if asked", async () => {
    const place = await openPlace();
    const { project, options } = place;
    rename(place, "Edited");
    const proposed = await library.pull(project, options);
    expect(proposed).toMatchObject({ pulled: [{ action: "edited", key: "sales" }], files: [FILE] });
    expect(proposed.texts[FILE]).toBe(place.file().replace("name: Sales", "name: Edited"));
    expect(place.file()).toBe(declare("Sales"));
    const { texts } = await library.pull(project, { ...options, write: true });
    expect(place.file()).toBe(texts[FILE]);
    expect((await library.drift(project, options)).changes).toEqual([]);
  });

  it("pulls new files for what no file declares, into the folder that is named", async () => {
    const { project, options, sandbox, cwd } = await openPlace();
    sandbox.reset();
    await fetch(`${sandbox.url}/api/v1/deployments/1/workbooks/by-slug/made`, {
      method: "PUT",
      headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Made in the UI" }),
    });
    const pulled = await library.pull(project, {
      ...options,
      slugs: ["made"],
      into: "dashboards/new",
      write: true,
    });
    expect(pulled.files).toEqual(["dashboards/new/made.yaml", "schemas/workbooks.schema.json"]);
    expect(existsSync(join(cwd, "dashboards/new/made.yaml"))).toBe(true);
  });

  it("puts a run back, and shows before what that does", async () => {
    const place = await openPlace();
    const { project, options } = place;
    rename(place, "Edited");
    const allow = ["drift"] as const;
    await library.apply(project, await library.plan(project, options), { ...options, allow });
    expect(place.liveName()).toBe("Sales");
    const [run, first] = await library.listRuns(project);
    expect(first?.record.changes).toMatchObject([{ action: "create", key: "sales" }]);
    const name = run?.name ?? "";
    expect(actions(await library.planRollback(project, name, options))).toEqual(["update sales"]);
    expect(place.liveName()).toBe("Sales");
    const { results } = await library.rollback(project, name, options);
    expect(results).toMatchObject([{ key: "sales", status: "applied" }]);
    expect(place.liveName()).toBe("Edited");
    expect((await library.listRuns(project))[0]?.record.undoes).toBe(name);
  });

  it("tests the queries of dashboards, and keeps nothing of their rows", async () => {
    const { project, options, sandbox, cwd } = await openPlace();
    const drawn = { widgets: [{ ...board("").widgets[0], config: { reportId: { $report: "r" } } }] };
    const query = { measures: ["orders.count"] };
    const files = {
      workbooks: { sales: { dashboard: drawn } },
      reports: { r: { name: "R", workbook: "sales", query } },
    };
    writeFileSync(join(cwd, FILE), stringify(files));
    const test = await library.test(project, options);
    expect(test).toMatchObject({
      of: "production",
      tested: [{ report: "r", slugs: ["sales"], verdict: "ok", span: { file: FILE, line: 19 } }],
      queries: 1,
    });
    const sent = sandbox.requests.filter(({ path }) => path.endsWith("/load"));
    expect(sent.map(({ body }) => body)).toEqual([{ query: { ...query, limit: 1 } }]);
    const none = await library
      .test(project, { ...options, only: ["sales"], branch: "feature" })
      .catch((e) => e);
    expect(none.message).toBe("the staging environment of branch feature is off");
    const stop = AbortSignal.abort();
    await expect(library.test(project, { ...options, signal: stop })).rejects.toMatchObject({
      exitCode: 130,
    });
  });

  it("puts up, lists and takes down a preview", async () => {
    const { project, options, sandbox, cwd } = await openPlace();
    const changed = tempFolder({
      "boardwright.yaml": readFileSync(join(cwd, "boardwright.yaml"), "utf8"),
      [FILE]: declare("Sales, renamed").replace("[0, 0, 6, 4]", "[0, 0, 8, 4]"),
    });
    const work = await library.loadProject({ cwd: changed });
    const where = { ...options, cwd: changed };
    const up = await library.previewUp(work, { ...where, branch: "feature", name: "pr-1" });
    expect(up).toMatchObject({ workbooks: [{ slug: "sales--pr-1", of: "sales" }], complete: true });
    expect(up).not.toHaveProperty("text");
    const [listed, ...others] = await library.previewList(project, options);
    expect([listed?.name, listed?.branch, listed?.staging, others]).toEqual(["pr-1", "feature", "on", []]);
    expect(await library.previewList(project, { ...options, stale: true })).toEqual([]);
    const { previews } = await library.previewDown(project, { ...options, name: "pr-1" });
    expect(previews).toMatchObject([{ name: "pr-1", removed: ["sales--pr-1"], staging: "off" }]);
    expect(sandbox.workbook("sales--pr-1")).toBeUndefined();
  });
});

// boardwright disown: our stamp comes off what is live and in no file, and nothing else changes.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { openProxy } from "../support/proxy.ts";
import { tempFolder } from "../support/temp.ts";

const projectFile = (name: string) => `version: 1
project: ${name}
targets:
  test: { url: https://platform.test, deployment: 1 }
`;
const board = (name: string) => ({
  name,
  meta: { team: "finance" },
  dashboard: {
    title: name,
    widgets: [{ id: "a", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "ra" } } }],
  },
});
const OLD = {
  workbooks: {
    old: board("Old"),
    older: board("Older"),
    kept: { name: "Kept", dashboard: { title: "Kept", widgets: [] } },
  },
  reports: {
    ra: { name: "RA", workbook: "old", query: { measures: ["orders.count"] }, meta: { kind: "table" } },
  },
};
const NEW = { workbooks: { kept: OLD.workbooks.kept } };

describe("boardwright disown", () => {
  for (const merge of ["shallow", "deep"] as const) {
    it(`ends what plans say of an orphan, keeps all else of it, and can be said again (${merge} merging)`, async () => {
      const { run, sandbox, reports, backup } = await open({ merge });
      const before = sandbox.workbook("old");
      const [report] = await reports();
      expect((await run("plan")).stdout).toContain("3 no longer declared");
      const done = await run("disown", "old", "OLDER", "--report", "ra", "--yes");
      expect(done.code, done.stderr).toBe(0);
      expect(done.stdout).toContain("3 stamps to take off");
      expect(done.stdout).toContain("Disowned 3 of 3.");
      const after = sandbox.workbook("old");
      expect(after).toEqual({
        ...before,
        updatedAt: after?.updatedAt,
        meta: { ...before?.meta, boardwright: null },
      });
      const [free] = await reports();
      expect(free).toMatchObject({
        name: "RA",
        jsonQuery: report?.jsonQuery,
        workbookId: report?.workbookId,
      });
      expect(free?.meta).toMatchObject({ kind: "table", boardwright: null });
      expect(backup("old.json")).toMatchObject({
        id: before?.id,
        meta: { boardwright: { project: "acme" } },
      });
      expect(backup("report%3Ara.json")).toMatchObject({ publicId: report?.publicId });

      const plan = JSON.parse((await run("plan", "--json")).stdout);
      expect(plan).toMatchObject({ changes: [], summary: { orphaned: 0 } });
      sandbox.requests.length = 0;
      const again = await run("disown", "old", "older", "--report", "ra", "--yes", "--json");
      expect(again.code).toBe(0);
      expect(JSON.parse(again.stdout)).toMatchObject({
        summary: { disowned: 0, unchanged: 3, failed: 0 },
        unchanged: ["old", "older", "report ra"],
      });
      expect(sandbox.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    });
  }

  it("names the reports that still carry the stamp, and leaves the run among those that are listed", async () => {
    const { run } = await open();
    const done = await run("disown", "old", "--yes");
    expect(done.stdout).toContain("1 report of these workbooks still carries the stamp: report ra.");
    expect(done.stdout).toContain("`boardwright disown --report ra`");
    const { runs, others } = JSON.parse((await run("rollback", "--json")).stdout);
    expect(runs[0].summary).toMatchObject({ stamped: 1, updated: 0 });
    expect(others).toEqual([]);
  });

  it("refuses what is declared, another project's, a preview's or of nobody known; exit 3, and nothing is written", async () => {
    const { run, sandbox, other, stampAs, write } = await open();
    await other("theirs");
    await stampAs("by-hand", { preview: { name: "pr-1", branch: "b", wasOn: false } });
    await stampAs("broken", { project: 7 });
    sandbox.requests.length = 0;
    const refused = await run("disown", "kept", "theirs", "by-hand", "broken", "old", "--yes");
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("kept: dashboards/all.yaml declares it");
    expect(refused.stderr).toContain('theirs: it is managed by another project, "other"');
    expect(refused.stderr).toContain("boardwright preview down --name pr-1");
    expect(refused.stderr).toContain("broken: its stamp is damaged");
    write(OLD);
    expect((await run("disown", "--report", "ra", "--yes")).code).toBe(3);
    expect(sandbox.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(sandbox.workbook("old")?.meta.boardwright).toBeTruthy();
  });

  it("takes off a stamp of ours that is damaged, and one that came with a copy", async () => {
    const { run, sandbox, stampAs } = await open();
    await stampAs("by-hand", { digest: 7 });
    await stampAs("broken", { of: "1/kept" });
    expect((await run("disown", "by-hand", "broken", "--yes")).code).toBe(0);
    for (const slug of ["by-hand", "broken"]) expect(sandbox.workbook(slug)?.meta.boardwright).toBeNull();
  });

  it("asks, and is wrong usage where nothing is named or nobody can be asked", async () => {
    const { run } = await open();
    expect((await run("disown", "old")).code).toBe(64);
    expect((await run("disown", "--yes")).code).toBe(64);
    const slip = await run("disown", "odl", "--yes");
    expect(slip.code).toBe(1);
    expect(slip.stderr).toContain('there is no live workbook "odl". Did you mean `old`?');
    const near = await run("disown", "--report", "rb", "--yes");
    expect(near.stderr).toContain("Did you mean `ra`?");
  });

  it("says so if the platform keeps the stamp, and if two workbooks have the slug", async () => {
    // In front of a platform that takes every write and leaves `meta` as it is.
    const keeping = await open();
    const url = await openProxy(keeping.sandbox.url, ({ method }, forward) =>
      forward(method === "PUT" ? {} : undefined),
    );
    const ended = await keeping.at(url)("disown", "old", "--yes", "--json");
    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout).results).toMatchObject([
      { key: "old", status: "failed", error: { code: "did-not-converge" } },
    ]);

    const { run, sandbox } = await open({ quirks: "duplicate-slugs" });
    sandbox.edit("by-hand", (workbook) => {
      workbook.slug = "older";
    });
    const twins = await run("disown", "older", "--yes");
    expect(twins.code).toBe(3);
    expect(twins.stderr).toContain("2 live workbooks have this slug");
  });

  it("does not make a workbook that was deleted in the meantime, and tells of the one that it could not help to make", async () => {
    let remove = async () => {};
    const { run, del, sandbox } = await open({
      async betweenDecisionAndApply(slug) {
        if (slug === "older") await remove();
      },
    });
    let done = false;
    remove = async () => {
      if (done) return;
      done = true;
      await del("older");
    };
    const ended = await run("disown", "older", "--yes", "--json");
    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout).results).toMatchObject([{ key: "older", status: "stale" }]);
    expect(sandbox.workbook("older")).toBeUndefined();
  });

  it("says so if the write made an empty workbook after all", async () => {
    const { sandbox, at } = await open();
    const empty = {
      id: 999,
      dashboardDraft: null,
      dashboardPublished: null,
      publishedDashboard: null,
      meta: {},
    };
    const url = await openProxy(sandbox.url, async ({ method }, forward) => {
      const answer = await forward();
      return method === "PUT" && "body" in answer
        ? { ...answer, body: { ...(answer.body as object), ...empty } }
        : answer;
    });
    const ended = await at(url)("disown", "older", "--yes", "--json");
    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout).results).toMatchObject([
      { status: "failed", error: { code: "recreated" } },
    ]);
  });

  it("writes nothing where no backup can be made", async () => {
    const { run, sandbox, cwd } = await open();
    writeFileSync(join(cwd, "file"), "");
    const config = readFileSync(join(cwd, "boardwright.yaml"), "utf8");
    writeFileSync(join(cwd, "boardwright.yaml"), `${config}apply: { backups: file/backups }\n`);
    const ended = await run("disown", "old", "--yes", "--json");
    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout).results).toMatchObject([{ error: { code: "backup-failed" } }]);
    expect(sandbox.workbook("old")?.meta.boardwright).toBeTruthy();
  });
});

async function open(options: SandboxOptions = {}) {
  const seed = {
    deployments: [{ id: 1, name: "acme" }],
    workbooks: [
      { id: 11, deploymentId: 1, slug: "by-hand", name: "By hand" },
      { id: 12, deploymentId: 1, slug: "broken", name: "Broken" },
    ],
  };
  const sandbox = await createSandbox({ seed: seed as never, ...options });
  onTestFinished(() => sandbox.close());
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const place = (name: string, files: object) =>
    tempFolder({ "boardwright.yaml": projectFile(name), "dashboards/all.yaml": stringify(files) });
  const cwd = place("acme", OLD);
  const at =
    (url: string) =>
    (...args: string[]) =>
      boardwright(args, { cwd, env: { ...env, PLATFORM_API_URL: url } });
  const run = at(sandbox.url);
  const write = (files: object) => writeFileSync(join(cwd, "dashboards/all.yaml"), stringify(files));
  const applied = await run("apply", "--yes");
  expect(applied.code, applied.stdout + applied.stderr).toBe(0);
  write(NEW);
  const api = `${sandbox.url}/api/v1/deployments/1`;
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
  const send = async (method: string, path: string, body?: object) =>
    (await fetch(`${api}/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json();
  return {
    cwd,
    run,
    at,
    sandbox,
    write,
    del: (slug: string) => send("DELETE", `workbooks/${sandbox.workbook(slug)?.id}`),
    async reports() {
      const { items } = (await send("GET", "reports")) as { items: { id: number }[] };
      return Promise.all(items.map(({ id }) => send("GET", `reports/${id}`))) as Promise<
        Record<string, unknown>[]
      >;
    },
    /** A file of the newest run. */
    backup(name: string) {
      const folder = join(cwd, ".boardwright/backups");
      const newest = readdirSync(folder).sort().at(-1) ?? "";
      return JSON.parse(readFileSync(join(folder, newest, name), "utf8"));
    },
    async other(slug: string) {
      const cwd = place("other", { workbooks: { [slug]: { name: slug, dashboard: { widgets: [] } } } });
      expect((await boardwright(["apply", "--yes"], { cwd, env })).code).toBe(0);
    },
    stampAs: (slug: string, more: object) => {
      const stamp = { v: 2, project: "acme", of: `1/${slug}`, digest: "sha256:0", base: "", ...more };
      return send("PUT", `workbooks/by-slug/${slug}`, { meta: { boardwright: stamp } });
    },
  };
}

import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { pickUp } from "../../src/apply/index.ts";
import { type Change, isObject, type JsonObject, type Plan } from "../../src/model/index.ts";
import { board, openWorld, outcomes, type WorldOptions } from "../support/world.ts";

const chart = (report: string): JsonObject => ({
  id: "c",
  type: "CHART",
  position: [0, 0, 6, 4],
  config: { reportId: { $report: report } },
});
const drawn = (title: string) => ({
  workbooks: {
    a: { name: title, folder: "Team", publish: true, dashboard: board(title, { widgets: [chart("r")] }) },
    b: { name: title, dashboard: board(title) },
  },
  reports: { r: { name: title, workbook: "a", query: { measures: ["orders.count"] } } },
});

async function open(files: object = drawn("One"), more: Partial<WorldOptions> = {}) {
  const world = await openWorld({ files: { "dashboards/all.yaml": stringify(files) }, ...more });
  const { platform, sandbox, context, write } = world;
  const pick = async (plan: Plan) => pickUp(plan, { ...(await context()), platform, declaredFolders: {} });
  const reportOf = async (publicId = "") => {
    for await (const page of platform.listReports(1)) {
      const found = page.find((report) => report.publicId === publicId);
      if (found) return found;
    }
    throw new Error(`no report ${publicId}`);
  };
  return {
    ...world,
    pick,
    reportOf,
    rewrite: (next: object) => write("dashboards/all.yaml", stringify(next)),
    reasons: async (plan: Plan) => (await pick(plan)).moved.map(({ reason }) => reason),
    remove: (slug: string) => platform.deleteWorkbook(1, sandbox.workbook(slug)?.id ?? 0),
    edit: (slug: string) =>
      sandbox.edit(slug, (workbook) => {
        workbook.name = "By hand";
      }),
  };
}
const only = (plan: Plan, ...kinds: Change["kind"][]): Plan => ({
  ...plan,
  changes: plan.changes.filter(({ kind }) => kinds.includes(kind)),
});

describe("a plan of which nothing was done", () => {
  it.each([
    ["of creations", false],
    ["of updates", true],
  ])("stays as it is: %s", async (_, isThere) => {
    const { plan, deploy, pick, rewrite, writes } = await open();
    if (isThere) await deploy();
    if (isThere) rewrite(drawn("Two"));
    const made = await plan();
    const before = writes().length;
    expect(await pick(made)).toEqual({ plan: made, moved: [] });
    expect(writes()).toHaveLength(before);
  });

  it("goes on with what no list shows and the plan found by its id", async () => {
    let isHidden = false;
    const { plan, deploy, apply, pick, rewrite, remove, reasons } = await open(drawn("One"), {
      proxy: async ({ method, path }, forward) => {
        const answer = await forward();
        const isList = method === "GET" && /\/(workbooks|reports)$/.test(path.split("?")[0] ?? "");
        if (!isHidden || !isList || !("body" in answer) || !isObject(answer.body)) return answer;
        return { ...answer, body: { ...answer.body, items: [] } };
      },
    });
    await deploy();
    rewrite(drawn("Two"));
    const made = await plan();
    isHidden = true;
    expect((await pick(made)).moved).toEqual([]);
    await remove("b");
    expect(await reasons(made)).toEqual([expect.stringMatching(/^b: the workbook \d+ is gone/)]);
    isHidden = false;
    expect(outcomes(await apply(made))).toContain("a applied");
  });

  it("asks for no more than it writes", async () => {
    const { plan, deploy, pick, rewrite, sandbox } = await open();
    await deploy();
    rewrite({ workbooks: drawn("Two").workbooks, reports: drawn("One").reports });
    const made = await plan();
    const lists = async (some: Plan) => {
      sandbox.requests.length = 0;
      await pick(some);
      return sandbox.requests.map(({ path }) => path.split("?")[0]?.split("/").at(-1));
    };
    expect(await lists(only(made, "workbook"))).toEqual(["workbooks"]);
    expect(await lists(only(made, "folder"))).toEqual([]);
    const orphans = made.changes.map((change) => ({ ...change, action: "orphaned" as const }));
    expect(await lists({ ...made, changes: orphans })).toEqual([]);
  });
});

describe("a plan that an earlier run carried out", () => {
  it("has the ids that this run made, and leaves nothing to write", async () => {
    const { plan, apply, pick, sandbox, reportOf, writes } = await open();
    const made = await plan();
    await apply(made);
    const picked = await pick(made);
    expect(picked.moved).toEqual([]);
    const ids = Object.fromEntries(picked.plan.changes.map(({ key, id }) => [key, id]));
    const { id: r } = await reportOf(made.changes.find(({ kind }) => kind === "report")?.publicId);
    const folder = sandbox.workbook("a")?.folderId;
    expect(ids).toEqual({ Team: folder, r, a: sandbox.workbook("a")?.id, b: sandbox.workbook("b")?.id });
    for (const { kind, fingerprint } of picked.plan.changes)
      expect(fingerprint).toEqual(kind === "folder" ? null : expect.stringMatching(/^sha256:/));
    const before = writes().length;
    expect((await apply(picked.plan)).summary).toMatchObject({ created: 0, failed: 0, unchanged: 4 });
    expect(writes()).toHaveLength(before);
  });

  it("of an update has them as well, and of a deletion does not miss what is gone", async () => {
    const { plan, deploy, apply, pick, rewrite } = await open();
    await deploy();
    rewrite({ workbooks: { b: drawn("Two").workbooks.b } });
    const made = await plan(undefined, { prune: true });
    expect(made.changes.map(({ key, action }) => `${action} ${key}`)).toEqual([
      "delete r",
      "delete a",
      "update b",
    ]);
    expect(outcomes(await apply(made))).toEqual(["r applied", "a applied", "b applied"]);
    const picked = await pick(made);
    expect(picked.moved).toEqual([]);
    expect(outcomes(await apply(picked.plan))).toEqual(["r applied", "a applied", "b applied"]);
  });

  it("only in part goes on to delete the report of a workbook that is gone", async () => {
    const { plan, deploy, pick, rewrite, remove } = await open();
    await deploy();
    rewrite({ workbooks: { b: drawn("One").workbooks.b } });
    const made = await plan(undefined, { prune: true });
    await remove("a");
    expect((await pick(made)).moved).toEqual([]);
    // Without that deletion in the plan, the report moved.
    const [reason] = (await pick(only(made, "report"))).moved;
    expect(reason?.reason).toMatch(/^report r: the report was changed at \d{4}-/);
  });

  it("and that somebody changed since is not gone on with", async () => {
    const { plan, apply, edit, reasons, sandbox } = await open({
      workbooks: { b: drawn("One").workbooks.b },
    });
    const made = await plan();
    await apply(made);
    edit("b");
    const { id, updatedAt } = sandbox.workbook("b")!;
    expect(await reasons(made)).toEqual([
      `b: this plan was applied to the workbook ${id}, which was then changed at ${updatedAt}`,
    ]);
  });
});

describe("what moved since the plan is told with its id, its time and its maker: a workbook", () => {
  const files = { workbooks: { b: drawn("One").workbooks.b } };
  const next = { workbooks: { b: drawn("Two").workbooks.b } };

  it.each([{ email: "ada@acme.test" }, null, "ada", { id: 1 }])(
    "that took the slug of a creation (user: %j)",
    async (user) => {
      const { plan, reasons, platform, sandbox } = await open(files, {
        async proxy(_, forward) {
          const answer = await forward();
          if (!("body" in answer)) return answer;
          const change = (key: string, value: unknown) => (key === "user" ? user : value);
          return { ...answer, body: JSON.parse(JSON.stringify(answer.body), change) };
        },
      });
      const made = await plan();
      await platform.upsertWorkbook(1, "b", { name: "Theirs" });
      const { id, createdAt } = sandbox.workbook("b")!;
      const by = JSON.stringify(user)?.includes("ada@") ? " by ada@acme.test" : "";
      expect(await reasons(made)).toEqual([
        `b: the slug was free and is now taken by the workbook ${id}, created at ${createdAt}${by}`,
      ]);
    },
  );

  it("that was edited, renamed, deleted, or deleted and made anew", async () => {
    const { plan, deploy, rewrite, reasons, sandbox, edit, remove, platform } = await open(files);
    await deploy();
    rewrite(next);
    const made = await plan();
    const { id } = sandbox.workbook("b")!;
    edit("b");
    expect(await reasons(made)).toEqual([
      `b: the workbook was changed at ${sandbox.workbook("b")?.updatedAt}`,
    ]);
    sandbox.edit("b", (workbook) => {
      workbook.slug = "b-old";
    });
    const renamed = `b: the workbook ${id} now has the slug b-old, changed at ${sandbox.workbook("b-old")?.updatedAt}`;
    expect(await reasons(made)).toEqual([renamed]);
    await remove("b-old");
    const gone = `b: the workbook ${id} is gone; the platform does not say since when`;
    expect(await reasons(made)).toEqual([gone]);
    await platform.upsertWorkbook(1, "b", { name: "Anew" });
    const anew = sandbox.workbook("b")!;
    expect(await reasons(made)).toEqual([
      expect.stringMatching(
        `^b: the workbook ${id} is gone, and ${anew.id} has its slug, created at ${anew.createdAt}`,
      ),
    ]);
  });

  it("that shares its slug by now with another", async () => {
    let on = false;
    const { plan, deploy, rewrite, reasons, sandbox, platform } = await open(files, {
      async proxy(_, forward) {
        const answer = await forward();
        if (!on || !("body" in answer)) return answer;
        return {
          ...answer,
          body: JSON.parse(JSON.stringify(answer.body).replaceAll('"slug":"b-2"', '"slug":"b"')),
        };
      },
    });
    await deploy();
    await platform.upsertWorkbook(1, "b-2", { name: "Second" });
    rewrite(next);
    const made = await plan();
    on = true;
    const ids = [sandbox.workbook("b")?.id, sandbox.workbook("b-2")?.id];
    expect(await reasons(made)).toEqual([
      expect.stringContaining(`b: the workbooks ${ids[0]} and ${ids[1]} both have this slug`),
    ]);
  });

  it("that was published", async () => {
    const { plan, deploy, rewrite, reasons, sandbox, platform } = await open();
    await deploy();
    rewrite(drawn("Two"));
    const made = await plan();
    await platform.publishWorkbook(1, sandbox.workbook("a")?.id ?? 0, { config: board("Theirs") });
    expect(await reasons(made)).toEqual([expect.stringMatching(/^a: the workbook was changed at \d{4}-/)]);
  });
});

describe("what moved since the plan is told with its id, its time and its maker: a report", () => {
  it("that took the publicId of a creation, was edited, or is gone", async () => {
    const { plan, apply, deploy, rewrite, reasons, platform, reportOf } = await open();
    const made = await plan();
    const publicId = made.changes.find(({ kind }) => kind === "report")?.publicId ?? "";
    const stranger = await platform.upsertReport(1, publicId, { name: "Theirs" });
    const taken = `report r: the publicId ${publicId} was free and is now taken by the report ${stranger.id}, created at ${stranger.createdAt}`;
    expect((await reasons(made))[0]).toMatch(taken);
    await platform.deleteReport(1, stranger.id);

    await deploy();
    rewrite(drawn("Two"));
    const update = only(await plan(), "report");
    const { id } = await platform.upsertReport(1, publicId, { jsonQuery: "{}" });
    const { updatedAt } = await reportOf(publicId);
    expect(await reasons(update)).toEqual([`report r: the report was changed at ${updatedAt}`]);
    await platform.deleteReport(1, id);
    expect(await reasons(update)).toEqual([
      `report r: the report ${id} (publicId ${publicId}) is gone; the platform does not say since when`,
    ]);
    const anew = await platform.upsertReport(1, publicId, { name: "Anew" });
    expect((await reasons(update))[0]).toMatch(
      `report r: the report ${id} is gone, and ${anew.id} has its publicId, created at ${anew.createdAt}`,
    );
    expect(outcomes(await apply(update))).toEqual(["r stale stale"]);
  });
});

describe("what no file manages, or a project ignores", () => {
  const files = (title: string) => ({
    workbooks: {
      a: { meta: { team: title, stats: { plan: title } }, dashboard: board(title) },
      gone: { dashboard: board("Gone") },
    },
    reports: { r: { name: title, publicId: "aaaaaaaaaaaa", meta: { kind: "table" }, query: {} } },
  });
  const settings = 'ignore: ["meta.viewedBy", "meta.stats.views", "dashboard.settings.lastViewedBy"]\n';
  const THEIRS = { viewedBy: "bob", other: { tool: 1 }, stats: { plan: "One", views: 7 } };

  it("may be edited between plan and apply: nothing is stale, and what was written there stays", async () => {
    const { plan, deploy, pick, apply, rewrite, sandbox, platform, reportOf } = await open(files("One"), {
      settings,
    });
    await deploy();
    rewrite(files("Two"));
    const made = await plan();
    const { id: folder } = await platform.createFolder(1, { name: "Elsewhere" });
    sandbox.edit("a", (workbook) => {
      workbook.name = "Theirs";
      workbook.folderId = folder;
      workbook.meta = { ...workbook.meta, ...THEIRS };
      workbook.dashboardDraft = { ...workbook.dashboardDraft, settings: { lastViewedBy: "bob" } };
    });
    const { meta: own } = await reportOf("aaaaaaaaaaaa");
    await platform.upsertReport(1, "aaaaaaaaaaaa", { title: "Theirs", meta: { ...own, other: 1 } });
    const { plan: current, moved } = await pick(made);
    expect(moved).toEqual([]);
    expect(outcomes(await apply(current))).toEqual(["r applied", "a applied"]);
    const { meta, ...live } = sandbox.workbook("a") ?? {};
    expect(live).toMatchObject({
      name: "Theirs",
      folderId: folder,
      dashboardDraft: { title: "Two", settings: { lastViewedBy: "bob" } },
    });
    expect(meta).toMatchObject({ ...THEIRS, team: "Two", stats: { plan: "Two", views: 7 } });
    expect(await reportOf("aaaaaaaaaaaa")).toMatchObject({
      name: "Two",
      title: "Theirs",
      meta: { other: 1 },
    });
  });

  it("still stops a deletion, which takes all of it, save for what is ignored", async () => {
    const { plan, deploy, pick, rewrite, sandbox } = await open(files("One"), { settings });
    await deploy();
    const { a } = files("One").workbooks;
    rewrite({ ...files("One"), workbooks: { a } });
    const made = await plan(undefined, { prune: true });
    sandbox.edit("gone", (workbook) => {
      workbook.meta = { ...workbook.meta, viewedBy: "bob" };
    });
    expect((await pick(made)).moved).toEqual([]);
    sandbox.edit("gone", (workbook) => {
      workbook.name = "Keep this one";
    });
    expect((await pick(made)).moved).toHaveLength(1);
  });
});

// One workbook: what a conflict in the middle of its writing means, what is backed up, and what its result says.
import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { isObject, type JsonObject } from "../../src/model/index.ts";
import type { Asked, Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes, type WorldOptions } from "../support/world.ts";

const isUpsert = ({ method, path }: Asked) => method === "PUT" && path.includes("/workbooks/by-slug/");
const isPublish = ({ method, path }: Asked) => method === "POST" && path.endsWith("/publish");
const CONFLICT = { status: 409, body: { error: "Meanwhile", code: "upsert_branch_changed" } };

async function open(more: Partial<WorldOptions> = {}) {
  let meet: Hook | undefined;
  const { proxy: inner, ...rest } = more;
  const world = await openWorld({
    workbooks: { a: { dashboard: board("A") } },
    ...rest,
    async proxy(asked, forward) {
      const hook = isUpsert(asked) ? (meet ?? inner) : inner;
      if (hook === meet) meet = undefined;
      return hook ? hook(asked, forward) : forward();
    },
  });
  return {
    ...world,
    /** The next upsert meets this. */
    meetOnce: (hook: Hook) => {
      meet = hook;
    },
  };
}

describe("a conflict while a workbook is made", () => {
  it.each<[string, string[]]>([
    ["nothing", ["a applied"]],
    ["somebody else's workbook", ["a failed adopt"]],
    ["the same of another run", ["a applied"]],
  ])("where %s is there after it", async (what, end) => {
    const { plan, apply, cwd, platform, meetOnce, actions, sandbox } = await open();
    const made = await plan();
    meetOnce(async () => {
      if (what.startsWith("somebody")) await platform.upsertWorkbook(1, "a", { name: "Mine" });
      if (what.startsWith("the same")) await apply(made, { backups: `${cwd}/backups/other` });
      return CONFLICT;
    });
    const outcome = await apply(made);
    expect(outcomes(outcome)).toEqual(end);
    if (end[0] === "a applied") expect(await actions()).toEqual([]);
    else {
      expect(outcome.results[0]?.error?.message).toMatch(
        /^a is live already, .* a workbook that no project manages has this slug/,
      );
      expect(sandbox.workbook("a")).toMatchObject({ name: "Mine", dashboardDraft: null });
    }
  });
});

describe("a conflict while an empty workbook is made for its reports", () => {
  const chart = { id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "r" } } };
  const files = {
    "dashboards/all.yaml": stringify({
      workbooks: { a: { dashboard: board("A", { widgets: [chart] }) } },
      reports: { r: { name: "R", workbook: "a", query: { measures: ["orders.count"] } } },
    }),
  };

  it.each<[string, string[]]>([
    ["nothing", ["r applied", "a applied"]],
    ["somebody else's", ["r skipped missing-part", "a failed adopt"]],
    ["all of another run", ["r applied", "a applied"]],
  ])("where %s is there after it", async (what, end) => {
    const { plan, apply, cwd, platform, meetOnce, actions } = await open({ files });
    const made = await plan();
    meetOnce(async () => {
      if (what.startsWith("somebody")) await platform.upsertWorkbook(1, "a", { name: "Mine" });
      if (what.startsWith("all")) await apply(made, { backups: `${cwd}/backups/other` });
      return CONFLICT;
    });
    expect(outcomes(await apply(made))).toEqual(end);
    if (end[1] === "a applied") expect(await actions()).toEqual([]);
  });

  it("takes what another run made a minute ago, as its times show, for what it is", async () => {
    let isAged = false;
    const age: Hook = async (_, forward) => {
      const answer = await forward();
      if (!isAged || !("body" in answer)) return answer;
      const minute = (key: string, value: unknown) =>
        key === "createdAt" ? new Date(Date.parse(String(value)) - 60_000).toISOString() : value;
      return { ...answer, body: JSON.parse(JSON.stringify(answer.body), minute) };
    };
    const { plan, apply, cwd, meetOnce, actions } = await open({ files, proxy: age });
    const made = await plan();
    meetOnce(async () => {
      await apply(made, { backups: `${cwd}/backups/other` });
      isAged = true;
      return CONFLICT;
    });
    expect(outcomes(await apply(made))).toEqual(["r applied", "a applied"]);
    expect(await actions()).toEqual([]);
  });

  it("is counted among the requests that the workbook took", async () => {
    const { plan, apply } = await open({ files });
    const made = await plan();
    const attempts = (await apply(made)).results.map((result) => result.attempts);
    expect(attempts[1]).toBeGreaterThanOrEqual(2);
  });

  it("that another run has begun or finished by then is not made again", async () => {
    const { plan, apply, cwd, writes } = await open({ files });
    const made = await plan();
    await apply(made, { backups: `${cwd}/backups/other` });
    const before = writes().length;
    const outcome = await apply(made);
    expect(outcomes(outcome)).toEqual(["r applied", "a applied"]);
    expect(outcome.results.map(({ attempts }) => attempts)).toEqual([0, 0]);
    // The claims of the workbook and of the report, which change nothing.
    expect(writes()).toHaveLength(before + 2);
  });
});

describe("a conflict while a workbook is overwritten", () => {
  it.each<[string, string[]]>([
    ["nothing", ["a applied"]],
    ["an edit of what is compared", ["a stale stale"]],
    ["an edit at an ignored place", ["a applied"]],
    ["a deletion", ["a stale stale"]],
    ["a new slug", ["a stale stale"]],
    ["the same of another run", ["a applied"]],
  ])("where %s came between", async (what, end) => {
    const ignore = 'ignore: ["dashboard.settings.viewedBy"]\n';
    const { deploy, plan, apply, cwd, platform, meetOnce, actions, sandbox } = await open({
      settings: ignore,
    });
    await deploy();
    const next = { a: { dashboard: board("B", { settings: { refresh: 5 } }) } };
    const made = await plan(next);
    const id = sandbox.workbook("a")?.id ?? 0;
    meetOnce(async () => {
      if (what.startsWith("an edit"))
        sandbox.edit(id, ({ dashboardDraft }) => {
          if (what.endsWith("place")) dashboardDraft!.settings = { viewedBy: "ada" };
          else dashboardDraft!.title = "Mine";
        });
      if (what === "a deletion") await platform.deleteWorkbook(1, id);
      if (what === "a new slug") sandbox.edit(id, (workbook) => Object.assign(workbook, { slug: "b" }));
      if (what.startsWith("the same")) await apply(made, { backups: `${cwd}/backups/other` });
      return CONFLICT;
    });
    const outcome = await apply(made);
    if (what === "a new slug") {
      expect(outcomes(outcome)[0]).not.toBe("a applied");
      expect(sandbox.workbook(id)?.dashboardDraft?.title).toBe("A");
      return;
    }
    expect(outcomes(outcome)).toEqual(end);
    if (end[0] === "a applied") expect(await actions(next)).toEqual([]);
    else
      expect(outcome.results[0]?.error?.message).toBe(
        "a was changed on the platform while it was being written",
      );
  });
});

describe("a backup of a workbook", () => {
  const SEED = {
    workbooks: [{ slug: "a", name: "A", dashboardDraft: board("A"), dashboardPublished: board("Old") }],
  };

  it.each<[string, JsonObject, boolean]>([
    ["a stamp", { name: "A", dashboard: board("A") }, false],
    ["a stamp with a publication", { name: "A", publish: true, dashboard: board("A") }, true],
    ["an update", { name: "A", dashboard: board("B") }, true],
  ])("is made before %s: nothing that is lost is not in it", async (_, entry, isMade) => {
    const { deploy, backups, sandbox } = await open({ workbooks: { a: entry }, sandbox: { seed: SEED } });
    const before = sandbox.workbook("a")?.publishedDashboard?.versionNumber;
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    expect(existsSync(backups) ? readdirSync(backups) : []).toEqual(isMade ? ["a.json"] : []);
    expect(before === sandbox.workbook("a")?.publishedDashboard?.versionNumber).toBe(entry.publish !== true);
  });
});

describe("the result of a workbook", () => {
  const publish = (title: string) => ({ a: { publish: true, dashboard: board(title) } });

  it("says whether viewers saw it before, and see it after", async () => {
    let isRefused = false;
    const review: Hook = async (asked, forward) =>
      isPublish(asked) && isRefused
        ? { status: 400, body: { error: "This dashboard requires review before publishing" } }
        : forward();
    const { deploy } = await open({ proxy: review });
    const shown = async (workbooks: Record<string, JsonObject>) =>
      (await deploy(workbooks)).results[0]?.published;
    expect(await shown({ a: { dashboard: board("A") } })).toBeUndefined();
    expect(await shown({ a: { dashboard: board("B") } })).toEqual({
      before: false,
      after: false,
      now: false,
    });
    isRefused = true;
    expect(await shown(publish("C"))).toEqual({ before: false, after: false, now: false });
    isRefused = false;
    expect(await shown(publish("D"))).toEqual({ before: false, after: true, now: true });
    isRefused = true;
    expect(await shown(publish("E"))).toEqual({ before: true, after: true, now: false });
  });

  it("of one that was just made and waits for a review is that viewers see nothing", async () => {
    const review: Hook = async (asked, forward) =>
      isPublish(asked) ? { status: 400, body: { error: "This dashboard requires review" } } : forward();
    const { deploy } = await open({ workbooks: publish("A"), proxy: review });
    expect((await deploy()).results).toMatchObject([
      { status: "awaiting-review", published: { before: false, after: false } },
    ]);
  });

  it("has the id of what was made, and of what was there", async () => {
    const { deploy, sandbox } = await open();
    const [made] = (await deploy()).results;
    const id = sandbox.workbook("a")?.id;
    expect(made?.id).toBe(id);
    const [changed] = (await deploy({ a: { dashboard: board("B") } })).results;
    expect(changed).toMatchObject({ id, action: "update" });
  });

  it.each(["has no slug", "is deleted before it is read back"])(
    "that %s after its write is its own failure; the others go on",
    async (how) => {
      let remove: ((id: number) => Promise<unknown>) | undefined;
      const hook: Hook = async (asked, forward) => {
        const answer = await forward();
        if (!isUpsert(asked) || !asked.path.endsWith("/a")) return answer;
        if (!("body" in answer) || !isObject(answer.body)) return answer;
        if (how === "has no slug") return { ...answer, body: { ...answer.body, slug: null } };
        await remove?.(Number(answer.body.id));
        const { meta: _, ...bare } = answer.body;
        return { ...answer, body: bare };
      };
      const workbooks = { a: { dashboard: board("A") }, b: { dashboard: board("B") } };
      const { deploy, platform } = await open({ workbooks, proxy: hook });
      remove = (id) => platform.deleteWorkbook(1, id);
      const outcome = await deploy();
      expect(outcomes(outcome)).toEqual(["a failed lost", "b applied"]);
      expect(outcome.results[0]?.error?.message).toMatch(/^the workbook \d+ was written/);
      expect(outcome.results[0]?.attempts).toBe(1);
    },
  );
});

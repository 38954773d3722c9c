// Absence from a list is not absence: what lists leave out is found by the claim of a creation, compared as a plan would have, and never
// written over, called created, or deleted by an undo. Through the real command, in a checkout without records, as in CI.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import {
  type ApplyReport,
  isObject,
  type Json,
  type JsonObject,
  type Plan,
  type Result,
  readStamp,
} from "../../src/model/index.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { type Answered, type Asked, type Hook, openProxy } from "../support/proxy.ts";
import { tempFolder } from "../support/temp.ts";
import { board, PROJECT } from "../support/world.ts";

const chart = { id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "r" } } };
const DRAWN = {
  workbooks: { b: { name: "B", publish: true, dashboard: board("B", { widgets: [chart] }) } },
  reports: {
    r: { name: "R", workbook: "b", publicId: "AbCdEfGhIjKl", query: { measures: ["orders.count"] } },
  },
};
const PLAIN = { workbooks: { b: { name: "B", dashboard: board("B") } } };
const isList = ({ method, path }: Asked) => method === "GET" && /\/(workbooks|reports)$/.test(path);
const isClaim = ({ method, body }: { method: string; body?: Json | undefined }) =>
  method === "PUT" && isObject(body) && Object.keys(body).length === 0;

/** A platform whose lists leave out what `hides` says, and a checkout without records of runs. */
async function open(files: object, options: SandboxOptions = {}) {
  let hides: (item: JsonObject) => boolean = () => false;
  let before: ((asked: Asked) => Answered | undefined) | undefined;
  const sandbox = await createSandbox(options);
  onTestFinished(() => sandbox.close());
  const proxy: Hook = async (asked, forward) => {
    const early = before?.(asked);
    if (early) return early;
    const answer = await forward();
    if (!isList(asked) || !("body" in answer) || !isObject(answer.body)) return answer;
    const { items } = answer.body;
    const left = Array.isArray(items) ? items.filter((item) => !(isObject(item) && hides(item))) : [];
    return { ...answer, body: { ...answer.body, items: left, data: left, count: left.length } };
  };
  const url = await openProxy(sandbox.url, proxy);
  const env = { PLATFORM_API_URL: url, PLATFORM_API_KEY: sandbox.apiKey };
  const checkOut = (next: object) => {
    const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/all.yaml": stringify(next) });
    const run = (...args: string[]) => boardwright(args, { cwd, env });
    return {
      cwd,
      run,
      plan: async () => JSON.parse((await run("plan", "--json")).stdout) as Plan,
      async apply(...flags: string[]) {
        const { code, stdout, stderr } = await run("apply", "--yes", "--json", ...flags);
        return { code, stderr, ...(JSON.parse(stdout) as ApplyReport & { run?: string }) };
      },
    };
  };
  return {
    sandbox,
    checkOut,
    ...checkOut(files),
    hide: (what: typeof hides) => {
      hides = what;
    },
    meet: (answer: typeof before) => {
      before = answer;
    },
    state: () => JSON.stringify([sandbox.workbook("b"), reportsOf(sandbox)]),
  };
}

/** Without the requests: what somebody who looks at the platform would see. */
const reportsOf = (sandbox: Sandbox) => sandbox.workbook("b")?.publishedDashboard?.reportSnapshots ?? [];
const ends = (results: readonly Result[]) =>
  results.map(({ kind, key, status, error }) => [kind, key, status, error?.code ?? ""].join(" ").trim());
const everything = () => true;

describe("our own workbook that no list shows", () => {
  it("is unchanged where it is as declared: nothing is created, and the undo deletes nothing", async () => {
    const { apply, checkOut, hide, state, sandbox } = await open(DRAWN);
    expect((await apply()).code).toBe(0);
    const before = state();
    hide(everything);
    const fresh = checkOut(DRAWN);
    expect((await fresh.plan()).summary.create).toBe(2);
    sandbox.requests.length = 0;
    const { code, summary, results, run } = await fresh.apply();
    expect([code, ends(results)]).toEqual([0, ["report r applied", "workbook b applied"]]);
    expect(summary).toMatchObject({ created: 0, updated: 0, published: 0, unchanged: 2 });
    expect(results.flatMap(({ notes = [] }) => notes).join()).toContain("no list showed it");
    expect(sandbox.requests.filter(({ method }) => method !== "GET").every(isClaim)).toBe(true);
    // Nothing was written, so there is nothing to undo.
    expect(run).toBeUndefined();
    expect(state()).toBe(before);
  });

  it("keeps an edit that somebody made in the UI: `drift`, exit 3, until that is allowed, with a backup and a way back", async () => {
    const { apply, checkOut, hide, state, sandbox } = await open(PLAIN);
    expect((await apply()).code).toBe(0);
    sandbox.edit("b", ({ dashboardDraft }) => Object.assign(dashboardDraft ?? {}, { title: "By hand" }));
    const before = state();
    hide(everything);
    const fresh = checkOut(PLAIN);
    const stopped = await fresh.apply();
    expect([stopped.code, ends(stopped.results)]).toEqual([3, ["workbook b failed drift"]]);
    expect(stopped.results[0]?.error?.details?.[0]).toBe(
      'dashboard.title: live has "By hand", the files say "B"',
    );
    expect(state()).toBe(before);

    expect(stopped.results[0]?.error?.details?.slice(-2)).toEqual([
      "Apply the rest: boardwright apply --except b",
      "If it may be written over, after a backup: boardwright apply --allow drift:b",
    ]);
    expect((await fresh.apply("--allow", "drift:c")).code).toBe(3);
    expect(state()).toBe(before);

    const allowed = await fresh.apply("--allow", "drift:b");
    expect([allowed.code, allowed.results[0]?.action]).toEqual([0, "update"]);
    expect(allowed.summary).toMatchObject({ created: 0, updated: 1 });
    expect(sandbox.workbook("b")?.dashboardDraft?.title).toBe("B");
    hide(() => false);
    const back = await fresh.run("rollback", allowed.run ?? "", "--yes", "--allow", "drift,adopt,conflict");
    expect(back.code, back.stdout + back.stderr).toBe(0);
    expect(sandbox.workbook("b")?.dashboardDraft?.title).toBe("By hand");
  });

  it("is not written over with other files: a run of the project applied it, and the plan did not show that", async () => {
    const { apply, checkOut, hide, state } = await open(PLAIN);
    expect((await apply()).code).toBe(0);
    const before = state();
    hide(everything);
    const { code, results } = await checkOut({
      workbooks: { b: { name: "B", dashboard: board("Next") } },
    }).apply();
    expect([code, ends(results)]).toEqual([1, ["workbook b stale stale"]]);
    expect(state()).toBe(before);
  });

  it("is found where an answer is empty for a moment", async () => {
    const { apply, checkOut, meet, state } = await open(PLAIN);
    expect((await apply()).code).toBe(0);
    const before = state();
    meet((asked) => (isList(asked) ? { status: 200, body: { items: [], data: [], count: 0 } } : undefined));
    const { code, summary } = await checkOut(PLAIN).apply();
    expect([code, summary.created, summary.unchanged]).toEqual([0, 0, 1]);
    expect(state()).toBe(before);
  });
});

describe("somebody's workbook that no list shows", () => {
  const stamp = { v: 2, project: "theirs", of: "1/b", digest: "sha256:0", base: "" };
  it.each<[string, JsonObject, string]>([
    ["a draft", { meta: { dashboardDraft: board("Mine") } }, "adopt"],
    ["a name alone", { name: "Anna's plan" }, "adopt"],
    ["a key of meta", { meta: { team: "sales" } }, "adopt"],
    ["a stamp of another project", { meta: { boardwright: stamp } }, "takeover"],
  ])("with %s is left alone, again and again", async (_, held, hazard) => {
    const { apply, hide, state, sandbox } = await open(PLAIN);
    await put(sandbox, "workbooks/by-slug/b", held);
    const before = state();
    hide(everything);
    for (const _round of [1, 2]) {
      const { code, results, run } = await apply();
      expect([code, ends(results), run]).toEqual([3, [`workbook b failed ${hazard}`], undefined]);
      expect(results[0]?.error?.details?.join("\n")).toContain(`boardwright apply --allow ${hazard}`);
      expect(state()).toBe(before);
    }
  });

  it("gets no report of ours put into it", async () => {
    const { apply, hide, state, sandbox } = await open(DRAWN);
    await put(sandbox, "workbooks/by-slug/b", { meta: { dashboardDraft: board("Mine") } });
    const before = state();
    hide(everything);
    const { code, results } = await apply();
    expect([code, ends(results)]).toEqual([3, ["report r skipped missing-part", "workbook b failed adopt"]]);
    expect(state()).toBe(before);
  });

  it("is kept by an undo of a run that took it over by leave", async () => {
    const { apply, hide, run, sandbox } = await open(PLAIN);
    await put(sandbox, "workbooks/by-slug/b", { name: "Mine", meta: { dashboardDraft: board("Mine") } });
    hide(everything);
    const applied = await apply("--allow", "adopt");
    expect([applied.code, applied.results[0]?.action]).toEqual([0, "update"]);
    hide(() => false);
    const back = await run("rollback", applied.run ?? "", "--yes", "--allow", "drift,adopt,conflict,delete");
    expect(back.code, back.stdout + back.stderr).toBe(0);
    expect(sandbox.workbook("b")).toMatchObject({ name: "Mine", dashboardDraft: { title: "Mine" } });
  });
});

describe("a report that no list shows", () => {
  const isReport = ({ type }: JsonObject) => type === "REPORT";
  const report = async (sandbox: Sandbox) => {
    const { items } = await get(sandbox, "reports");
    return (items as JsonObject[])[0];
  };

  it("of ours is unchanged where it is as declared, and what draws it as well", async () => {
    const { apply, checkOut, hide, sandbox } = await open(DRAWN);
    expect((await apply()).code).toBe(0);
    const before = JSON.stringify(await report(sandbox));
    hide(isReport);
    const { code, summary } = await checkOut(DRAWN).apply();
    expect([code, summary.created, summary.failed]).toEqual([0, 0, 0]);
    expect(JSON.stringify(await report(sandbox))).toBe(before);
  });

  it("of ours becomes what the files say by now", async () => {
    const { apply, checkOut, hide, sandbox } = await open(DRAWN);
    expect((await apply()).code).toBe(0);
    hide(isReport);
    const { r } = DRAWN.reports;
    const next = { ...DRAWN, reports: { r: { ...r, name: "Next" } } };
    const { results } = await checkOut(next).apply();
    expect(ends(results)[0]).toBe("report r applied");
    expect(await report(sandbox)).toMatchObject({ name: "Next" });
  });

  it("of ours keeps an edit, and nothing that draws it is published", async () => {
    const { apply, checkOut, hide, sandbox } = await open(DRAWN);
    expect((await apply()).code).toBe(0);
    await put(sandbox, "reports/by-public-id/AbCdEfGhIjKl", { name: "By hand" });
    hide(everything);
    const { code, results } = await checkOut(DRAWN).apply();
    expect([code, ends(results)[0]]).toEqual([3, "report r failed drift"]);
    expect(await report(sandbox)).toMatchObject({ name: "By hand" });
  });

  it("of somebody's is left alone, and no undo deletes it", async () => {
    const { apply, hide, run, sandbox } = await open(DRAWN);
    await put(sandbox, "reports/by-public-id/AbCdEfGhIjKl", { name: "Mine", jsonQuery: "{}" });
    const before = JSON.stringify(await report(sandbox));
    hide(everything);
    const { code, results, run: made } = await apply();
    expect([code, ends(results)]).toEqual([1, ["report r failed adopt", "workbook b skipped missing-part"]]);
    hide(() => false);
    // The empty workbook that this run made for the report goes.
    const back = await run("rollback", made ?? "", "--yes", "--allow", "delete");
    expect(back.code, back.stdout + back.stderr).toBe(0);
    expect(sandbox.workbook("b")).toBeUndefined();
    expect(JSON.stringify(await report(sandbox))).toBe(before);
  });
});

describe("a creation", () => {
  it("costs a claim and a write, and one stamp more the first time that the platform fills something in", async () => {
    const names = ["a", "b", "c"];
    const files = { workbooks: Object.fromEntries(names.map((slug) => [slug, { dashboard: board(slug) }])) };
    // The first one of a run shows whether anything is filled in.
    for (const [quirks, stamps] of [
      ["", 1],
      ["fills-defaults", 3],
    ] as const) {
      const { apply, sandbox, plan } = await open(files, { quirks });
      expect((await apply("--concurrency", "1")).summary.created).toBe(3);
      const writes = sandbox.requests.filter(({ method }) => method === "PUT");
      expect([writes.filter(isClaim).length, writes.length]).toEqual([3, 6 + stamps]);
      expect((await plan()).changes).toEqual([]);
    }
  });

  it("is gone on with after a kill between the claim and the write, and without a word", async () => {
    const { apply, checkOut, meet, plan, sandbox } = await open(DRAWN);
    meet(({ method, body }) =>
      method === "PUT" && !isClaim({ method, body }) ? { status: 403, body: { error: "Killed" } } : undefined,
    );
    const failed = await apply();
    expect(failed.code).toBe(1);
    expect(failed.results.flatMap(({ notes = [] }) => notes)).toEqual([
      "b: it is there and empty; the next apply fills it",
    ]);
    expect(sandbox.workbook("b")).toMatchObject({ name: "b", meta: {} });
    meet(undefined);
    expect((await plan()).changes.map(({ action, hazards }) => [action, hazards])).toEqual([
      ["create", []],
      ["update", []],
    ]);
    const again = await checkOut(DRAWN).apply();
    expect([again.code, again.summary.created, again.summary.updated]).toEqual([0, 1, 1]);
    expect(readStamp(sandbox.workbook("b")?.meta)?.of).toBe("1/b");
    expect((await plan()).changes).toEqual([]);
  });

  it("is not called empty once it was written, or if somebody has its slug by then", async () => {
    const { apply, meet, sandbox } = await open(PLAIN, { quirks: "fills-defaults" });
    let writes = 0;
    meet(({ method, body }) => {
      if (method === "PUT" && !isClaim({ method, body })) writes++;
      return writes === 2 ? { status: 403, body: { error: "No more" } } : undefined;
    });
    const half = await apply();
    expect([half.code, writes, half.results.flatMap(({ notes = [] }) => notes)]).toEqual([1, 2, []]);
    expect(sandbox.workbook("b")?.dashboardDraft).toMatchObject({ title: "B" });

    const other = await open(PLAIN);
    let isTaken = false;
    other.meet(({ method, body }) => {
      if (method !== "PUT" || isClaim({ method, body }) || isTaken) return undefined;
      isTaken = true;
      other.sandbox.edit("b", (workbook) => Object.assign(workbook, { slug: "b-old" }));
      return { status: 409, body: { error: "Changed", code: "upsert_branch_changed" } };
    });
    const stale = await other.apply();
    expect([stale.code, stale.results.map(({ status, notes = [] }) => [status, notes])]).toEqual([
      1,
      [["stale", []]],
    ]);
  });

  it("that is undone takes away what the run found empty, and no other under the same slug", async () => {
    const { apply, run, sandbox } = await open(PLAIN);
    const applied = await apply();
    sandbox.edit("b", (workbook) => Object.assign(workbook, { slug: "b-old" }));
    await put(sandbox, "workbooks/by-slug/b", { name: "Mine", meta: { dashboardDraft: board("Mine") } });
    const back = await run("rollback", applied.run ?? "", "--yes", "--allow", "delete,adopt,drift");
    expect(back.code).toBe(1);
    expect(sandbox.workbook("b")).toMatchObject({ name: "Mine" });
    expect(sandbox.workbook("b-old")).toBeDefined();
  });
});

describe("what is live and empty", () => {
  it("and in a list is filled without a word; an undo empties it again, and deletes nothing", async () => {
    const { apply, run, sandbox } = await open(DRAWN);
    await put(sandbox, "workbooks/by-slug/b", {});
    await put(sandbox, "reports/by-public-id/AbCdEfGhIjKl", {});
    const { id } = sandbox.workbook("b") ?? {};
    const applied = await apply();
    expect([applied.code, applied.summary.created, applied.summary.updated]).toEqual([0, 0, 2]);
    const back = await run("rollback", applied.run ?? "", "--yes", "--allow", "delete");
    expect(back.code, back.stdout + back.stderr).toBe(0);
    expect(sandbox.workbook("b")?.id).toBe(id);
    expect((await get(sandbox, "reports")).items).toMatchObject([{ publicId: "AbCdEfGhIjKl" }]);
  });

  it.each([
    ["in a folder", { folderId: 7 }],
    ["with calculated fields", { calculatedFields: { margin: { sql: "revenue - cost" } } }],
  ])("but %s is somebody's, though no list shows it", async (_, more) => {
    const { apply, hide, sandbox } = await open(PLAIN);
    await put(sandbox, "workbooks/by-slug/b", {});
    sandbox.edit("b", (workbook) => Object.assign(workbook, more));
    const before = JSON.stringify(sandbox.workbook("b"));
    hide(everything);
    const { code, results } = await apply();
    expect([code, ends(results)]).toEqual([3, ["workbook b failed adopt"]]);
    expect(JSON.stringify(sandbox.workbook("b"))).toBe(before);
  });
});

describe("a slug that was another's before", () => {
  it("is found by the records of an earlier run, and renamed in place", async () => {
    const { apply, cwd, hide, plan, sandbox } = await open(PLAIN);
    expect((await apply()).code).toBe(0);
    const { id } = sandbox.workbook("b") ?? {};
    const renamed = { workbooks: { c: { ...PLAIN.workbooks.b, was: "b" } } };
    writeFileSync(join(cwd, "dashboards/all.yaml"), stringify(renamed));
    hide(everything);
    expect((await plan()).changes.map(({ action, key }) => [action, key])).toEqual([["rename", "c"]]);
    expect((await apply()).code).toBe(0);
    expect([sandbox.workbook("c")?.id, sandbox.workbook("b")]).toEqual([id, undefined]);
  });
});

describe("an undo, while the lists leave out what the run wrote", () => {
  const allowed = ["--yes", "--allow", "delete,drift,adopt,conflict"];

  it("finds what the run made by its ids, and takes away all of it", async () => {
    const { apply, hide, run, sandbox } = await open(DRAWN);
    const applied = await apply();
    hide(everything);
    const back = await run("rollback", applied.run ?? "", ...allowed);
    expect(back.code, back.stdout + back.stderr).toBe(0);
    expect(sandbox.workbook("b")).toBeUndefined();
    expect((await get(sandbox, "reports")).items).toEqual([]);
  });

  it("puts back what the run wrote over, and makes nothing again", async () => {
    const { apply, checkOut, hide, sandbox } = await open(DRAWN);
    expect((await apply()).code).toBe(0);
    const { id } = sandbox.workbook("b") ?? {};
    const next = checkOut({
      workbooks: { b: { ...DRAWN.workbooks.b, dashboard: board("Next", { widgets: [chart] }) } },
      reports: { r: { ...DRAWN.reports.r, name: "Next" } },
    });
    const applied = await next.apply();
    expect(applied.summary.updated).toBe(2);
    hide(everything);
    const back = await next.run("rollback", applied.run ?? "", ...allowed);
    expect(back.code, back.stdout + back.stderr).toBe(0);
    expect(sandbox.workbook("b")).toMatchObject({ id, dashboardPublished: { title: "B" } });
    expect((await get(sandbox, "reports")).items).toMatchObject([{ name: "R" }]);
  });
});

describe("what is made again", () => {
  it("by the undo of a deletion is claimed, too: whoever has the slug by then, and no list shows, keeps it", async () => {
    const { apply, checkOut, hide, sandbox } = await open({
      workbooks: { ...PLAIN.workbooks, c: { name: "C", dashboard: board("C") } },
    });
    expect((await apply()).code).toBe(0);
    const less = checkOut({ workbooks: { c: { name: "C", dashboard: board("C") } } });
    const pruned = await less.apply("--prune", "--allow", "delete");
    expect([pruned.code, pruned.summary.deleted]).toEqual([0, 1]);
    await put(sandbox, "workbooks/by-slug/b", { name: "Mine", meta: { dashboardDraft: board("Mine") } });
    hide(({ slug }) => slug === "b");
    const back = await less.run("rollback", pruned.run ?? "", "--yes", "--json");
    expect(back.code, back.stdout + back.stderr).toBe(3);
    expect(ends((JSON.parse(back.stdout) as ApplyReport).results)).toEqual(["workbook b failed adopt"]);
    expect(sandbox.workbook("b")).toMatchObject({ name: "Mine", dashboardDraft: { title: "Mine" } });
  });

  it("by a preview is claimed, too", async () => {
    const { hide, run, sandbox } = await open(PLAIN);
    await put(sandbox, "workbooks/by-slug/b--pr-1", {
      name: "Mine",
      meta: { dashboardDraft: board("Mine") },
    });
    hide(everything);
    const up = await run("preview", "up", "--branch", "new-metrics", "--name", "pr-1");
    expect(up.code).toBe(1);
    expect(up.stdout + up.stderr).toContain("b--pr-1 is live already, as ");
    expect(up.stdout + up.stderr).toContain("A preview takes nothing over");
    expect(sandbox.workbook("b--pr-1")).toMatchObject({ name: "Mine", dashboardDraft: { title: "Mine" } });
  });

  it("by a preview that is up keeps in mind that the environment was off before", async () => {
    const { hide, run, sandbox } = await open(PLAIN);
    const up = () => run("preview", "up", "--branch", "new-metrics", "--name", "pr-1");
    const wasOn = () => readStamp(sandbox.workbook("b--pr-1")?.meta)?.preview?.wasOn;
    expect([(await up()).code, wasOn()]).toEqual([0, false]);
    hide(everything);
    expect([(await up()).code, wasOn()]).toEqual([0, false]);
  });
});

describe("lists that show none of a project's workbooks", () => {
  const slugs = Array.from({ length: 12 }, (_, at) => `w${at + 10}`);
  const many = (title = "W") => ({
    workbooks: Object.fromEntries(slugs.map((slug) => [slug, { dashboard: board(`${title} ${slug}`) }])),
  });

  it("stop an apply that would create as many as a mass change has, before its first write", async () => {
    const { apply, checkOut, hide, sandbox } = await open(many());
    expect((await apply()).code).toBe(0);
    const before = JSON.stringify(slugs.map((slug) => sandbox.workbook(slug)));
    hide(everything);
    const next = many("Next");
    // One that is new comes first, and is claimed.
    Object.assign(next.workbooks, { a: { dashboard: board("A") } });
    const fresh = checkOut(next);
    sandbox.requests.length = 0;
    const { code, results, run } = await fresh.apply();
    expect(code).toBe(3);
    expect(new Set(ends(results).map((line) => line.split(" ").slice(2).join(" ")))).toEqual(
      new Set(["failed mass-change", "skipped mass-change"]),
    );
    expect(sandbox.requests.filter(({ method }) => method !== "GET").every(isClaim)).toBe(true);
    expect(JSON.stringify(slugs.map((slug) => sandbox.workbook(slug)))).toBe(before);
    expect(sandbox.workbook("a")).toMatchObject({ name: "a", meta: {} });
    expect((await fresh.run("rollback", run ?? "", "--yes", "--allow", "delete")).code).toBe(0);
    expect(sandbox.workbook("a")).toBeUndefined();
    // Each is compared, then.
    const allowed = await checkOut(many()).apply("--allow", "mass-change");
    expect([allowed.code, allowed.summary.unchanged]).toEqual([0, 12]);
  });

  it("are asked about by the plan where a report of the project is in a workbook that it does not see", async () => {
    const drawn = { ...many(), reports: DRAWN.reports };
    const files = { ...drawn, workbooks: { ...drawn.workbooks, ...DRAWN.workbooks } };
    const { apply, checkOut, hide } = await open(files);
    expect((await apply()).code).toBe(0);
    hide(({ type }) => type !== "REPORT");
    const { changes } = await checkOut(files).plan();
    const codes = changes.flatMap(({ hazards }) => hazards.map(({ code }) => code));
    expect([codes.length > 10, new Set(codes)]).toEqual([true, new Set(["mass-change"])]);
  });

  it("are nothing to ask about in a project that is applied for the first time", async () => {
    const { apply, plan } = await open(many());
    expect((await plan()).changes.flatMap(({ hazards }) => hazards)).toEqual([]);
    expect((await apply()).summary).toMatchObject({ created: 12, failed: 0 });
  });
});

describe("a run that is killed between a workbook, made again under `--allow renamed`, and its report", () => {
  it.each([
    ["another slug", "b-renamed", ""],
    ["none", null, ""],
    ["another slug, and is killed right after the claim", "b-renamed", "/by-slug/b"],
  ])(
    "is gone on with when it is repeated, and nobody edited the report: it has %s",
    async (_, slug, first) => {
      const { apply, checkOut, meet, plan, sandbox } = await open(DRAWN);
      expect((await apply()).code).toBe(0);
      sandbox.edit("b", (workbook) => Object.assign(workbook, { slug }));
      meet(({ method, path, body }) =>
        method === "PUT" &&
        (path.includes("/reports/") || (path.endsWith(first || "?") && !isClaim({ method, body })))
          ? { status: 403, body: { error: "Killed" } }
          : undefined,
      );
      expect((await apply("--allow", "renamed")).code).toBe(1);
      meet(undefined);
      expect((await plan()).changes.map(({ kind, hazards }) => [kind, hazards])).toEqual([
        ["report", []],
        ["workbook", []],
      ]);
      const again = await checkOut(DRAWN).apply("--allow", "renamed");
      expect([again.code, ends(again.results)]).toEqual([0, ["report r applied", "workbook b applied"]]);
      expect((await plan()).changes).toEqual([]);
    },
  );
});

async function put({ url, apiKey }: Sandbox, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const options = { method: "PUT", headers, body: JSON.stringify(body) };
  expect((await fetch(`${url}/api/v1/deployments/1/${path}`, options)).status).toBe(200);
}

async function get({ url, apiKey }: Sandbox, path: string): Promise<JsonObject> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return (await fetch(`${url}/api/v1/deployments/1/${path}`, { headers })).json() as Promise<JsonObject>;
}

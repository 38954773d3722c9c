import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import { type Distortion, distorting } from "../support/proxy.ts";
import { openWorld } from "../support/world.ts";

const board = (title: string): JsonObject => ({
  kind: "CLASSIC",
  title,
  widgets: [{ id: "a", type: "CHART", position: { x: 0, y: 0, w: 6, h: 4 }, config: { title } }],
});

/** Changes the items of the list of workbooks. */
function inList(change: (items: JsonObject[]) => JsonObject[]): Distortion {
  return (text, { method, path }) => {
    if (method !== "GET" || !/\/workbooks(\?|$)/.test(path)) return text;
    const { items, ...rest } = JSON.parse(text) as { items: JsonObject[] };
    return JSON.stringify({ ...rest, items: change(items), data: undefined, count: undefined });
  };
}

describe("a list that mixes types", () => {
  it("hides no workbook behind a folder of the same id: it is compared, not made again", async () => {
    const seed = { workbooks: [{ id: 31, slug: "a", name: "Theirs", dashboardDraft: board("Theirs") }] };
    const folder = { id: 31, name: "Sales", type: "FOLDER", slug: null, meta: {}, folderId: null };
    const { run, planned } = await openWorld({
      workbooks: { a: { dashboard: board("Ours") } },
      sandbox: { seed },
      proxy: distorting(inList((items) => [folder, ...items])),
    });
    const { changes } = await planned();
    expect(changes).toMatchObject([{ key: "a", action: "update", id: 31, hazards: [{ code: "adopt" }] }]);
    expect((await run("apply", "--yes")).code).toBe(3);
  });
});

describe("a list without meta", () => {
  const withoutMeta = inList((items) => items.map(({ meta: _, ...item }) => item));
  const seed = {
    workbooks: Array.from({ length: 3 }, (_, index) => ({ slug: `other-${index}`, name: "Other" })),
  };

  async function open(distort: Distortion = withoutMeta, others = seed) {
    const place = await openWorld({
      workbooks: { a: { dashboard: board("A") }, b: { dashboard: board("B") } },
      sandbox: { seed: others },
      proxy: distorting(distort),
      applied: true,
    });
    return {
      ...place,
      plan: place.planned,
      declare: (workbooks: JsonObject) => place.declare({ workbooks }),
    };
  }

  it("is read one by one for what is declared: what was applied is ours, and unchanged", async () => {
    const { plan } = await open();
    expect((await plan()).summary).toMatchObject({ unchanged: 2, update: 0, create: 0 });
  });

  it("is read one by one for orphans if few are left", async () => {
    const { plan, declare } = await open();
    declare({ a: { dashboard: board("A") } });
    const { summary, diagnostics } = await plan();
    expect(summary).toMatchObject({ unchanged: 1, orphaned: 1 });
    expect(diagnostics).toEqual([]);
  });

  it("is counted, not passed over, for orphans; with --prune each is read, and the orphan goes", async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ slug: `other-${index}`, name: "Other" }));
    const { plan, declare, ok, sandbox } = await open(withoutMeta, { workbooks: many });
    declare({ a: { dashboard: board("A") } });
    const plain = await plan();
    expect(plain.summary).toMatchObject({ unchanged: 1, orphaned: 0 });
    expect(plain.diagnostics).toMatchObject([
      {
        rule: "unseen-owner",
        severity: "warning",
        message: expect.stringContaining("21 live workbooks could not be checked"),
        help: expect.stringContaining("--prune"),
      },
    ]);
    sandbox.requests.length = 0;
    const pruned = await plan("--prune");
    expect(pruned.changes).toMatchObject([{ key: "b", action: "delete" }]);
    expect(pruned.diagnostics).toEqual([]);
    expect(sandbox.requests.filter(({ path }) => /workbooks\/\d+$/.test(path))).toHaveLength(22);
    await ok("apply", "--prune", "--yes", "--allow", "delete,mass-change");
    expect(sandbox.workbook("b")).toBeUndefined();
    expect(sandbox.workbook("other-0")).toBeDefined();
  });

  it("is counted also with --prune, if the single read does not show it either", async () => {
    let hidden = false;
    const { plan, declare } = await open((text, exchange) =>
      hidden && /workbooks\/\d+$/.test(exchange.path)
        ? JSON.stringify({ ...JSON.parse(text), meta: undefined })
        : withoutMeta(text, exchange),
    );
    declare({ a: { dashboard: board("A") } });
    hidden = true;
    const { changes, diagnostics } = await plan("--prune");
    expect(changes.filter(({ action }) => action === "delete")).toEqual([]);
    expect(diagnostics).toMatchObject([
      { rule: "unseen-owner", message: expect.stringContaining("4 live workbooks could not be checked") },
    ]);
    expect(diagnostics[0]?.help).not.toContain("--prune");
  });

  it("hides no preview: its copies are found by their slugs, and read", async () => {
    const preview = { name: "pr-1", branch: "b", wasOn: false };
    const stamp = { v: 2, project: "acme", of: "1/a--pr-1", digest: "sha256:0", base: "", preview };
    const copy = { slug: "a--pr-1", name: "[pr-1] A", meta: { boardwright: stamp } };
    const { ok, sandbox } = await openWorld({
      workbooks: { a: { dashboard: board("A") } },
      sandbox: { seed: { workbooks: [...seed.workbooks, copy] } },
      proxy: distorting(withoutMeta),
    });
    const listed = await ok("preview", "list", "--json");
    expect(listed.stdout).toContain('"pr-1"');
    expect(sandbox.requests.filter(({ path }) => /workbooks\/\d+$/.test(path))).toHaveLength(1);
  });
});

describe("two live workbooks with one slug", () => {
  /** Shows the workbook of slug `b-2` as a second `b`. */
  const twice: Distortion = (text) => text.replaceAll('"slug":"b-2"', '"slug":"b"');

  async function open() {
    let on = false;
    const place = await openWorld({
      workbooks: { a: { dashboard: board("A") }, b: { dashboard: board("B") } },
      sandbox: { seed: { workbooks: [{ slug: "b-2", name: "B", dashboardDraft: board("B2") }] } },
      proxy: distorting((text, asked) => (on ? twice(text, asked) : text)),
      applied: true,
    });
    const declare = (title: string) =>
      place.declare({ workbooks: { a: { dashboard: board(title) }, b: { dashboard: board(title) } } });
    const double = () => {
      on = true;
      place.sandbox.requests.length = 0;
    };
    const writes = () =>
      place.sandbox.requests
        .filter(({ method }) => method !== "GET")
        .map(({ method, path }) => `${method} ${path.split("/").at(-1)}`);
    return { ...place, declare, double, writes };
  }

  it("apply: exit 1, with the other workbook written", async () => {
    const { run, declare, double, writes } = await open();
    declare("New");
    double();
    const ran = await run("apply", "--yes");
    expect(ran.code).toBe(1);
    expect(ran.stdout + ran.stderr).toMatch(/the workbooks \d+ and \d+ both have this slug/);
    expect(writes()).toEqual(["PUT a"]);
  });

  it("plan: the first does not count as unchanged, though it is as declared", async () => {
    const { planned, double } = await open();
    double();
    const plan = await planned();
    expect(plan.summary).toMatchObject({ unchanged: 1, update: 0, create: 0 });
    expect(plan.diagnostics.map(({ rule, slug }) => `${rule} ${slug}`)).toEqual(["double-slug b"]);
  });

  it("a saved plan from before is refused, with both ids", async () => {
    const { run, declare, double, writes } = await open();
    declare("New");
    await run("plan", "--out", "plan.json");
    double();
    const ran = await run("apply", "plan.json", "--yes");
    expect(ran.code).toBe(3);
    expect(ran.stdout + ran.stderr).toMatch(/b: the workbooks \d+ and \d+ both have this slug/);
    expect(writes()).toEqual([]);
  });

  it("drift names them, and pull takes nothing from them", async () => {
    const { run, double, sandbox, read } = await open();
    const draft = sandbox.workbook("b")?.dashboardDraft;
    if (draft) draft.title = "Edited";
    double();
    const before = read("dashboards/all.yaml");
    const drift = await run("drift", "--json");
    expect(JSON.parse(drift.stdout)).toMatchObject({ changes: [], diagnostics: [{ rule: "double-slug" }] });
    const pull = await run("pull", "--all", "--json");
    expect(JSON.parse(pull.stdout)).toMatchObject({
      pulled: [],
      summary: { unchanged: 1 },
      notes: [{ code: "double-slug", key: "b" }],
    });
    expect(read("dashboards/all.yaml")).toBe(before);
  });

  it("rollback puts back the others only", async () => {
    const { run, ok, declare, double, writes, json } = await open();
    declare("New");
    await ok("apply", "--yes");
    const { runs } = await json<{ runs: { run: string }[] }>("rollback");
    double();
    const ran = await run("rollback", runs[0]?.run ?? "", "--yes");
    expect(ran.stdout + ran.stderr).toMatch(/b cannot be put back: the workbooks \d+ and \d+/);
    expect(writes()).toEqual(["PUT a"]);
    expect(ran.code).toBe(1);
  });
});

describe("a list of reports without meta", () => {
  const named = (...keys: string[]) =>
    stringify({
      reports: Object.fromEntries(
        keys.map((key) => [key, { name: key, query: { measures: ["orders.count"] } }]),
      ),
    });
  const theirs = { publicId: "abcdefghijkl", name: "Theirs", meta: { kind: "kpi" } };
  const hidden: Distortion = (text, { method, path }) =>
    method === "GET" && /\/reports(\?|$)/.test(path) ? text.replaceAll('"meta":', '"hidden":') : text;

  async function open(
    keys: string[],
    { seed = {}, distort = hidden }: { seed?: JsonObject; distort?: Distortion } = {},
  ) {
    const place = await openWorld({
      files: { "dashboards/all.yaml": named(...keys) },
      sandbox: { seed },
      proxy: distorting(distort),
    });
    if (keys.length > 0) expect((await place.run("apply", "--yes")).code).toBe(0);
    return {
      ...place,
      declare: (text: string) => place.write("dashboards/all.yaml", text),
      plan: place.planned,
      reads: () => place.sandbox.requests.filter(({ path }) => /reports\/\d+$/.test(path)).length,
    };
  }

  const unseen = ({ diagnostics }: Plan) => diagnostics.filter(({ rule }) => rule === "unseen-owner");

  it("is read one by one for what is declared: an applied report is ours, and can be changed", async () => {
    const { ok, plan, declare } = await open(["r"]);
    expect((await plan()).changes).toEqual([]);
    declare(named("r").replace("name: r", "name: Two"));
    expect((await plan()).changes).toMatchObject([
      { key: "r", action: "update", origin: "git", hazards: [] },
    ]);
    await ok("apply", "--yes");
    expect((await plan()).changes).toEqual([]);
  });

  it("hides no orphan: what could not be checked is counted, and with --prune each is read", async () => {
    const { ok, plan, declare, sandbox, reads } = await open(["a", "b", "c"], {
      seed: { reports: [theirs] },
    });
    declare(named("a"));
    sandbox.requests.length = 0;
    const found = await plan();
    expect([found.changes, reads()]).toEqual([[], 1]);
    expect(unseen(found)).toMatchObject([
      {
        message: expect.stringMatching(
          /^3 live reports could not be checked for orphans: .*manages a report$/,
        ),
        help: expect.stringContaining("`--prune` reads each of them"),
      },
    ]);
    const pruned = await plan("--prune");
    expect(pruned.changes.map(({ action, key }) => `${action} ${key}`)).toEqual(["delete b", "delete c"]);
    expect(unseen(pruned)).toEqual([]);
    await ok("apply", "--prune", "--yes", "--allow", "delete");
    declare("reports: {}");
    expect(unseen(await plan())).toMatchObject([{ message: expect.stringMatching(/^1 live report could/) }]);
  });

  it("is no list that leaves anything out, if a report has none by itself either", async () => {
    const none: Distortion = (text, { path }) =>
      /\/reports/.test(path) ? text.replaceAll('"meta":', '"hidden":') : text;
    const { plan, sandbox, reads } = await open([], { seed: { reports: [theirs] }, distort: none });
    expect(unseen(await plan())).toEqual([]);
    expect(reads()).toBe(1);
    sandbox.requests.length = 0;
    expect(unseen(await plan("--prune"))).toEqual([]);
  });

  it("counts what may not be read, also with --prune", async () => {
    let isUnread = false;
    const { plan, declare } = await open(["a", "b"], {
      distort: (text, exchange) =>
        isUnread &&
        exchange.method === "GET" &&
        /reports\/\d+$/.test(exchange.path) &&
        text.includes('"name":"b"')
          ? undefined
          : hidden(text, exchange),
    });
    isUnread = true;
    declare(named("a"));
    const found = await plan("--prune");
    expect(found.changes).toEqual([]);
    expect(unseen(found)).toMatchObject([
      { message: expect.stringMatching(/^1 live report could not be checked/) },
    ]);
  });
});

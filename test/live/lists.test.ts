// What lists of the platform may leave out, mix or show twice, and what each command makes of it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import { type Distortion, openDistorted } from "../support/distorted.ts";

const board = (title: string): JsonObject => ({
  kind: "CLASSIC",
  title,
  widgets: [{ id: "a", type: "CHART", position: { x: 0, y: 0, w: 6, h: 4 }, config: { title } }],
});
const files = (workbooks: JsonObject) => ({ "dashboards/all.yaml": stringify({ workbooks }) });

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
    const { run } = await openDistorted({
      files: files({ a: { dashboard: board("Ours") } }),
      sandbox: { seed },
      distort: inList((items) => [folder, ...items]),
    });
    const { changes } = JSON.parse((await run("plan", "--json")).stdout) as Plan;
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
    const place = await openDistorted({
      files: files({ a: { dashboard: board("A") }, b: { dashboard: board("B") } }),
      sandbox: { seed: others },
      distort: (text, exchange) => distort(text, exchange),
    });
    expect((await place.run("apply", "--yes")).code).toBe(0);
    const plan = async (...flags: string[]) =>
      JSON.parse((await place.run("plan", "--json", ...flags)).stdout) as Plan;
    const declare = (workbooks: JsonObject) =>
      writeFileSync(
        join(place.cwd, "dashboards/all.yaml"),
        files(workbooks)["dashboards/all.yaml"] as string,
      );
    return { ...place, plan, declare };
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
    const { plan, declare, run, seen, sandbox } = await open(withoutMeta, { workbooks: many });
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
    seen.length = 0;
    const pruned = await plan("--prune");
    expect(pruned.changes).toMatchObject([{ key: "b", action: "delete" }]);
    expect(pruned.diagnostics).toEqual([]);
    expect(seen.filter(({ path }) => /workbooks\/\d+$/.test(path))).toHaveLength(22);
    expect((await run("apply", "--prune", "--yes", "--allow", "delete,mass-change")).code).toBe(0);
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
    const { run, seen } = await openDistorted({
      files: files({ a: { dashboard: board("A") } }),
      sandbox: { seed: { workbooks: [...seed.workbooks, copy] } },
      distort: withoutMeta,
    });
    const listed = await run("preview", "list", "--json");
    expect(listed.code, listed.stderr).toBe(0);
    expect(listed.stdout).toContain('"pr-1"');
    expect(seen.filter(({ path }) => /workbooks\/\d+$/.test(path))).toHaveLength(1);
  });
});

describe("two live workbooks with one slug", () => {
  /** Shows the workbook of slug `b-2` as a second `b`. */
  const twice: Distortion = (text) => text.replaceAll('"slug":"b-2"', '"slug":"b"');

  async function open() {
    let on = false;
    const place = await openDistorted({
      files: files({ a: { dashboard: board("A") }, b: { dashboard: board("B") } }),
      sandbox: { seed: { workbooks: [{ slug: "b-2", name: "B", dashboardDraft: board("B2") }] } },
      distort: (text, exchange) => (on ? twice(text, exchange) : text),
    });
    expect((await place.run("apply", "--yes")).code).toBe(0);
    const declare = (title: string) =>
      writeFileSync(
        join(place.cwd, "dashboards/all.yaml"),
        files({ a: { dashboard: board(title) }, b: { dashboard: board(title) } })["dashboards/all.yaml"],
      );
    const double = () => {
      on = true;
      place.seen.length = 0;
    };
    const writes = () =>
      place.seen
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
    const { run, double } = await open();
    double();
    const plan = JSON.parse((await run("plan", "--json")).stdout) as Plan;
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
    const { run, double, cwd, sandbox } = await open();
    const draft = sandbox.workbook("b")?.dashboardDraft;
    if (draft) draft.title = "Edited";
    double();
    const before = readFileSync(join(cwd, "dashboards/all.yaml"), "utf8");
    const drift = await run("drift", "--json");
    expect(JSON.parse(drift.stdout)).toMatchObject({ changes: [], diagnostics: [{ rule: "double-slug" }] });
    const pull = await run("pull", "--all", "--json");
    expect(JSON.parse(pull.stdout)).toMatchObject({
      pulled: [],
      summary: { unchanged: 1 },
      notes: [{ code: "double-slug", key: "b" }],
    });
    expect(readFileSync(join(cwd, "dashboards/all.yaml"), "utf8")).toBe(before);
  });

  it("rollback puts back the others only", async () => {
    const { run, declare, double, writes } = await open();
    declare("New");
    expect((await run("apply", "--yes")).code).toBe(0);
    const { runs } = JSON.parse((await run("rollback", "--json")).stdout) as { runs: { run: string }[] };
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
    const place = await openDistorted({
      files: { "dashboards/all.yaml": named(...keys) },
      sandbox: { seed },
      distort,
    });
    if (keys.length > 0) expect((await place.run("apply", "--yes")).code).toBe(0);
    return {
      ...place,
      declare: (text: string) => writeFileSync(join(place.cwd, "dashboards/all.yaml"), text),
      plan: async (...flags: string[]) =>
        JSON.parse((await place.run("plan", "--json", ...flags)).stdout) as Plan,
      reads: () => place.seen.filter(({ path }) => /reports\/\d+$/.test(path)).length,
    };
  }

  const unseen = ({ diagnostics }: Plan) => diagnostics.filter(({ rule }) => rule === "unseen-owner");

  it("is read one by one for what is declared: an applied report is ours, and can be changed", async () => {
    const { run, plan, declare } = await open(["r"]);
    expect((await plan()).changes).toEqual([]);
    declare(named("r").replace("name: r", "name: Two"));
    expect((await plan()).changes).toMatchObject([
      { key: "r", action: "update", origin: "git", hazards: [] },
    ]);
    expect((await run("apply", "--yes")).code).toBe(0);
    expect((await plan()).changes).toEqual([]);
  });

  it("hides no orphan: what could not be checked is counted, and with --prune each is read", async () => {
    const { run, plan, declare, seen, reads } = await open(["a", "b", "c"], { seed: { reports: [theirs] } });
    declare(named("a"));
    seen.length = 0;
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
    expect((await run("apply", "--prune", "--yes", "--allow", "delete")).code).toBe(0);
    declare("reports: {}");
    expect(unseen(await plan())).toMatchObject([{ message: expect.stringMatching(/^1 live report could/) }]);
  });

  it("is no list that leaves anything out, if a report has none by itself either", async () => {
    const none: Distortion = (text, { path }) =>
      /\/reports/.test(path) ? text.replaceAll('"meta":', '"hidden":') : text;
    const { plan, seen, reads } = await open([], { seed: { reports: [theirs] }, distort: none });
    expect(unseen(await plan())).toEqual([]);
    expect(reads()).toBe(1);
    seen.length = 0;
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

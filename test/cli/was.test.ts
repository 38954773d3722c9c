import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import type { SandboxOptions } from "../../src/sandbox/index.ts";
import { type Hook, openProxy } from "../support/proxy.ts";
import { boardOf, type Loose, openWorld, type World, widget } from "../support/world.ts";

const plain = (text: string) => text.replaceAll(/\s+/g, " ");
const RENAMED = { key: "revenue", action: "rename", was: "sales", origin: "git", hazards: [], fields: [] };

/** With `sales` and `orders` applied and published; the files then call the first one `revenue`. */
async function openRenamed(options: SandboxOptions = {}) {
  const boards = { sales: boardOf("Sales", "One", "Two", "Three"), orders: boardOf("Orders", "One") };
  for (const board of Object.values(boards)) Object.assign(board, { publish: true });
  const place = await openWorld({ workbooks: boards, sandbox: options, applied: true });
  const { id, name, dashboardDraft, dashboardPublished } = place.sandbox.workbook("sales")!;
  renameInGit(place, { was: "sales" });
  return { ...place, before: { id, name, dashboardDraft, dashboardPublished } };
}

function renameInGit({ declare }: Pick<World, "declare">, more: object = {}): void {
  declare(({ workbooks }) => {
    const { sales, ...others } = workbooks;
    for (const slug of Object.keys(workbooks)) delete workbooks[slug];
    Object.assign(workbooks, { revenue: { ...sales, ...more }, ...others });
  });
}

function retitle(widgets: Loose[], id: string, title: string): void {
  widget(widgets, id).config.title = title;
}

async function applied({ ok }: Pick<World, "ok">, ...args: string[]): Promise<string> {
  const { stdout } = await ok("apply", "--yes", ...args);
  return plain(stdout);
}

describe("a workbook with `was`", () => {
  it("is renamed and nothing else, and keeps its id and what is published", async () => {
    const place = await openRenamed();
    const { run, json, sandbox, before } = place;
    const plan = await json<Plan>("plan");
    expect(plan.changes).toMatchObject([{ ...RENAMED, id: before.id }]);
    expect(plan.summary).toMatchObject({ rename: 1, unchanged: 1, create: 0, orphaned: 0 });
    expect((await run("plan", "--detailed-exitcode")).code).toBe(2);
    const told = plain((await run("plan")).stdout);
    expect(told).toContain("→ sales → revenue Sales");
    expect(told).toContain("1 to rename");
    const report = await json<Loose>("apply", "--yes");
    expect(report.summary).toMatchObject({ renamed: 1, unchanged: 1 });
    expect(sandbox.workbook("sales")).toBeUndefined();
    expect(sandbox.workbook("revenue")).toMatchObject(before);
    const again = await json<Plan>("plan");
    expect(again.changes).toEqual([]);
    expect(again.diagnostics).toMatchObject([{ rule: "was-done", severity: "warning", slug: "revenue" }]);
    place.declare(({ workbooks }) => Object.assign(workbooks.revenue!, { was: null }));
    expect(await json<Plan>("plan")).toMatchObject({ changes: [], diagnostics: [] });
  });

  it("says what changes besides, and whose edit each is", async () => {
    const place = await openRenamed();
    const { declare, inUi, json, sandbox, before } = place;
    declare(({ workbooks }) => retitle(workbooks.revenue!.dashboard.widgets, "a", "First"));
    inUi("sales", (widgets) => retitle(widgets, "b", "By hand"));
    const { changes } = await json<Plan>("plan");
    expect(changes).toMatchObject([
      {
        ...{ key: "revenue", action: "update", was: "sales", hazards: [{ code: "drift" }] },
        fields: [{ origin: "git" }, { origin: "live", before: "By hand", after: "Two" }],
      },
    ]);
    const { changes: drift } = await json<Plan>("drift");
    expect(drift).toMatchObject([{ key: "revenue", fields: [{ before: "By hand" }] }]);
    await applied(place, "--allow", "drift");
    expect(sandbox.workbook("revenue")?.id).toBe(before.id);
    expect((await json<Plan>("plan")).changes).toEqual([]);
  });

  it("is only stamped where it was renamed there already, by hand or by a run that was killed", async () => {
    const { rename, inUi, json, run, ok, before, sandbox } = await openRenamed();
    rename("sales", "revenue");
    expect((await json<Plan>("plan")).changes).toMatchObject([
      { key: "revenue", action: "stamp", hazards: [] },
    ]);
    // An edit made there is known for one, because the stamp is ours.
    inUi("revenue", (widgets) => retitle(widgets, "b", "By hand"));
    expect((await json<Plan>("plan")).changes).toMatchObject([{ hazards: [{ code: "drift" }] }]);
    expect((await run("apply", "--yes")).code).toBe(3);
    await ok("apply", "--yes", "--allow", "drift");
    expect(sandbox.workbook("revenue")?.id).toBe(before.id);
    expect((await json<Plan>("plan")).changes).toEqual([]);
  });

  it("is declared in the list of workbooks, by the file that renames it", async () => {
    const { run } = await openRenamed();
    const { stdout } = await run("workbooks", "list");
    expect(stdout).toMatch(/ sales +managed +acme +Sales .*dashboards\/all\.yaml/);
    expect(stdout).not.toMatch(/orphaned|deleted/);
  });

  it("is no orphan under its old slug: not with --prune, not narrowed, not for another shard", async () => {
    const place = await openRenamed();
    const { json } = place;
    for (const args of [["--prune"], ["--only", "revenue"], ["revenue"]])
      expect((await json<Plan>("plan", ...args)).changes, args.join(" ")).toMatchObject([RENAMED]);
    expect((await json<Plan>("plan", "--only", "orders")).changes).toEqual([]);
    const shards = await Promise.all([1, 2, 3].map((at) => json<Plan>("plan", "--shard", `${at}/3`)));
    expect(shards.flatMap(({ changes }) => changes)).toMatchObject([RENAMED]);
    await applied(place, "--prune", "--allow", "delete");
    expect(place.sandbox.workbook("revenue")).toMatchObject(place.before);
  });

  it("is renamed by a saved plan, which goes on where a run of it ended, and not once the slug is taken", async () => {
    const place = await openRenamed();
    const { run, ok, rename, sandbox, before, json, read, write } = place;
    await ok("plan", "--out", "p.json");
    rename("sales", "revenue");
    await applied(place, "p.json");
    expect(sandbox.workbook("revenue")).toMatchObject(before);
    expect((await json<Plan>("plan")).changes).toEqual([]);

    const other = await openRenamed();
    await other.ok("plan", "--out", "p.json");
    other.rename("orders", "revenue");
    const refused = await other.run("apply", "p.json", "--yes");
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("revenue");
    expect(other.sandbox.workbook("sales")).toMatchObject(other.before);
    // Nobody adds `was` to a plan that is written.
    const text = read("p.json");
    write("p.json", text.replace('"was": "sales"', '"was": "orders"'));
    expect((await run("apply", "p.json", "--yes")).code).toBe(3);
  });

  it("gets its old slug back by a rollback, with what it was then", async () => {
    const place = await openRenamed();
    const { declare, ok, sandbox, json, before } = place;
    await applied(place);
    const back = await ok("rollback", place.runs().at(-1)!, "--yes");
    expect(plain(back.stdout)).toContain("revenue → sales");
    expect(sandbox.workbook("revenue")).toBeUndefined();
    expect(sandbox.workbook("sales")).toMatchObject(before);
    expect((await json<Plan>("plan")).changes).toMatchObject([RENAMED]);
    declare(({ workbooks }) => retitle(workbooks.revenue!.dashboard.widgets, "a", "First"));
    await applied(place);
    await ok("rollback", place.runs().at(-1)!, "--yes");
    expect(sandbox.workbook("sales")).toMatchObject(before);
  });

  it.each([
    [
      "is live and another project's",
      (place: World) => own(place, "other"),
      /one that the project other manages/,
    ],
    ["is live and nobody's", (place: World) => own(place, undefined), /one that no project manages/],
  ])("is not made again while its old slug %s", async (_, make, words) => {
    const place = await openRenamed();
    make(place);
    const { code, stdout } = await place.run("plan");
    expect(code).toBe(1);
    expect(plain(stdout)).toMatch(words);
    expect((await place.json<Plan>("plan")).changes).toEqual([]);
  });

  it("is left alone where both slugs are live", async () => {
    const place = await openRenamed();
    place.rename("orders", "revenue");
    place.declare(({ workbooks }) => void delete workbooks.orders);
    const { code, stdout } = await place.run("plan");
    expect(code).toBe(1);
    expect(plain(stdout)).toContain("`was: sales`, and both are live: revenue (workbook");
    expect(await place.json<Plan>("plan")).toMatchObject({
      changes: [],
      diagnostics: [{ rule: "cannot-rename" }],
    });
  });

  it("is left alone on a platform that does not describe renaming", async () => {
    const place = await openRenamed();
    place.env.PLATFORM_API_URL = await openProxy(place.sandbox.url, withoutSlug);
    const { code, stdout } = await place.run("plan");
    expect(code).toBe(1);
    expect(plain(stdout)).toContain("this deployment does not describe renaming");
    expect(plain(stdout)).toContain("Give the workbook");
    place.rename("sales", "revenue");
    expect((await place.json<Plan>("plan")).changes).toMatchObject([{ action: "stamp" }]);
  });

  it("is new where the old one is not live, and says what is known of that", async () => {
    const place = await openRenamed();
    await place.remove("sales");
    expect((await place.json<Plan>("plan")).changes).toMatchObject([
      { key: "revenue", action: "create", reason: { code: "deleted" } },
    ]);
  });
});

/** The platform as it was before 0.2: its update by id takes no slug. */
const withoutSlug: Hook = async ({ path }, forward) => {
  const answer = await forward();
  const { components }: Loose = answer.body;
  if (path === "/api/v1/spec") delete components.schemas.UpdateWorkbookInput.properties.slug;
  return answer;
};

/** Its stamp is another project's, or gone. */
function own({ sandbox }: World, project: string | undefined): void {
  sandbox.edit("sales", (workbook) => {
    const stamp = workbook.meta.boardwright as object;
    workbook.meta = project === undefined ? {} : { boardwright: { ...stamp, project } };
  });
}

describe("a workbook that was renamed in the files without `was`", () => {
  it("looks renamed, and the plan says to add it", async () => {
    const place = await openWorld({
      workbooks: { sales: boardOf("Sales", "One", "Two", "Three") },
      applied: true,
    });
    renameInGit(place);
    const told = plain((await place.run("plan")).stdout);
    expect(told).toContain("looks renamed: like sales");
    expect(told).toContain("add `was: sales`");
    place.declare(({ workbooks }) => Object.assign(workbooks.revenue, { was: ["older", "sales"] }));
    expect((await place.json<Plan>("plan")).changes).toMatchObject([RENAMED]);
  });
});

describe("lint of `was`", () => {
  it.each([
    [{ a: { was: "a" } }, "`was` is the workbook's own name."],
    [{ a: { was: "b" }, b: { was: "a" } }, "The workbook `b` is still declared, at dashboards/all.yaml:"],
    [{ a: { was: "c" }, b: { was: ["d", "C"] } }, "The workbook `a` was `c` too, at dashboards/all.yaml:2."],
    [{ a: { was: 7 } }, "`was` must be text or a list, not the number 7."],
  ])("refuses %j", async (given, words) => {
    const place = await openWorld({ workbooks: {}, applied: true });
    place.declare(({ workbooks }) => {
      for (const [slug, more] of Object.entries(given))
        Object.assign(workbooks, { [slug]: { ...boardOf(slug, "One"), ...more } });
    });
    const { code, stdout } = await place.run("lint");
    expect(code).toBe(1);
    expect(plain(stdout)).toContain(words);
  });
});

describe("a report with `was`", () => {
  it("keeps its publicId, which came of its old key, and is renamed in its stamp alone", async () => {
    const query = { measures: ["orders.count"] };
    const place = await openWorld({
      workbooks: {},
      reports: { first: { name: "First", query } },
      applied: true,
    });
    const { json, declare, run, ok } = place;
    declare(({ reports }) => {
      delete reports.first;
      reports.second = { name: "First", was: "first", query };
    });
    const plan = await json<Plan>("plan");
    expect(plan.changes).toMatchObject([
      {
        kind: "report",
        key: "second",
        action: "rename",
        was: "first",
        origin: "git",
        hazards: [],
        fields: [],
      },
    ]);
    expect((await run("plan")).stdout).toContain("report first → second");
    await applied(place);
    expect((await json<Plan>("plan")).changes).toEqual([]);
    // A rollback has nothing to put back: the key is in no other place than the stamp.
    const last = place.runs().at(-1) ?? "";
    await ok("rollback", last!, "--yes");
    expect((await json<Plan>("plan")).changes).toEqual([]);
  });
});

describe("the rollback of a rename", () => {
  it("goes on after it was killed behind the slug: what else the run changed is still put back", async () => {
    let refuses = false;
    const proxy: Hook = async ({ method, path }, forward) =>
      refuses && method === "PUT" && path.includes("/by-slug/")
        ? { status: 403, body: { error: "Killed" } }
        : forward();
    const place = await openWorld({ workbooks: { sales: boardOf("Sales", "One") }, applied: true, proxy });
    renameInGit(place, { was: "sales", name: "Other" });
    await place.ok("apply", "--yes");
    const run = place.runs().at(-1) ?? "";
    refuses = true;
    expect((await place.run("rollback", run, "--yes")).code).toBe(1);
    expect(place.sandbox.workbook("sales")).toMatchObject({ name: "Other" });
    refuses = false;
    await place.ok("rollback", run, "--yes");
    expect(place.sandbox.workbook("sales")).toMatchObject({ name: "Sales" });
  });

  it("puts back what the same run changed of its reports", async () => {
    const count = { measures: ["orders.count"] };
    const chart = { id: "c", type: "CHART", position: [0, 9, 6, 4], config: { reportId: { $report: "r" } } };
    const board = boardOf("Sales", "One");
    board.dashboard.widgets.push(chart);
    const reports = {
      r: { name: "R", workbook: "sales", query: count },
      lone: { name: "Lone", workbook: "sales", query: count },
    };
    const place = await openWorld({ workbooks: { sales: board }, reports, applied: true });
    const before = [await place.reports(), place.sandbox.workbook("sales")?.id];
    renameInGit(place, { was: "sales" });
    place.declare(({ reports: all }) => {
      for (const report of Object.values(all))
        Object.assign(report, { workbook: "revenue", query: { measures: ["orders.revenue"] } });
    });
    await place.ok("apply", "--yes");
    const plan = await place.ok("rollback", place.runs().at(-1) ?? "", "--yes");
    expect(plan.stdout).toContain("2 reports to update, 1 to rename.");
    const now = [await place.reports(), place.sandbox.workbook("sales")?.id];
    const bare = ([all, id]: typeof now) => [
      (all as Loose[]).map(({ name, jsonQuery, workbookId }) => ({ name, jsonQuery, workbookId })),
      id,
    ];
    expect(bare(now)).toEqual(bare(before));
  });
});

// What viewers see is part of the live state: a publication that somebody made in the UI is drift, and stops an apply that was planned
// before it. One that is only pending (a review, a failure) is nobody's edit.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { driftOf } from "../../src/plan/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes, type World, type WorldOptions } from "../support/world.ts";

const wanted = (title: string) => ({ a: { publish: true, dashboard: board(title) } });
const open = (more: Partial<WorldOptions> = {}) => openWorld({ workbooks: wanted("A"), ...more });

/** Publishes something else than the draft, as the UI does. */
async function publishInUi({ platform, sandbox }: World, config: JsonObject): Promise<void> {
  const id = sandbox.workbook("a")?.id ?? 0;
  await platform.publishWorkbook(1, id, { config });
}

const seen = ({ sandbox }: World) => sandbox.workbook("a")?.publishedDashboard?.config.title;

describe("a publication that was replaced in the UI", () => {
  it("is drift: plan and drift say so, and an apply takes it back only if that is allowed", async () => {
    const world = await open();
    const { plan, deploy, actions } = world;
    expect(outcomes(await deploy())).toEqual(["a applied"]);
    expect(await actions()).toEqual([]);
    await publishInUi(world, board("Theirs"));
    const made = await plan();
    expect(made.changes).toMatchObject([
      {
        action: "publish",
        origin: "live",
        fields: [],
        hazards: [{ code: "drift", message: expect.stringContaining("version 2") }],
      },
    ]);
    const drift = driftOf(made);
    expect(drift.summary).toMatchObject({ update: 1, unchanged: 0 });
    expect(drift.changes).toMatchObject([{ key: "a", publish: false, hazards: [{ code: "drift" }] }]);
    expect(outcomes(await world.apply(made))).toEqual(["a applied"]);
    expect(seen(world)).toBe("A");
    expect(await actions()).toEqual([]);
    await publishInUi(world, board("Again"));
    expect((await plan()).changes[0]?.hazards).toHaveLength(1);
  });

  it("is drift also while Git changes the draft", async () => {
    const world = await open();
    await world.deploy();
    await publishInUi(world, board("Theirs"));
    const [change] = (await world.plan(wanted("New"))).changes;
    expect(change).toMatchObject({ action: "update", origin: "git", hazards: [{ code: "drift" }] });
    expect(driftOf(await world.plan(wanted("New"))).changes).toMatchObject([
      { key: "a", origin: "live", fields: [] },
    ]);
  });

  it("is no drift if it shows what was applied, or the draft, which is compared anyway", async () => {
    const world = await open();
    await world.deploy();
    await publishInUi(world, board("A"));
    expect(await world.actions()).toEqual([]);
    world.sandbox.edit("a", ({ dashboardDraft }) => Object.assign(dashboardDraft ?? {}, { title: "Edited" }));
    await publishInUi(world, board("Edited"));
    const [change] = (await world.plan()).changes;
    expect(change?.hazards.map(({ message }) => message)).toEqual([
      "edited outside Git since the last apply",
    ]);
  });

  it("is none either where the project does not publish, or only what it ignores differs", async () => {
    const world = await openWorld({ workbooks: { a: { dashboard: board("A") } } });
    await world.deploy();
    await publishInUi(world, board("Theirs"));
    expect(await world.actions()).toEqual([]);
    const ignoring = await open({ settings: 'ignore: ["dashboard.settings.viewedBy"]\n' });
    await ignoring.deploy();
    await publishInUi(ignoring, board("A", { settings: { viewedBy: "somebody" } }));
    expect(await ignoring.actions()).toEqual([]);
  });
});

describe("a publication that is pending", () => {
  it("is nobody's edit: a review that waits is no drift", async () => {
    let isReviewed = false;
    const review: Hook = async (asked, forward) =>
      asked.path.endsWith("/publish") && isReviewed
        ? { status: 400, body: { error: "This dashboard requires review before publishing" } }
        : forward();
    const world = await open({ proxy: review });
    await world.deploy();
    isReviewed = true;
    expect(outcomes(await world.deploy(wanted("New")))).toEqual(["a awaiting-review"]);
    const made = await world.plan(wanted("New"));
    expect(made.changes).toMatchObject([{ action: "publish", origin: "git", hazards: [] }]);
    expect(driftOf(made).changes).toEqual([]);
  });
});

describe("a publication between plan and apply", () => {
  it.each<[string, string]>([
    ["a publication alone", "A"],
    ["an update", "New"],
  ])("makes %s stale, and viewers keep what they see", async (_, title) => {
    const world = await open();
    await world.deploy();
    if (title === "A") await publishInUi(world, board("Theirs"));
    const made = await world.plan(wanted(title));
    await publishInUi(world, board("Theirs, later"));
    const { results } = await world.apply(made);
    expect(results).toMatchObject([
      { status: "stale", error: { message: expect.stringContaining("published") } },
    ]);
    expect(seen(world)).toBe("Theirs, later");
  });

  it("makes an update stale also where it is the draft as it was until then", async () => {
    const world = await open();
    await world.deploy();
    world.sandbox.edit("a", ({ dashboardDraft }) => Object.assign(dashboardDraft ?? {}, { title: "Theirs" }));
    const made = await world.plan(wanted("New"));
    await publishInUi(world, board("Theirs"));
    expect(outcomes(await world.apply(made))).toEqual(["a stale stale"]);
    expect(seen(world)).toBe("Theirs");
  });

  it("does not stop one that is already as planned", async () => {
    const world = await open();
    await world.deploy();
    const made = await world.plan(wanted("New"));
    expect(outcomes(await world.apply(made))).toEqual(["a applied"]);
    expect(outcomes(await world.apply(made))).toEqual(["a applied"]);
  });
});

// A run is killed when its publication has landed, on a platform that fills something in when it publishes. What came of it is ours.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const entry = (title: string) => ({ a: { name: "A", publish: true, dashboard: board(title) } });

/** `a` as a run leaves it that gets no answer any more once it has published. */
async function leavePublished(quirks: string, merge: "shallow" | "deep", isUpdate: boolean) {
  let isCut = false;
  let isDown = false;
  const proxy: Hook = async ({ method }, forward) => {
    if (isDown) return "drop";
    const answer = await forward();
    isDown = isCut && method === "POST";
    return isDown ? "drop" : answer;
  };
  const world = await openWorld({ workbooks: entry("One"), sandbox: { quirks, merge }, proxy });
  if (isUpdate) await world.deploy();
  const wanted = entry(isUpdate ? "Two" : "One");
  const plan = await world.plan(wanted);
  isCut = true;
  await world.apply(plan);
  expect(isDown).toBe(true);
  isCut = isDown = false;
  return { ...world, wanted };
}

const ROWS = ["fills-publications", "fills-publications,fills-defaults"].flatMap((quirks) =>
  (["shallow", "deep"] as const).flatMap((merge) =>
    [false, true].map((isUpdate) => [quirks, merge, isUpdate] as const),
  ),
);

describe.each(ROWS)("killed after a publication (%s, %s merge, update: %s)", (quirks, merge, isUpdate) => {
  it("is completed by running it again", async () => {
    const { plan, apply, wanted } = await leavePublished(quirks, merge, isUpdate);
    const again = await plan(wanted);
    expect(again.changes.flatMap(({ hazards }) => hazards)).toEqual([]);
    await apply(again);
    expect((await plan(wanted)).changes).toEqual([]);
  });

  it("hides no edit of a value, and none of what is published later", async () => {
    const { plan, deploy, sandbox, wanted } = await leavePublished(quirks, merge, isUpdate);
    sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = { ...workbook.dashboardDraft, title: "Mine" };
    });
    expect((await plan(wanted)).changes).toMatchObject([{ hazards: [{ code: "drift" }] }]);
    expect(outcomes(await deploy(wanted))).toEqual(["a applied"]);
    sandbox.edit("a", (workbook) => {
      const shown = workbook.publishedDashboard as { versionNumber: number; config: JsonObject };
      const config = { ...workbook.dashboardPublished, description: "Mine" };
      workbook.dashboardPublished = config;
      workbook.publishedDashboard = { ...shown, versionNumber: shown.versionNumber + 1, config } as never;
    });
    expect((await plan(wanted)).changes).toMatchObject([{ hazards: [{ code: "drift" }] }]);
  });
});

describe("killed before a publication, which somebody else makes", () => {
  it.each([
    ["", "drift"],
    ["fills-publications", undefined],
  ])("with something added (%s): told where this platform never added anything", async (quirks, code) => {
    let isDown = false;
    const proxy: Hook = async ({ method }, forward) => {
      if (isDown && method === "POST") return "drop";
      return forward();
    };
    const { plan, apply, deploy, sandbox } = await openWorld({
      workbooks: entry("One"),
      sandbox: { quirks },
      proxy,
    });
    await deploy();
    isDown = true;
    await apply(await plan(entry("Two")));
    isDown = false;
    sandbox.edit("a", (workbook) => {
      const shown = workbook.publishedDashboard as { versionNumber: number; config: JsonObject };
      const config = { ...workbook.dashboardDraft, description: "Mine" } as JsonObject;
      workbook.dashboardPublished = config as never;
      workbook.publishedDashboard = { ...shown, versionNumber: shown.versionNumber + 1, config } as never;
    });
    const again = await plan(entry("Two"));
    expect(again.changes).toMatchObject([{ key: "a", publish: true, hazards: code ? [{ code }] : [] }]);
  });
});

// A run that ends between a draft and the stamp that knows the answer, on a platform that fills in defaults: what was filled in before
// is known by the stamp that the run left, so nothing is listed that is no difference, and an edit made since is one.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const REFUSED = { status: 400, body: { error: "not now" } };

/** Two applies; the second one's stamp is refused, so its draft is there under a stamp that has seen no answer. */
async function breakOff(second: JsonObject) {
  let left = Number.POSITIVE_INFINITY;
  const hook: Hook = async (asked, forward) => {
    if (asked.method !== "PUT") return forward();
    left -= 1;
    return left < 0 ? REFUSED : forward();
  };
  const first = { a: { name: "A", dashboard: board("One") } };
  const world = await openWorld({ workbooks: first, sandbox: { quirks: "fills-defaults" }, proxy: hook });
  expect(outcomes(await world.deploy())).toEqual(["a applied"]);
  left = 1;
  const workbooks = { a: { name: "A", dashboard: second } };
  expect((await world.deploy(workbooks)).results[0]?.status).toBe("failed");
  left = Number.POSITIVE_INFINITY;
  return { ...world, workbooks };
}

const second = board("Two");
const retyped = board("One", {
  widgets: [{ id: "a", type: "FILTER", position: { x: 0, y: 0, w: 6, h: 4 }, config: { member: "x.y" } }],
});

describe("after a run that saw no answer", () => {
  it("nothing that the platform had filled in before is listed, and the same again completes it", async () => {
    const { plan, deploy, actions, workbooks } = await breakOff(second);
    expect((await plan(workbooks)).changes.flatMap(({ fields }) => fields)).toEqual([]);
    expect(outcomes(await deploy(workbooks))).toEqual(["a applied"]);
    expect(await actions(workbooks)).toEqual([]);
  });

  it("an edit made since stops an apply, and what was only added stays", async () => {
    const { plan, deploy, sandbox, workbooks } = await breakOff(second);
    const edit = (change: (draft: JsonObject) => JsonObject) =>
      sandbox.edit("a", (workbook) => {
        workbook.dashboardDraft = change(workbook.dashboardDraft as JsonObject);
      });
    edit((draft) => ({
      ...draft,
      theme: { brand: "red" },
      widgets: (draft.widgets as JsonObject[]).map((widget) => ({ ...widget, note: "by hand" })),
    }));
    expect((await plan(workbooks)).changes).toMatchObject([{ action: "stamp", hazards: [] }]);
    edit((draft) => ({ ...draft, title: "By hand" }));
    expect((await plan(workbooks)).changes).toMatchObject([
      { origin: "unknown", hazards: [{ code: "adopt" }], fields: [{ path: "dashboard.title" }] },
    ]);
    await deploy(workbooks);
    expect(sandbox.workbook("a")?.dashboardDraft).toMatchObject({
      title: "Two",
      theme: { brand: "red" },
      widgets: [{ note: "by hand" }],
    });
    expect((await plan(workbooks)).changes).toEqual([]);
    // Whoever added it: no later apply takes it away.
    const third = { a: { name: "A", dashboard: board("Three") } };
    expect(outcomes(await deploy(third))).toEqual(["a applied"]);
    expect(sandbox.workbook("a")?.dashboardDraft).toMatchObject({
      title: "Three",
      theme: { brand: "red" },
      widgets: [{ note: "by hand" }],
    });
    expect((await plan(third)).changes).toEqual([]);
  });

  it("what is there besides in a widget that the run changed may be a default of it", async () => {
    const { plan, deploy, actions, workbooks } = await breakOff(retyped);
    expect((await plan(workbooks)).changes.flatMap(({ hazards }) => hazards)).toEqual([]);
    expect(outcomes(await deploy(workbooks))).toEqual(["a applied"]);
    expect(await actions(workbooks)).toEqual([]);
  });
});

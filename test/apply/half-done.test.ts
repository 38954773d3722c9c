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

  it.each<[string, (draft: JsonObject) => JsonObject, string]>([
    ["a key that is new there", (draft) => ({ ...draft, theme: { brand: "red" } }), "dashboard.theme"],
    ["a text that is new there", (draft) => ({ ...draft, description: "by hand" }), "dashboard.description"],
    [
      "a default",
      (draft) => ({ ...draft, settings: { ...(draft.settings as JsonObject), refresh: 61 } }),
      "dashboard.settings.refresh",
    ],
    [
      "a key of a widget",
      (draft) => ({
        ...draft,
        widgets: (draft.widgets as JsonObject[]).map((widget) => ({ ...widget, note: "by hand" })),
      }),
      "dashboard.widgets[a].note",
    ],
  ])("an edit made since is a live edit, and stops an apply: %s", async (_, edit, path) => {
    const { plan, sandbox, workbooks } = await breakOff(second);
    sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = edit(workbook.dashboardDraft as JsonObject);
    });
    const [change] = (await plan(workbooks)).changes;
    expect(change?.fields.map((field) => [field.path, field.origin])).toEqual([[path, "live"]]);
    expect(change?.hazards.map(({ code }) => code)).toEqual(["drift"]);
  });

  it("what is there besides in a widget that the run changed may be a default of it", async () => {
    const { plan, deploy, actions, workbooks } = await breakOff(retyped);
    expect((await plan(workbooks)).changes.flatMap(({ hazards }) => hazards)).toEqual([]);
    expect(outcomes(await deploy(workbooks))).toEqual(["a applied"]);
    expect(await actions(workbooks)).toEqual([]);
  });
});

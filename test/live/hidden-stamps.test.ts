// Lists of workbooks that show `meta` without the stamp in it, while the read of one workbook shows both.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { alterItems, type Hook } from "../support/proxy.ts";
import { openWorld } from "../support/world.ts";

const board = (markdown: string): JsonObject => ({
  kind: "CLASSIC",
  title: "T",
  widgets: [{ id: "a", type: "TEXT", position: { x: 0, y: 0, w: 6, h: 4 }, config: { markdown } }],
});
const SLUGS = ["a", "b", "c", "d", "e"];
const files = (slugs: readonly string[]) => ({
  workbooks: Object.fromEntries(slugs.map((slug) => [slug, { dashboard: board("hi") }])),
});

const hidden: Hook = async ({ method, path }, forward) => {
  const answer = await forward();
  if (method !== "GET" || !path.endsWith("/workbooks")) return answer;
  return alterItems(answer, ({ meta, ...item }) => ({
    ...item,
    meta: { ...(meta as JsonObject), boardwright: undefined } as never,
  }));
};

async function open(proxy = hidden) {
  const place = await openWorld({
    ...files(SLUGS),
    sandbox: { seed: { workbooks: [{ slug: "other", name: "Other" }] } },
    proxy,
    applied: true,
  });
  place.sandbox.requests.length = 0;
  return {
    ...place,
    plan: place.planned,
    declare: (slugs: readonly string[]) => place.declare(files(slugs)),
    edit(slug: string) {
      place.sandbox.edit(slug, (workbook) => {
        workbook.dashboardDraft = board("UI");
      });
    },
    reads: () => place.sandbox.requests.filter(({ path }) => /workbooks\/\d+$/.test(path)).length,
  };
}

describe("a list that leaves the stamp out of meta", () => {
  it("is read one by one for what is declared: nothing to stamp, and an edit is drift", async () => {
    const { plan, edit, reads } = await open();
    expect((await plan()).summary).toMatchObject({ unchanged: 5, stamp: 0 });
    // Each once, and the one that no file declares.
    expect(reads()).toBe(6);
    edit("d");
    expect((await plan()).changes).toMatchObject([
      { key: "d", action: "update", origin: "live", hazards: [{ code: "drift" }] },
    ]);
  });

  it("hides no orphan and no renamed slug", async () => {
    const { plan, declare, sandbox } = await open();
    sandbox.edit("b", (workbook) => {
      workbook.slug = "bx";
    });
    declare(["a", "b", "c", "d"]);
    const { changes } = await plan();
    expect(changes).toMatchObject([
      { key: "b", action: "create", hazards: [{ code: "renamed" }] },
      { key: "e", action: "orphaned" },
    ]);
    expect((await plan("--prune")).changes).toMatchObject([{ key: "b" }, { key: "e", action: "delete" }]);
  });

  it("is none if one of the list has its stamp: then what has none lost it, and nothing is read", async () => {
    const { plan, sandbox, reads } = await open((_, forward) => forward());
    sandbox.edit("b", (workbook) => {
      workbook.meta = {};
      workbook.dashboardDraft = board("UI");
    });
    const { changes } = await plan();
    expect(changes).toMatchObject([{ key: "b", hazards: [{ code: "adopt" }] }]);
    expect(reads()).toBe(0);
  });

  it("is asked of three at most if nothing has a stamp, as before the first apply", async () => {
    const workbooks = SLUGS.map((slug) => ({ slug, name: slug, dashboardDraft: board("hi") }));
    const { planned, sandbox } = await openWorld({ ...files(SLUGS), sandbox: { seed: { workbooks } } });
    const { summary } = await planned();
    expect(summary).toMatchObject({ stamp: 5 });
    expect(sandbox.requests.filter(({ path }) => /workbooks\/\d+$/.test(path))).toHaveLength(3);
  });
});

// Lists that show no `meta` of workbooks and of reports, while the read of one shows it with the stamp.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { type Loose, openWorld } from "../support/world.ts";

const KEYS = ["a", "b", "c", "d", "e"];
const board = (key: string, title = "T"): JsonObject => ({
  kind: "CLASSIC",
  title,
  widgets: [
    {
      id: "w",
      type: "CHART",
      position: { x: 0, y: 0, w: 6, h: 4 },
      config: { reportId: { $report: `r-${key}` } },
    },
  ],
});
const files = (keys: readonly string[]) => ({
  workbooks: Object.fromEntries(keys.map((key) => [key, { publish: true, dashboard: board(key) }])),
  reports: Object.fromEntries(
    keys.map((key) => [
      `r-${key}`,
      {
        name: `Report ${key}`,
        workbook: key,
        query: { measures: ["orders.count"] },
        meta: { kind: "kpi" },
      },
    ]),
  ),
});

async function open() {
  const place = await openWorld({
    ...files(KEYS),
    sandbox: {
      quirks: "lists-without-meta",
      seed: {
        workbooks: [1, 2, 3, 4].map((id) => ({ id, slug: `other-${id}`, name: "Other" })),
        reports: [5, 6, 7, 8].map((id) => ({
          id,
          publicId: `other000000${id}`,
          name: "Other",
          meta: { kind: "kpi" },
        })),
      },
    },
    applied: true,
  });
  place.sandbox.requests.length = 0;
  return {
    ...place,
    plan: place.planned,
    declare: (keys: readonly string[]) => place.declare(files(keys)),
    reads: () =>
      place.sandbox.requests
        .map(({ path }) => path.match(/(?:workbooks|reports)\/\d+$/)?.[0])
        .filter((path) => path),
  };
}

describe("lists without meta", () => {
  it("leave nothing to stamp and nothing to do: what is declared is read, each once", async () => {
    const { plan, reads, ok } = await open();
    expect(await plan()).toMatchObject({ changes: [], summary: { unchanged: 5 } });
    expect(new Set(reads()).size).toBe(reads().length);
    await ok("drift");
  });

  it("hide no edit, and the apply that takes it back is none of a stranger's work", async () => {
    const { plan, sandbox, ok } = await open();
    sandbox.edit("c", (workbook) => {
      if (workbook.dashboardDraft) workbook.dashboardDraft.title = "Edited";
    });
    expect((await plan()).changes).toMatchObject([
      { key: "c", origin: "live", hazards: [{ code: "drift" }] },
    ]);
    await ok("apply", "--yes", "--allow", "drift");
    expect((await plan()).changes).toEqual([]);
  });

  it("hide no orphan from --prune, and no plan takes what is not ours for one", async () => {
    const { plan, declare } = await open();
    declare(["a", "b"]);
    const { changes } = await plan("--prune");
    expect(changes.map(({ kind, key, action }) => `${action} ${kind} ${key}`).sort()).toEqual(
      ["c", "d", "e"].flatMap((key) => [`delete report r-${key}`, `delete workbook ${key}`]).sort(),
    );
  });

  it("hide from the inventory nobody's and nothing of ours", async () => {
    const { json } = await open();
    const listed = await json<Loose>("workbooks", "list");
    const states = listed.map((item: { slug: string; inventory: { state: string } }) => [
      item.slug,
      item.inventory.state,
    ]);
    expect(Object.fromEntries(states)).toMatchObject({
      a: "managed",
      e: "managed",
      "other-1": "unmanaged",
    });
  });
});

// Lists that show no `meta` of workbooks and of reports, while the read of one shows it with the stamp.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import { openDistorted } from "../support/distorted.ts";

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
const files = (keys: readonly string[]) =>
  stringify({
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
  const place = await openDistorted({
    files: { "dashboards/all.yaml": files(KEYS) },
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
    distort: (text) => text,
  });
  const applied = await place.run("apply", "--yes");
  expect(applied.code, applied.stdout + applied.stderr).toBe(0);
  place.seen.length = 0;
  return {
    ...place,
    plan: async (...flags: string[]) =>
      JSON.parse((await place.run("plan", "--json", ...flags)).stdout) as Plan,
    declare: (keys: readonly string[]) => writeFileSync(join(place.cwd, "dashboards/all.yaml"), files(keys)),
    reads: () =>
      place.seen.map(({ path }) => path.match(/(?:workbooks|reports)\/\d+$/)?.[0]).filter((path) => path),
  };
}

describe("lists without meta", () => {
  it("leave nothing to stamp and nothing to do: what is declared is read, each once", async () => {
    const { plan, reads, run } = await open();
    expect(await plan()).toMatchObject({ changes: [], summary: { unchanged: 5 } });
    expect(new Set(reads()).size).toBe(reads().length);
    expect((await run("drift")).code).toBe(0);
  });

  it("hide no edit, and the apply that takes it back is none of a stranger's work", async () => {
    const { plan, sandbox, run } = await open();
    sandbox.edit("c", (workbook) => {
      if (workbook.dashboardDraft) workbook.dashboardDraft.title = "Edited";
    });
    expect((await plan()).changes).toMatchObject([
      { key: "c", origin: "live", hazards: [{ code: "drift" }] },
    ]);
    const applied = await run("apply", "--yes", "--allow", "drift");
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
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
    const { run } = await open();
    const listed = JSON.parse((await run("workbooks", "list", "--json")).stdout);
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

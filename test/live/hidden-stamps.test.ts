// Lists of workbooks that show `meta` without the stamp in it, while the read of one workbook shows both.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import { type Distortion, openDistorted } from "../support/distorted.ts";

const board = (markdown: string): JsonObject => ({
  kind: "CLASSIC",
  title: "T",
  widgets: [{ id: "a", type: "TEXT", position: { x: 0, y: 0, w: 6, h: 4 }, config: { markdown } }],
});
const SLUGS = ["a", "b", "c", "d", "e"];
const files = (slugs: readonly string[]) =>
  stringify({ workbooks: Object.fromEntries(slugs.map((slug) => [slug, { dashboard: board("hi") }])) });

const hidden: Distortion = (text, { method, path }) => {
  if (method !== "GET" || !/\/workbooks(\?|$)/.test(path)) return text;
  const { items, ...rest } = JSON.parse(text) as { items: { meta: JsonObject }[] };
  for (const { meta } of items) delete meta.boardwright;
  return JSON.stringify({ ...rest, items, data: undefined, count: undefined });
};

async function open(distort = hidden) {
  const place = await openDistorted({
    files: { "dashboards/all.yaml": files(SLUGS) },
    sandbox: { seed: { workbooks: [{ slug: "other", name: "Other" }] } },
    distort,
  });
  const applied = await place.run("apply", "--yes");
  expect(applied.code, applied.stdout + applied.stderr).toBe(0);
  place.seen.length = 0;
  return {
    ...place,
    plan: async (...flags: string[]) =>
      JSON.parse((await place.run("plan", "--json", ...flags)).stdout) as Plan,
    declare: (slugs: readonly string[]) =>
      writeFileSync(join(place.cwd, "dashboards/all.yaml"), files(slugs)),
    edit(slug: string) {
      place.sandbox.edit(slug, (workbook) => {
        workbook.dashboardDraft = board("UI");
      });
    },
    reads: () => place.seen.filter(({ path }) => /workbooks\/\d+$/.test(path)).length,
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
    const { plan, sandbox, reads } = await open((text) => text);
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
    const { run, seen } = await openDistorted({
      files: { "dashboards/all.yaml": files(SLUGS) },
      sandbox: { seed: { workbooks } },
      distort: (text) => text,
    });
    const { summary } = JSON.parse((await run("plan", "--json")).stdout) as Plan;
    expect(summary).toMatchObject({ stamp: 5 });
    expect(seen.filter(({ path }) => /workbooks\/\d+$/.test(path))).toHaveLength(3);
  });
});

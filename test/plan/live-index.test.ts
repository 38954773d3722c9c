// One row for each live workbook: under which slug the files know it, who else has that, and where what was applied under a slug is now.
import { describe, expect, it } from "vitest";
import { LiveIndex, type LiveWorkbook } from "../../src/plan/index.ts";
import { liveWorkbook } from "./support.ts";
import { applied } from "./world.ts";

const scope = { project: "acme", deploymentId: 1 };
const indexOf = (live: readonly LiveWorkbook[], renames: Record<string, string> = {}) => {
  const declared = new Map(Object.values(renames).map((slug) => [slug, { slug, was: Object.keys(renames) }]));
  const index = new LiveIndex({ scope, declared, renames: new Map(Object.entries(renames)) });
  for (const workbook of live) index.add(workbook);
  return index;
};
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe("the index of live workbooks", () => {
  it("knows a workbook of ours by the slug that the files give it, and one of others by its own", () => {
    const ours = applied("sales");
    const index = indexOf([ours, liveWorkbook("stock", { id: 7 })], { sales: "revenue", stock: "goods" });
    expect([...index.ids()]).toEqual([
      ["revenue", ours.id],
      ["stock", 7],
    ]);
    expect(index.holders("revenue")[0]).toMatchObject({ slug: "sales", owner: "us" });
  });

  it("takes the later of two sights of one workbook, and names what shares a slug", () => {
    const index = indexOf([7, 8].map((id) => liveWorkbook("sales", { id })));
    expect([...index.doubles()]).toEqual([["sales", [7, 8]]]);
    index.add(liveWorkbook("stock", { id: 8, meta: applied("stock").meta }));
    expect(index.doubles().size).toBe(0);
    expect(idsOf(index.holders("stock"))).toEqual([8]);
    expect(index.isSettled("stock")).toBe(true);
  });

  it("says where what was applied under a slug is now, the oldest first, also without a slug", () => {
    const { meta } = applied("sales");
    const index = indexOf([liveWorkbook("copy", { id: 9, meta })]);
    index.addUnnamed(liveWorkbook("", { id: 5, name: "Sales", meta }));
    expect([idsOf(index.moved("sales")), index.movedSlugs()]).toEqual([[5, 9], ["sales"]]);
    expect([index.isSettled("sales"), index.older("sales", 9)]).toEqual([false, undefined]);
    index.add(liveWorkbook("sales", { id: 7, meta }));
    expect([index.older("sales", 7)?.id, index.older("sales", 5)]).toEqual([5, undefined]);
    expect(index.holders("")).toEqual([]);
  });

  it("keeps what dashboards draw by the keys that name reports, at any depth", () => {
    const draft = { widgets: [{ config: { reportId: 3, deep: [{ reportId: 4 }] } }] };
    const live = liveWorkbook("a", {
      draft,
      published: { widgets: [{ config: { reportId: 5, other: 6 } }] },
    });
    const { draws, shows } = indexOf([]).add(live);
    expect([[...draws], [...shows]]).toEqual([[3, 4], [5]]);
  });
});

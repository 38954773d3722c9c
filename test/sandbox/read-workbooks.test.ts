import { describe, expect, it } from "vitest";
import { start, widget } from "./support.ts";

const slugs = (items: { slug: string }[]) => items.map(({ slug }) => slug);

describe("the list of workbooks", () => {
  it("has everything by ascending id without `first`, under items and data", async () => {
    const { at, upsert } = await start({
      seed: {
        workbooks: [
          { id: 9, slug: "nine" },
          { id: 4, slug: "four", dashboardDraft: { title: "4" } },
        ],
      },
    });
    await upsert("ten");
    const { body } = await at("GET", "/workbooks");
    expect(slugs(body.items)).toEqual(["four", "nine", "ten"]);
    expect(body.data).toEqual(body.items);
    expect(body.count).toBe(3);
    expect(body.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
    expect(body.items[0]).toEqual((await at("GET", "/workbooks/4")).body);
  });

  it("is empty with null cursors", async () => {
    const { at } = await start();
    expect((await at("GET", "/workbooks")).body).toEqual({
      items: [],
      data: [],
      count: 0,
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  it("pages by cursor, and a cursor outlives what it points at", async () => {
    const { at } = await start({
      seed: { workbooks: [1, 2, 3, 4, 5].map((id) => ({ id, slug: `w${id}` })) },
    });
    const first = (await at("GET", "/workbooks?first=2")).body;
    expect(slugs(first.items)).toEqual(["w1", "w2"]);
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(first.count).toBe(5);
    await at("DELETE", "/workbooks/2");
    const second = (await at("GET", `/workbooks?first=2&after=${first.pageInfo.endCursor}`)).body;
    expect(slugs(second.items)).toEqual(["w3", "w4"]);
    const third = (await at("GET", `/workbooks?first=2&after=${second.pageInfo.endCursor}`)).body;
    expect(slugs(third.items)).toEqual(["w5"]);
    expect(third.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  it("cuts a page at 1000", async () => {
    const workbooks = Array.from({ length: 1001 }, (_, index) => ({ slug: `w${index}` }));
    const { at } = await start({ seed: { workbooks } });
    const { body } = await at("GET", "/workbooks?first=5000");
    expect(body.items).toHaveLength(1000);
    expect(body.pageInfo.hasNextPage).toBe(true);
    expect((await at("GET", "/workbooks")).body.items).toHaveLength(1001);
  });

  it.each(["first=0", "first=-1", "first=x", "after=!!", "folderId=x"])("refuses %s", async (query) => {
    const { at } = await start();
    expect((await at("GET", `/workbooks?${query}`)).status).toBe(400);
  });

  it("filters by folder; 0 is the root", async () => {
    const { at } = await start({
      seed: {
        folders: [{ id: 5, name: "F" }],
        workbooks: [{ slug: "in", folderId: 5 }, { slug: "out" }],
      },
    });
    expect(slugs((await at("GET", "/workbooks?folderId=5")).body.items)).toEqual(["in"]);
    expect(slugs((await at("GET", "/workbooks?folderId=0")).body.items)).toEqual(["out"]);
    expect((await at("GET", "/workbooks?folderId=6")).status).toBe(404);
  });

  it("leaves the dashboards out where the seed says so; single reads have them", async () => {
    const { at, upsert } = await start({ seed: { listDrafts: false } });
    const { id } = (await upsert("a", { meta: { dashboardDraft: { widgets: [widget("w")] } } })).body;
    const [item] = (await at("GET", "/workbooks")).body.items;
    expect(item).toMatchObject({ id, slug: "a" });
    for (const key of ["dashboardDraft", "dashboardPublished", "publishedDashboard"])
      expect(item).not.toHaveProperty(key);
    expect((await at("GET", `/workbooks/${id}`)).body.dashboardDraft.widgets).toHaveLength(1);
  });
});

describe("single reads and deletion", () => {
  it("answers 404 for no such workbook and for one of another deployment", async () => {
    const { at } = await start({
      seed: { deployments: [{ id: 1 }, { id: 2 }], workbooks: [{ id: 7, slug: "a", deploymentId: 2 }] },
    });
    for (const path of ["/workbooks/7", "/workbooks/8", "/workbooks/x"]) {
      expect((await at("GET", path)).status).toBe(404);
      expect((await at("DELETE", path)).status).toBe(404);
    }
  });

  it("deletes: gone from reads, the slug free, the id not used again, reports left without a workbook", async () => {
    const { at, upsert } = await start({
      seed: { workbooks: [{ id: 150, slug: "a" }], reports: [{ id: 40, name: "R", workbookId: 150 }] },
    });
    expect(await at("DELETE", "/workbooks/150")).toMatchObject({ status: 200, body: {} });
    expect((await at("GET", "/workbooks/150")).status).toBe(404);
    expect((await at("GET", "/workbooks")).body.items).toEqual([]);
    expect((await at("GET", "/reports/40")).body.workbookId).toBeNull();
    expect((await upsert("a")).body.id).toBe(151);
  });
});

describe("edit, as somebody in the UI", () => {
  it("changes what the change says and moves updatedAt only then", async () => {
    const { sandbox, at } = await start({
      seed: {
        workbooks: [{ slug: "a", updatedAt: "2026-01-01T00:00:00.000Z", dashboardDraft: { title: "T" } }],
      },
    });
    sandbox.edit("a", () => {});
    expect(sandbox.workbook("a")?.updatedAt).toBe("2026-01-01T00:00:00.000Z");
    sandbox.edit("A ", (workbook) => {
      workbook.dashboardDraft = { title: "Edited" };
      workbook.meta.note = 1;
    });
    const [item] = (await at("GET", "/workbooks")).body.items;
    expect(item).toMatchObject({ dashboardDraft: { title: "Edited" }, meta: { note: 1 } });
    expect(item.updatedAt).not.toBe("2026-01-01T00:00:00.000Z");
    expect(() => sandbox.edit("b", () => {})).toThrow('no workbook "b"');
  });
});

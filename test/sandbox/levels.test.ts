import { describe, expect, it } from "vitest";
import type { Seed } from "../../src/sandbox/index.ts";
import { start, widget } from "./support.ts";

/** Sales holds Europe; `in-europe` and a report are in Europe, `in-sales` in Sales, `at-root` and `elsewhere` outside. */
const seed: Seed = {
  folders: [
    { id: 11, name: "Sales" },
    { id: 12, name: "Europe", parentId: 11 },
    { id: 13, name: "Finance" },
  ],
  workbooks: [
    { id: 201, slug: "in-europe", folderId: 12, dashboardDraft: { widgets: [widget("w")] } },
    { id: 202, slug: "in-sales", folderId: 11 },
    { id: 203, slug: "at-root" },
    { id: 204, slug: "elsewhere", folderId: 13 },
  ],
  reports: [
    { id: 301, publicId: "aaaaaaaaaaaa", name: "of in-europe", workbookId: 201 },
    { id: 302, publicId: "bbbbbbbbbbbb", name: "in Finance", folderId: 13 },
    { id: 303, publicId: "cccccccccccc", name: "nowhere" },
  ],
};

/** A sandbox with one key that has these levels, and requests with it. */
async function withAccess(
  access: Record<string, Record<string, string>>,
  more: Record<string, unknown> = {},
) {
  const client = await start({ seed: { ...seed, apiKeys: [{ key: "k", access, ...more }] } as Seed });
  const as = async (method: string, path: string, body?: unknown) =>
    client.call(method, `/deployments/1${path}`, body as never, "Bearer k");
  const status = async (method: string, path: string, body?: unknown) =>
    (await as(method, path, body)).status;
  const upsert = async (slug: string, body: unknown = {}) =>
    status("PUT", `/workbooks/by-slug/${slug}`, body);
  return { ...client, as, status, upsert };
}

const ids = (body: { items: { id: number }[] }) => body.items.map(({ id }) => id);

describe("what is visible", () => {
  it("is what the key was given a level on, directly or by a folder above", async () => {
    const { as, status } = await withAccess({ workbooks: { "at-root": "view" }, folders: { "11": "view" } });
    expect(ids((await as("GET", "/workbooks")).body)).toEqual([201, 202, 203]);
    expect((await as("GET", "/workbooks?first=2")).body).toMatchObject({
      count: 3,
      pageInfo: { hasNextPage: true },
    });
    expect(ids((await as("GET", "/reports")).body)).toEqual([301]);
    expect(await status("GET", "/workbooks/201")).toBe(200);
    expect(await status("GET", "/workbooks/204")).toBe(404);
    expect(await status("GET", "/reports/301")).toBe(200);
    expect(await status("GET", "/reports/302")).toBe(404);
    expect(await status("GET", "/reports/303")).toBe(404);
    expect(await status("GET", "/workbooks?folderId=13")).toBe(404);
  });

  it("hides folders that hold nothing visible, and shows the ancestors of what does", async () => {
    const { as, status } = await withAccess({ workbooks: { "201": "view" } });
    expect(ids((await as("GET", "/folders")).body)).toEqual([11]);
    expect(ids((await as("GET", "/folders?parentId=11")).body)).toEqual([12]);
    expect(await status("GET", "/folders?parentId=13")).toBe(404);
    expect(ids((await as("GET", "/workbooks?folderId=11")).body)).toEqual([]);
    const nothing = await withAccess({});
    expect(ids((await nothing.as("GET", "/folders")).body)).toEqual([]);
    expect(ids((await nothing.as("GET", "/workbooks")).body)).toEqual([]);
  });

  it("is everything to the sandbox's own key and to keys without levels", async () => {
    const { call } = await start({ seed: { ...seed, apiKeys: [{ key: "free" }] } });
    for (const key of ["sandbox-key", "free"]) {
      const { body } = await call("GET", "/deployments/1/workbooks", undefined, `Bearer ${key}`);
      expect(ids(body)).toEqual([201, 202, 203, 204]);
    }
  });
});

describe("an upsert", () => {
  it.each([
    ["view", 403],
    ["edit", 200],
    ["manage", 200],
  ])("of a workbook with %s access answers %i", async (level, expected) => {
    const { upsert, sandbox, as } = await withAccess({ workbooks: { "in-sales": level } });
    expect(await upsert("in-sales", { name: "New" })).toBe(expected);
    expect(sandbox.workbook("in-sales")?.name).toBe(expected === 200 ? "New" : "in-sales");
    if (expected === 403) {
      const { body } = await as("PUT", "/workbooks/by-slug/in-sales", {});
      expect(body).toEqual({ error: "Edit access is required to change this workbook" });
    }
  });

  it("of a workbook that the key cannot even see answers 403 and creates nothing", async () => {
    const { upsert, sandbox } = await withAccess({ folders: { "11": "manage" } });
    expect(await upsert("elsewhere", { name: "Mine" })).toBe(403);
    expect(sandbox.workbook("elsewhere")?.name).toBe("elsewhere");
  });

  it.each([
    ["edit", "edit", 403, "Manage access is required to move this workbook"],
    ["manage", "view", 403, "Edit access is required to put anything into this folder"],
    ["manage", "edit", 200, undefined],
    ["manage", "manage", 200, undefined],
  ])(
    "with folderId, %s on the workbook and %s on the folder answers %i",
    async (own, folder, expected, error) => {
      const { as, sandbox } = await withAccess({ workbooks: { "at-root": own }, folders: { "13": folder } });
      const { status, body } = await as("PUT", "/workbooks/by-slug/at-root", { folderId: 13 });
      expect([status, body.error]).toEqual([expected, error]);
      expect(sandbox.workbook("at-root")?.folderId).toBe(expected === 200 ? 13 : null);
    },
  );

  it("with a folderId needs manage even where nothing moves, and no more than that for the root", async () => {
    const edit = await withAccess({ workbooks: { "in-sales": "edit" }, folders: { "11": "edit" } });
    expect(await edit.upsert("in-sales", { folderId: 11 })).toBe(403);
    expect(await edit.upsert("in-sales", { folderId: null })).toBe(403);
    const manage = await withAccess({ workbooks: { "in-sales": "manage" } });
    expect(await manage.upsert("in-sales", { folderId: null })).toBe(200);
  });

  it("into a folder that the key cannot see answers 404", async () => {
    const { upsert } = await withAccess({ workbooks: { "at-root": "manage" } });
    expect(await upsert("at-root", { folderId: 13 })).toBe(404);
    expect(await upsert("new", { folderId: 13 })).toBe(404);
  });

  it.each([
    ["AI BI Viewer", 403],
    ["AI BI User", 200],
    ["AI BI Developer", 200],
    ["Admin", 200],
  ])("that creates, with the role %s, answers %i", async (role, expected) => {
    const { upsert, status, as } = await withAccess({ folders: { "11": "edit" } }, { role });
    expect(await upsert("new", { folderId: 11 })).toBe(expected);
    expect(await status("PUT", "/reports/by-public-id/dddddddddddd", {})).toBe(expected);
    expect(await status("POST", "/folders", { name: "F" })).toBe(expected);
    // Only creating requires the role.
    expect(await upsert("in-sales", { name: "New" })).toBe(200);
    if (expected === 403)
      expect((await as("PUT", "/workbooks/by-slug/new", {})).body.error).toBe(
        "The role AI BI User or higher is required to create a workbook",
      );
  });

  it("that creates gives manage on what it made", async () => {
    const { upsert, as, status, sandbox } = await withAccess({});
    expect(await upsert("mine", { name: "Mine" })).toBe(200);
    expect(await upsert("mine", { folderId: null })).toBe(200);
    const { id } = sandbox.workbook("mine")!;
    expect(ids((await as("GET", "/workbooks")).body)).toEqual([id]);
    const folder = (await as("POST", "/folders", { name: "Mine" })).body;
    expect(await upsert("mine", { folderId: folder.id })).toBe(200);
    expect(await status("PUT", "/reports/by-public-id/dddddddddddd", {})).toBe(200);
    expect(await status("PUT", "/reports/by-public-id/dddddddddddd", { title: "T" })).toBe(200);
    expect(await status("DELETE", `/workbooks/${id}`)).toBe(200);
  });
});

describe("the other writes", () => {
  it.each([
    ["POST", "/workbooks/201/publish", { workbookId: 201 }, "edit"],
    ["PUT", "/workbooks/201", { name: "New" }, "edit"],
    ["PUT", "/workbooks/201", { folderId: null }, "manage"],
    ["DELETE", "/workbooks/201", undefined, "manage"],
    ["PUT", "/reports/by-public-id/aaaaaaaaaaaa", { title: "T" }, "edit"],
    ["PUT", "/reports/by-public-id/dddddddddddd", { workbookId: 201 }, "edit"],
  ])("%s %s %j needs %s", async (method, path, body, needed) => {
    const levels = ["view", "edit", "manage"];
    for (const level of levels) {
      const { status } = await withAccess({ workbooks: { "in-europe": level } });
      const enough = levels.indexOf(level) >= levels.indexOf(needed as string);
      expect([level, await status(method as string, path as string, body)]).toEqual([
        level,
        enough ? 200 : 403,
      ]);
    }
    const { status } = await withAccess({});
    expect(await status(method as string, path as string, body)).toBe(
      path === "/reports/by-public-id/aaaaaaaaaaaa" ? 403 : 404,
    );
  });

  it("create folders and reports where the key may edit the folder", async () => {
    const { status } = await withAccess({ folders: { "11": "view", "12": "edit" } });
    expect(await status("POST", "/folders", { name: "F", parentId: 11 })).toBe(403);
    expect(await status("POST", "/folders", { name: "F", parentId: 12 })).toBe(200);
    expect(await status("POST", "/folders", { name: "F", parentId: 13 })).toBe(404);
    expect(await status("PUT", "/reports/by-public-id/dddddddddddd", { folderId: 11 })).toBe(403);
    expect(await status("PUT", "/reports/by-public-id/dddddddddddd", { folderId: 12 })).toBe(200);
  });
});

describe("seeds", () => {
  it.each([
    [{ key: "k", role: "Owner" }, "apiKeys[0].role must be one of AI BI Viewer, AI BI User"],
    [
      { key: "k", access: { workbooks: { a: "write" } } },
      'apiKeys[0].access.workbooks["a"] must be one of view',
    ],
    [{ key: "k", access: { workbook: {} } }, "apiKeys[0].access.workbook is unknown"],
    [{ key: "k", access: [] }, "apiKeys[0].access must be an object"],
    [{ key: "k", permissions: "All" }, "apiKeys[0].permissions must be a list"],
    [{ key: "k", userId: 9 }, "apiKeys[0] belongs to user 9"],
    [{ key: "k", scheme: "basic" }, "apiKeys[0].scheme must be one of bearer, api-key"],
    [{ key: "a b" }, "apiKeys[0].key must be a non-empty string"],
  ])("that no platform could hold are refused: %j", async (key, message) => {
    await expect(start({ seed: { apiKeys: [key] } as unknown as Seed })).rejects.toThrow(message);
  });
});

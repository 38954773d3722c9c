import { describe, expect, it } from "vitest";
import { start, tickingClock, widget } from "./support.ts";

const draft = { title: "T", widgets: [widget("w")] };
const seed = {
  folders: [{ id: 11, name: "F" }],
  workbooks: [
    { id: 201, slug: "a", name: "A", meta: { x: 1, y: 2 }, dashboardDraft: draft, folderId: 11 },
    { id: 202, slug: "b", name: "B" },
  ],
};

async function open() {
  const client = await start({ seed, clock: tickingClock() });
  const put = (body: unknown, id = 201) => client.at("PUT", `/workbooks/${id}`, body as never);
  return { ...client, put };
}

describe("PUT …/workbooks/{id}", () => {
  it("answers an empty object and changes only the fields sent", async () => {
    const { put, sandbox } = await open();
    const { status, body } = await put({ name: "New" });
    expect([status, body]).toEqual([200, {}]);
    expect(sandbox.workbook("a")).toMatchObject({
      name: "New",
      meta: { x: 1, y: 2 },
      dashboardDraft: draft,
      folderId: 11,
    });
  });

  it("replaces meta as a whole, and keeps the draft where none is sent", async () => {
    const { put, sandbox } = await open();
    await put({ meta: { z: 3 } });
    expect(sandbox.workbook("a")).toMatchObject({ dashboardDraft: draft });
    expect(sandbox.workbook("a")?.meta).toEqual({ z: 3 });
    await put({ meta: { dashboardDraft: { title: "Other" } } });
    expect(sandbox.workbook("a")).toMatchObject({ meta: {}, dashboardDraft: { title: "Other" } });
    await put({ meta: { dashboardDraft: null } });
    expect(sandbox.workbook("a")?.dashboardDraft).toBeNull();
  });

  it("moves, to the root with null", async () => {
    const { put, sandbox } = await open();
    await put({ folderId: null });
    expect(sandbox.workbook("a")).toMatchObject({ folderId: null, folderPath: [] });
    expect((await put({ folderId: 99 })).status).toBe(404);
    await put({ folderId: 11 });
    expect(sandbox.workbook("a")?.folderPath).toEqual([{ id: 11, name: "F" }]);
  });

  it("changes nothing where everything is so already", async () => {
    const { put, sandbox } = await open();
    const before = sandbox.workbook("a");
    await put({ name: "A", slug: " A ", meta: { y: 2, x: 1 } });
    expect(sandbox.workbook("a")).toEqual(before);
  });

  it("renames the slug, and takes one over only when asked", async () => {
    const { put, sandbox, at } = await open();
    expect((await put({ slug: " New-Slug " })).status).toBe(200);
    expect(sandbox.workbook("a")).toBeUndefined();
    expect(sandbox.workbook("new-slug")?.id).toBe(201);
    const taken = await put({ slug: "b", name: "Not written" });
    expect([taken.status, taken.body]).toEqual([409, { error: 'The slug "b" is taken by workbook 202' }]);
    expect(sandbox.workbook("new-slug")?.name).toBe("A");
    expect((await put({ slug: "b", slugTakeover: true })).status).toBe(200);
    expect(sandbox.workbook("b")?.id).toBe(201);
    expect((await at("GET", "/workbooks/202")).body.slug).toBeNull();
  });

  it.each([
    [{ name: 1 }, "name must be string or null"],
    [{ slug: "  " }, "The slug must not be blank"],
    [{ folderId: "11" }, "folderId must be integer or null"],
    [{ meta: { dashboardDraft: { widgets: [{}] } } }, "meta.dashboardDraft.widgets[0].id is required"],
  ])("answers 400 for %j", async (body, message) => {
    const { put } = await open();
    const answer = await put(body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(message)]);
  });

  it("answers 404 for a workbook that is not of this deployment", async () => {
    const { put } = await open();
    expect((await put({ name: "X" }, 999)).status).toBe(404);
  });
});

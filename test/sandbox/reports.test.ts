import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { start, tickingClock } from "./support.ts";

const ID = "revqZ1x8Kp0a";

describe("create or update a report by publicId", () => {
  it("creates, updates only what is sent, and counts versions of changes alone", async () => {
    const { at } = await start({ seed: { workbooks: [{ id: 201, slug: "a" }] }, clock: tickingClock() });
    const put = async (body: JsonObject) => (await at("PUT", `/reports/by-public-id/${ID}`, body)).body;
    const first = await put({
      name: "Revenue",
      workbookId: 201,
      jsonQuery: "{}",
      meta: { kind: "vega", a: 1 },
      source: "D3",
    });
    expect(first).toMatchObject({
      publicId: ID,
      name: "Revenue",
      deploymentId: 1,
      workbookId: 201,
      folderId: null,
      folderPath: [],
      jsonQuery: "{}",
      source: "D3",
      version: 1,
      type: "REPORT",
    });
    expect(await put({ name: "Revenue", meta: { a: 1, kind: "vega" } })).toEqual(first);
    expect(await put({})).toEqual(first);
    const second = await put({ title: "T", meta: { kind: "kpi" }, source: "EXCEL" });
    expect(second).toMatchObject({
      id: first.id,
      name: "Revenue",
      title: "T",
      meta: { kind: "kpi" },
      source: "D3",
      version: 2,
    });
    expect(second.updatedAt > first.updatedAt).toBe(true);
    expect((await at("GET", `/reports/${first.id}`)).body).toEqual(second);
  });

  it("creates one without a body, named after its publicId, once", async () => {
    const { at } = await start();
    const first = await at("PUT", `/reports/by-public-id/${ID}`);
    expect(first.body).toMatchObject({ name: ID, version: 1 });
    expect((await at("PUT", `/reports/by-public-id/${ID}`)).body).toEqual(first.body);
  });

  it.each([
    ["short", {}, 400],
    ["abcdefghijk_", {}, 400],
    [ID, { name: "n".repeat(256) }, 400],
    [ID, { jsonQuery: {} }, 400],
    [ID, { source: "PAPER" }, 400],
    [ID, { publicId: "000000000000" }, 400],
    [ID, { workbookId: 99 }, 404],
    [ID, { folderId: 99 }, 404],
  ])("refuses %s %j", async (publicId, body, status) => {
    const { at } = await start();
    const answer = await at("PUT", `/reports/by-public-id/${publicId}`, body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toEqual(expect.any(String));
    expect((await at("GET", "/reports")).body.items).toEqual([]);
  });

  it("409 without a code where the publicId is another deployment's", async () => {
    const { at } = await start({
      seed: {
        deployments: [{ id: 1 }, { id: 2 }],
        reports: [{ publicId: ID, name: "Theirs", deploymentId: 2 }],
      },
    });
    const { status, body } = await at("PUT", `/reports/by-public-id/${ID}`, { name: "Ours" });
    expect(status).toBe(409);
    expect(body).not.toHaveProperty("code");
  });

  it("409 ambiguous_legacy_id where several legacy reports show it; one alone is adopted", async () => {
    const legacy = (name: string, publicId: string) => ({ name, publicId, publicIdSynthesized: true });
    const { at } = await start({
      seed: { reports: [legacy("One", ID), legacy("Two", ID), legacy("Alone", "000000000000")] },
    });
    const before = (await at("GET", "/reports")).body.items;
    const { status, body } = await at("PUT", `/reports/by-public-id/${ID}`, { name: "X" });
    expect([status, body.code]).toEqual([409, "ambiguous_legacy_id"]);
    expect((await at("GET", "/reports")).body.items).toEqual(before);
    const adopted = (await at("PUT", "/reports/by-public-id/000000000000", { name: "Alone" })).body;
    expect(adopted).toMatchObject({ id: before[2].id, name: "Alone" });
    expect(adopted).not.toHaveProperty("publicIdSynthesized");
  });

  it("409 upsert_branch_changed when another writer creates it in between", async () => {
    let other: (() => Promise<unknown>) | undefined;
    const { at } = await start({
      betweenDecisionAndApply: async () => {
        const act = other;
        other = undefined;
        await act?.();
      },
    });
    other = () => at("PUT", `/reports/by-public-id/${ID}`, { name: "Theirs" });
    const { status, body } = await at("PUT", `/reports/by-public-id/${ID}`, { name: "Ours" });
    expect([status, body.code]).toEqual([409, "upsert_branch_changed"]);
  });
});

describe("reading reports", () => {
  const seed = {
    folders: [{ id: 11, name: "F" }],
    workbooks: [{ id: 201, slug: "a" }],
    reports: [
      { id: 301, name: "R1", workbookId: 201 },
      { id: 302, name: "R2", folderId: 11 },
      { id: 303, name: "R3" },
    ],
  };
  const ids = (body: { items: { id: number }[] }) => body.items.map(({ id }) => id);

  it("lists by cursor, by workbook and by folder", async () => {
    const { at } = await start({ seed });
    const first = (await at("GET", "/reports?first=2")).body;
    expect(ids(first)).toEqual([301, 302]);
    expect(ids((await at("GET", `/reports?first=2&after=${first.pageInfo.endCursor}`)).body)).toEqual([303]);
    expect(ids((await at("GET", "/reports?workbookId=201")).body)).toEqual([301]);
    expect(ids((await at("GET", "/reports?folderId=11")).body)).toEqual([302]);
    expect((await at("GET", "/reports/302")).body.folderPath).toEqual([{ id: 11, name: "F" }]);
  });

  it("answers 404 for no such report", async () => {
    const { at } = await start({ seed });
    expect((await at("GET", "/reports/99")).status).toBe(404);
    expect((await at("GET", "/reports/x")).status).toBe(404);
  });
});

describe("delete a report", () => {
  it("takes it from reads and frees its publicId; its id is not used again, and only this deployment's go", async () => {
    const { at, call } = await start({
      seed: {
        deployments: [{ id: 1 }, { id: 2 }],
        reports: [
          { id: 140, name: "R", publicId: ID },
          { id: 141, name: "Of two", deploymentId: 2 },
        ],
      },
    });
    expect(await at("DELETE", "/reports/140")).toMatchObject({ status: 200, body: {} });
    expect((await at("GET", "/reports/140")).status).toBe(404);
    expect((await at("DELETE", "/reports/140")).status).toBe(404);
    expect((await at("GET", "/reports")).body.items).toEqual([]);
    expect((await at("DELETE", "/reports/141")).status).toBe(404);
    expect((await call("GET", "/deployments/2/reports/141")).status).toBe(200);
    expect((await at("PUT", `/reports/by-public-id/${ID}`, { name: "New" })).body.id).toBe(142);
  });

  it("needs edit access", async () => {
    const { call } = await start({
      seed: {
        apiKeys: [{ key: "viewer", access: { reports: { 40: "view" } } }],
        reports: [{ id: 40, name: "R" }],
      },
    });
    const as = "Bearer viewer";
    expect((await call("DELETE", "/deployments/1/reports/40", undefined, as)).status).toBe(403);
    expect((await call("GET", "/deployments/1/reports/40")).status).toBe(200);
  });
});

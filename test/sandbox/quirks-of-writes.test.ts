// What platforms may make of what is written; each only where it was asked for.
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { bigInteger } from "../../src/sandbox/index.ts";
import { tempFolder } from "../support/temp.ts";
import { type Client, start, widget } from "./support.ts";

const draftOf = async ({ upsert }: Client, draft: JsonObject): Promise<JsonObject> =>
  (await upsert("a", { meta: { dashboardDraft: draft } })).body.dashboardDraft;

describe("big-integers", () => {
  const big = "9007199254740993";
  const text = `{"meta":{"n":${big},"list":[-${big}0,1.5,1e3,12],"said":"it is ${big}","dashboardDraft":{"settings":{"k":${big}}}}}`;

  it("are answered exactly, from every read, and equal themselves", async () => {
    const { call, sandbox } = await start({ quirks: "big-integers" });
    const path = "/deployments/1/workbooks/by-slug/a";
    const first = (await call("PUT", path, { raw: text })).body;
    for (const url of ["", "/101"]) {
      const response = await fetch(`${sandbox.url}/api/v1/deployments/1/workbooks${url}`, {
        headers: { authorization: `Bearer ${sandbox.apiKey}` },
      });
      const answer = await response.text();
      expect(answer).toContain(`"n":${big},"list":[-${big}0,1.5,1000,12],"said":"it is ${big}"`);
      expect(answer).toContain(`{"settings":{"k":${big}}}`);
      expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(answer)));
    }
    expect((await call("PUT", path, { raw: text })).body.updatedAt).toBe(first.updatedAt);
    expect(sandbox.workbook("a")?.meta.n).toBe(bigInteger(9007199254740993n));
    sandbox.edit("a", (workbook) => {
      workbook.meta.n = bigInteger("9007199254740995");
    });
    expect(sandbox.workbook("a")?.meta.n).toBe(bigInteger("9007199254740995"));
    expect(sandbox.requests[0]?.body).toMatchObject({ meta: { n: bigInteger(big) } });
  });

  it("are read from a file, and kept in one", async () => {
    const folder = tempFolder();
    const seed = `${folder}/seed.json`;
    writeFileSync(seed, `{"workbooks":[{"id":1,"slug":"a","meta":{"n":${big}}}]}`);
    const data = `${folder}/data.json`;
    const first = await start({ quirks: "big-integers", seed, data });
    await first.upsert("b");
    await first.sandbox.close();
    expect(readFileSync(data, "utf8")).toContain(`"n":${big}`);
    const again = await start({ quirks: "big-integers", data });
    expect(again.sandbox.workbook("a")?.meta.n).toBe(bigInteger(big));
  });

  it("lose digits by default, as on a platform that counts in doubles", async () => {
    const { call, sandbox } = await start();
    await call("PUT", "/deployments/1/workbooks/by-slug/a", { raw: text });
    expect(sandbox.workbook("a")?.meta.n).toBe(Number(big));
    expect(String(sandbox.workbook("a")?.meta.n)).not.toBe(big);
  });
});

describe("values", () => {
  it("trims-strings trims names, meta and drafts, at every depth, also by id and when publishing", async () => {
    const { at, upsert } = await start({ quirks: "trims-strings" });
    const { body } = await upsert("a", {
      name: " A ",
      meta: { t: [" x "], dashboardDraft: { title: "T ", widgets: [widget("w", { " k": "\tv\n" })] } },
    });
    expect(body).toMatchObject({
      name: "A",
      meta: { t: ["x"] },
      dashboardDraft: { title: "T", widgets: [{ config: { " k": "v" } }] },
    });
    await at("PUT", `/workbooks/${body.id}`, { name: " B ", meta: { u: " y" } });
    expect((await at("GET", `/workbooks/${body.id}`)).body).toMatchObject({ name: "B", meta: { u: "y" } });
    const published = await at("POST", `/workbooks/${body.id}/publish`, {
      workbookId: body.id,
      config: { title: " P " },
    });
    expect(published.body.config.title).toBe("P");
    expect((await at("POST", "/folders", { name: " F " })).body.name).toBe("F");
    const report = await at("PUT", "/reports/by-public-id/abcdefghijkl", {
      name: " R ",
      title: " T ",
      meta: { m: " m " },
    });
    expect(report.body).toMatchObject({ name: "R", title: "T", meta: { m: "m" } });
  });

  it("fills-defaults fills in what heal does and ten keys more, and makes the same of the same", async () => {
    const client = await start({ quirks: "fills-defaults" });
    const first = await draftOf(client, {
      settings: { locale: "de", density: null },
      layout: { cols: { lg: 6 } },
    });
    expect(first).toEqual({
      kind: "CLASSIC",
      settings: {
        refresh: 0,
        autoRefresh: false,
        currency: "USD",
        density: "normal",
        locale: "de",
        timezone: "UTC",
      },
      layout: { rowHeight: 30, containerPadding: [0, 0], margin: [8, 8], cols: { lg: 6, sm: 6, xs: 2 } },
    });
    expect(await draftOf(client, first)).toEqual(first);
  });

  it("makes its own of a report's query and pivot items, too, and the same of the same", async () => {
    const quirks = "trims-strings,fills-defaults,drops-nulls,sorts-keys";
    const { at } = await start({ quirks });
    const put = (body: JsonObject) => at("PUT", "/reports/by-public-id/abcdefghijkl", body);
    const query = { timezone: null, measures: ["b.n ", "a.n"], filters: [{ values: [" 1"], x: null }] };
    const { body } = await put({
      name: "R",
      jsonQuery: JSON.stringify(query),
      pivotItems: { rows: [" b", "a"], columns: [], measures: [], filters: [] },
    });
    expect(body.jsonQuery).toBe(
      '{"limit":10000,"filters":[{"values":["1"]}],"measures":["b.n","a.n"],"timezone":"UTC"}',
    );
    expect(body.pivotItems).toMatchObject({ rows: ["b", "a"], measuresAxis: "columns" });
    const { jsonQuery, pivotItems } = body;
    expect((await put({ jsonQuery, pivotItems })).body).toEqual(body);
    expect((await put({ sqlQuery: " select 1\n" })).body.sqlQuery).toBe("select 1");
    expect((await put({ jsonQuery: "[ 1 ]" })).body.jsonQuery).toBe("[ 1 ]");
  });

  it("merges-report-meta merges it at every depth, and a null that is dropped takes away", async () => {
    const { at } = await start({ quirks: "merges-report-meta,drops-nulls" });
    const put = async (meta: JsonObject) =>
      (await at("PUT", "/reports/by-public-id/abcdefghijkl", { name: "R", meta })).body.meta;
    expect(await put({ a: 1, box: { x: 1, y: null } })).toEqual({ a: 1, box: { x: 1 } });
    expect(await put({ box: { z: 2 } })).toEqual({ a: 1, box: { x: 1, z: 2 } });
    expect(await put({ a: null, box: { x: null } })).toEqual({ box: { z: 2 } });
  });

  it("drops-nulls drops keys, and no items of lists", async () => {
    const client = await start({ quirks: "drops-nulls" });
    const draft = { title: null, settings: { a: null, b: [null, { c: null }] } };
    expect(await draftOf(client, draft)).toEqual({ settings: { b: [null, {}] } });
    expect((await client.upsert("a", { meta: { k: null } })).body.meta).toEqual({});
  });

  it("sorts-keys answers the shortest key first, at every depth", async () => {
    const client = await start({ quirks: "sorts-keys" });
    const draft = await draftOf(client, {
      title: "T",
      theme: { font: 1, bb: 2, aa: [{ z: 1, y: 2 }], "": 0 },
    });
    expect(JSON.stringify(draft)).toBe('{"theme":{"":0,"aa":[{"y":2,"z":1}],"bb":2,"font":1},"title":"T"}');
    expect(JSON.stringify((await client.upsert("a", { meta: { long: 1, s: 2 } })).body.meta)).toBe(
      '{"s":2,"long":1}',
    );
  });
});

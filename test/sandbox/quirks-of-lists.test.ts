// Lists as platforms may answer them though no document says so; each only where it was asked for.
import { describe, expect, it } from "vitest";
import { UserError } from "../../src/model/index.ts";
import { createSandbox, QUIRKS, type SandboxOptions, type Seed } from "../../src/sandbox/index.ts";
import { tempFolder } from "../support/temp.ts";
import { type Client, start } from "./support.ts";

const seed: Seed = {
  folders: [{ id: 101, name: "F" }],
  workbooks: [
    { id: 101, slug: "a", folderId: 101, meta: { team: "x" } },
    { id: 102, slug: "b" },
  ],
  reports: [{ id: 101, publicId: "abcdefghijkl", name: "R", meta: { kind: "kpi" } }],
};
const ids = async ({ at }: Client, query = ""): Promise<string[]> =>
  (await at("GET", `/workbooks${query}`)).body.items.map(
    ({ type, id }: { type: string; id: number }) => `${type} ${id}`,
  );

describe("the names of quirks", () => {
  it("can be a text or a list, with spaces and a number where there is one", async () => {
    for (const quirks of ["late-lists:2, mixed-lists", ["late-lists:2", "mixed-lists"]] as const) {
      const client = await start({ quirks: quirks as SandboxOptions["quirks"] });
      await client.upsert("a");
      expect(await ids(client)).toEqual([]);
      expect(await ids(client)).toEqual(["WORKBOOK 101"]);
    }
    expect(await ids(await start({ quirks: "" }))).toEqual([]);
  });

  it.each([
    "mixed",
    "late-lists:x",
    "late-lists@2",
    "empty-pages:2",
    "mixed-lists,,late-lists",
    "constructor",
  ])("refuses %j and says which there are", async (quirks) => {
    const failure = await createSandbox({ quirks }).catch((error: UserError) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect((failure as UserError).details.join()).toContain(Object.keys(QUIRKS).join(", "));
  });
});

describe("mixed-lists", () => {
  it("has folders first, and tells kinds with equal ids apart by their type alone", async () => {
    const client = await start({ quirks: "mixed-lists,ids-per-kind", seed });
    expect(await ids(client)).toEqual(["FOLDER 101", "WORKBOOK 101", "WORKBOOK 102", "REPORT 101"]);
    expect(await ids(client, "?folderId=101")).toEqual(["WORKBOOK 101"]);
    expect(await ids(client, "?folderId=0")).toEqual(["FOLDER 101", "WORKBOOK 102", "REPORT 101"]);
    const [folder, , , report] = (await client.at("GET", "/workbooks")).body.items;
    expect(folder).toMatchObject({ name: "F", slug: null, folderId: null, meta: {}, calculatedFields: {} });
    expect(report).toMatchObject({ name: "R", slug: null, meta: { kind: "kpi" } });
  });

  it("pages through every row once", async () => {
    const client = await start({ quirks: "mixed-lists,ids-per-kind", seed });
    const seen: string[] = [];
    for (let after = ""; ; ) {
      const { items, pageInfo } = (await client.at("GET", `/workbooks?first=1${after}`)).body;
      seen.push(`${items[0].type} ${items[0].id}`);
      if (!pageInfo.hasNextPage) break;
      after = `&after=${pageInfo.endCursor}`;
    }
    expect(seen).toEqual(["FOLDER 101", "WORKBOOK 101", "WORKBOOK 102", "REPORT 101"]);
  });

  it("is off by default", async () => {
    expect(await ids(await start({ quirks: "ids-per-kind", seed }))).toEqual([
      "WORKBOOK 101",
      "WORKBOOK 102",
    ]);
  });
});

describe("ids-per-kind", () => {
  it("numbers what is made of each kind by itself, also after a restart", async () => {
    const data = `${tempFolder()}/s.json`;
    const made: number[][] = [];
    for (const name of ["a", "b"]) {
      const { at, upsert, sandbox } = await start({ quirks: "ids-per-kind", data });
      const folder = (await at("POST", "/folders", { name })).body.id;
      const workbook = (await upsert(name)).body.id;
      const report = (await at("PUT", `/reports/by-public-id/abcdefghijk${name}`, {})).body.id;
      made.push([folder, workbook, report]);
      await sandbox.close();
    }
    expect(made).toEqual([
      [101, 101, 101],
      [102, 102, 102],
    ]);
  });

  it("is off by default: an id means one thing", async () => {
    await expect(createSandbox({ seed })).rejects.toThrow("the id 101 is used twice");
  });
});

it("lists-without-meta hides it in lists alone", async () => {
  const { at } = await start({ quirks: "lists-without-meta,ids-per-kind", seed });
  for (const list of ["/workbooks", "/reports"])
    for (const item of (await at("GET", list)).body.items) {
      expect(item).not.toHaveProperty("meta");
      expect(item).toHaveProperty("name");
    }
  expect((await at("GET", "/workbooks/101")).body.meta).toEqual({ team: "x" });
  expect((await at("GET", "/reports/101")).body.meta).toEqual({ kind: "kpi" });
  const mixed = await start({ quirks: "lists-without-meta,mixed-lists,ids-per-kind", seed });
  for (const item of (await mixed.at("GET", "/workbooks")).body.items)
    expect(item).not.toHaveProperty("meta");
});

describe("late-lists", () => {
  it("shows a new workbook from the third list on, counts pages once, and reads single ones at once", async () => {
    const client = await start({ quirks: "late-lists", seed: { workbooks: [{ id: 7, slug: "old" }] } });
    const { id } = (await client.upsert("new")).body;
    const read = `/workbooks/${id}`;
    expect((await client.at("GET", read)).status).toBe(200);
    for (let n = 0; n < 2; n += 1) {
      const { items, pageInfo } = (await client.at("GET", "/workbooks?first=1")).body;
      expect(items.map((item: { id: number }) => item.id)).toEqual([7]);
      const rest = (await client.at("GET", `/workbooks?first=1&after=${pageInfo.endCursor}`)).body.items;
      expect(rest).toEqual([]);
    }
    expect(await ids(client)).toEqual(["WORKBOOK 7", `WORKBOOK ${id}`]);
    await client.upsert("new", { name: "N" });
    expect(await ids(client)).toHaveLength(2);
  });
});

describe("empty-pages", () => {
  it("puts a page without an item before each with some", async () => {
    const { at } = await start({ quirks: "empty-pages,ids-per-kind", seed });
    const pages: number[] = [];
    for (let after = ""; pages.length < 9; ) {
      const { items, pageInfo } = (await at("GET", `/workbooks?first=1${after}`)).body;
      pages.push(items.length);
      if (!pageInfo.hasNextPage) break;
      expect(pageInfo.endCursor).toEqual(expect.any(String));
      after = `&after=${pageInfo.endCursor}`;
    }
    expect(pages).toEqual([0, 1, 0, 1]);
    // Without a size it is one page.
    expect((await at("GET", "/workbooks")).body.items).toHaveLength(2);
    expect((await at("GET", "/folders?first=5&parentId=101")).body.pageInfo.hasNextPage).toBe(false);
  });
});

describe("duplicate-slugs", () => {
  const twins: Seed = {
    workbooks: [
      { id: 1, slug: "a", name: "One" },
      { id: 2, slug: "A ", name: "Two" },
      { id: 3, slug: "b" },
    ],
  };

  it("lets a seed, an update by id and the UI give a slug twice; an upsert finds the last", async () => {
    const { at, upsert, sandbox } = await start({ quirks: "duplicate-slugs", seed: twins });
    expect((await upsert("a", { name: "Hit" })).body.id).toBe(2);
    expect(sandbox.workbook(1)).toMatchObject({ slug: "a", name: "One" });
    expect((await at("PUT", "/workbooks/3", { slug: "a" })).status).toBe(200);
    expect((await upsert("a", { name: "Third" })).body.id).toBe(3);
    sandbox.edit(3, (workbook) => {
      workbook.slug = "c";
    });
    expect(sandbox.workbook("a")?.id).toBe(2);
    await at("DELETE", "/workbooks/2");
    expect((await upsert("a")).body.id).toBe(1);
    expect((await at("GET", "/workbooks")).body.items).toHaveLength(2);
  });

  it("is off by default", async () => {
    await expect(createSandbox({ seed: twins })).rejects.toThrow('the slug "a" is taken');
  });
});

import { expect, it } from "vitest";
import { start } from "./support.ts";

it("creates folders and lists them one level at a time", async () => {
  const { at } = await start();
  const finance = (await at("POST", "/folders", { name: "Finance" })).body;
  const revenue = (await at("POST", "/folders", { name: "Revenue", parentId: finance.id })).body;
  expect(finance).toMatchObject({
    name: "Finance",
    parentId: null,
    position: 0,
    deploymentId: 1,
    type: "FOLDER",
    folderPath: [],
  });
  expect(revenue).toMatchObject({ parentId: finance.id, folderPath: [{ id: finance.id, name: "Finance" }] });
  expect((await at("GET", "/folders")).body).toMatchObject({ items: [finance], data: [finance], count: 1 });
  expect((await at("GET", "/folders?parentId=0")).body.items).toEqual([finance]);
  expect((await at("GET", `/folders?parentId=${finance.id}`)).body.items).toEqual([revenue]);
  expect((await at("GET", `/folders?parentId=${revenue.id}`)).body.items).toEqual([]);
});

it("pages by cursor", async () => {
  const { at } = await start({ seed: { folders: ["a", "b", "c"].map((name) => ({ name })) } });
  const first = (await at("GET", "/folders?first=2")).body;
  const second = (await at("GET", `/folders?first=2&after=${first.pageInfo.endCursor}`)).body;
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(["a", "b", "c"]);
});

it("wants the name unique within its parent, and only there", async () => {
  const { at } = await start();
  const { id } = (await at("POST", "/folders", { name: "A" })).body;
  const refused = await at("POST", "/folders", { name: "A" });
  expect(refused.status).toBe(400);
  expect(refused.body.error).toContain('"A" already exists');
  expect((await at("POST", "/folders", { name: "A", parentId: id })).status).toBe(200);
});

it("allows ten levels and refuses an eleventh", async () => {
  const { at } = await start();
  let parentId: number | null = null;
  for (let level = 1; level <= 10; level += 1) {
    const answer: { status: number; body: { id: number } } = await at("POST", "/folders", {
      name: `L${level}`,
      parentId,
    });
    expect([level, answer.status]).toEqual([level, 200]);
    parentId = answer.body.id;
  }
  const { status, body } = await at("POST", "/folders", { name: "L11", parentId });
  expect(status).toBe(400);
  expect(body.error).toContain("at most 10 levels");
});

it.each([
  [{}, 400, "name is required"],
  [{ name: null }, 400, "name must be string"],
  [{ name: " " }, 400, "blank"],
  [{ name: "n".repeat(256) }, 400, "255"],
  [{ name: "A", parentId: "1" }, 400, "parentId must be integer or null"],
  [{ name: "A", parentId: 99 }, 404, "Folder 99"],
])("refuses %j", async (body, status, message) => {
  const { at } = await start();
  const answer = await at("POST", "/folders", body);
  expect(answer.status).toBe(status);
  expect(answer.body.error).toContain(message);
});

it("answers 404 for the children of no folder", async () => {
  const { at } = await start();
  expect((await at("GET", "/folders?parentId=99")).status).toBe(404);
});

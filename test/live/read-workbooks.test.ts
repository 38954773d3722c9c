// Reading a deployment's workbooks, with no more requests than are needed.
import { describe, expect, it, vi } from "vitest";
import { readDeployment } from "../../src/live/index.ts";
import { PlatformError } from "../../src/platform/index.ts";
import { D, EVERYTHING, open, stamp, TARGET, walk, workbook } from "./deployment-place.ts";

describe("its workbooks", () => {
  const inFolder = { "31": [workbook(2, "hidden", { folderId: 31 })] };
  const folders = [{ id: 31, name: "Finance", parentId: null }];

  it("are looked for in each folder where the list shows none of any, and one is missing", async () => {
    const world = { workbooks: [workbook(1, "shown", { folderId: null })], inFolder, folders };
    const found = await walk(world, { missing: true });
    expect(found.slugs).toEqual(["shown", "hidden"]);
    expect(found.asked).toEqual(["workbooks", "folders", "workbooks?folderId=31"]);
    expect((await walk(world, { missing: false })).asked).toEqual(["workbooks"]);
  });

  it("are looked for in each folder also where only a folder or a report of a mixed list is in one", async () => {
    const mixed = [
      workbook(31, null, { type: "FOLDER", folderId: 30 }),
      workbook(5, null, { type: "REPORT", folderId: 31 }),
      workbook(1, "shown"),
    ];
    const folderList = [...folders, { id: 9, name: "No folder", type: "WORKBOOK", parentId: null }];
    const found = await walk({ workbooks: mixed, inFolder, folders: folderList }, { missing: true });
    expect([found.slugs, found.unnamed]).toEqual([["shown", "hidden"], []]);
    expect(found.asked).toEqual(["workbooks", "folders", "workbooks?folderId=31"]);
  });

  it("are looked for in each folder where the list is empty, though nobody has said yet what is missing", async () => {
    const { platform, asked } = await open({ workbooks: [], inFolder, folders });
    const { readWorkbooks } = await readDeployment(platform, TARGET, { folders: false });
    await vi.waitFor(() => expect(asked()).toContain("workbooks?folderId=31"));
    const visited: string[] = [];
    await readWorkbooks({
      ...{ needsDraft: () => false, needsPublished: () => false, isAnyMissing: () => true },
      visit: ({ slug }) => visited.push(slug),
    });
    expect(visited).toEqual(["hidden"]);
  });

  it("are not looked for in folders where the list shows one of any", async () => {
    const world = {
      workbooks: [workbook(1, "shown", { folderId: 31 }), workbook(3, "root")],
      ...{ inFolder, folders },
    };
    expect((await walk(world, { missing: true })).asked).toEqual(["workbooks"]);
  });

  it("are not looked for in folders where the deployment does not list by folder, or no folders", async () => {
    const world = { workbooks: [], inFolder, folders };
    for (const gone of [`GET ${D}/workbooks?folderId`, `GET ${D}/folders`]) {
      const operations = [`GET ${D}/workbooks`, ...EVERYTHING.filter((operation) => operation !== gone)];
      const listed = gone.endsWith("folders") ? operations.slice(1) : operations;
      expect((await walk({ ...world, operations: listed }, { missing: true })).asked).toEqual(["workbooks"]);
    }
  });

  it("are visited once each, and counted, also where two lists show one", async () => {
    const twice = {
      "31": [workbook(1, "a", { folderId: 31 }), workbook(2, "b", { folderId: 31 }), workbook(3, null)],
    };
    const found = await walk(
      { workbooks: [workbook(1, "a"), workbook(3, null)], inFolder: twice, folders },
      { missing: true },
    );
    expect([found.slugs, found.count, found.unnamed]).toEqual([["a", "b"], 3, [3]]);
  });

  it("are read also where nobody asked for them beforehand, nor wants those without a slug", async () => {
    const { platform, asked } = await open({
      workbooks: [workbook(3, null), { ...workbook(1, "a"), meta: null }],
    });
    const { readWorkbooks } = await readDeployment(platform, TARGET, { folders: false, workbooks: false });
    expect(asked()).toEqual([]);
    const visited: string[] = [];
    const count = await readWorkbooks({
      ...{ needsDraft: () => false, needsPublished: () => false, isAnyMissing: () => false },
      visit: ({ slug }) => visited.push(slug),
    });
    expect([visited, count, asked()]).toEqual([["a"], 2, ["workbooks"]]);
  });

  it("are read one by one only for what the list does not say and somebody needs", async () => {
    const single = { 1: workbook(1, "a", { dashboardDraft: { title: "T" }, dashboardPublished: null }) };
    const bare = [workbook(1, "a")];
    const shown = { dashboardDraft: { title: "T" }, dashboardPublished: null, meta: stamp };
    const full = [workbook(1, "a", shown)];
    expect((await walk({ workbooks: bare, single })).asked).toEqual(["workbooks"]);
    const read = await walk({ workbooks: bare, single }, { draft: true });
    expect([read.asked, read.visited[0]?.draft]).toEqual([["workbooks", "workbooks/1"], { title: "T" }]);
    expect((await walk({ workbooks: bare, single }, { published: true })).asked).toEqual([
      "workbooks",
      "workbooks/1",
    ]);
    expect((await walk({ workbooks: full, single }, { draft: true, published: true })).asked).toEqual([
      "workbooks",
    ]);
  });

  it("are read one by one if their owner matters and the list leaves meta out; one that may not be read stays unseen", async () => {
    const bare = [1, 2, 3].map((id) => ({ ...workbook(id, `w${id}`), meta: null }));
    const single = { 1: workbook(1, "w1", { meta: stamp }), 2: { ...workbook(2, "w2"), meta: null } };
    const found = await walk({ workbooks: bare, single }, { owner: ["w1", "w2", "w3"] });
    expect(found.asked).toEqual(["workbooks", "workbooks/1", "workbooks/2", "workbooks/3"]);
    expect(found.visited.map(({ metaUnseen }) => metaUnseen)).toEqual([undefined, true, true]);
    expect(found.visited[0]?.meta).toEqual(stamp);
    expect((await walk({ workbooks: bare, single }, { owner: [] })).asked).toEqual(["workbooks"]);
    expect(
      (await walk({ workbooks: [workbook(1, "w1", { meta: stamp })], single }, { owner: ["w1"] })).asked,
    ).toEqual(["workbooks"]);
    const operations = EVERYTHING.filter((each) => each !== `GET ${D}/workbooks/{id}`);
    const unread = await walk({ workbooks: bare, single, operations }, { owner: ["w1"] });
    expect(unread.visited.map(({ metaUnseen }) => metaUnseen)).toEqual([true, true, true]);
    // What a plan compares must be seen whole.
    await expect(walk({ workbooks: bare, single, operations }, { draft: true })).rejects.toThrow(
      PlatformError,
    );
  });

  it("are as the list had them, where they are gone by the time of the single read", async () => {
    const { slugs, visited } = await walk({ workbooks: [workbook(1, "a")] }, { draft: true });
    expect([slugs, visited[0]?.draft]).toEqual([["a"], undefined]);
  });

  it("that are published need no single read in either form that lists say it", async () => {
    for (const said of ["dashboardPublished", "publishedDashboard"])
      expect(
        (await walk({ workbooks: [workbook(1, "a", { [said]: null })] }, { published: true })).asked,
      ).toEqual(["workbooks"]);
  });

  it("whose owner matters are not passed over for a failure of another kind than a refusal", async () => {
    const bare = [{ ...workbook(1, "w1"), meta: null }];
    const single = { 1: { status: 400 } };
    await expect(walk({ workbooks: bare, single }, { owner: ["w1"] })).rejects.toThrow(PlatformError);
    const refused = await walk({ workbooks: bare, single: { 1: { status: 403 } } }, { owner: ["w1"] });
    expect(refused.visited.map(({ metaUnseen }) => metaUnseen)).toEqual([true]);
    expect(refused.visited.map(({ unread }) => unread)).toEqual([undefined]);
    // Also needed for its draft, it is not taken for what the list shows of it.
    for (const needed of [{ draft: true }, { published: true }]) {
      const walked = await walk(
        { workbooks: bare, single: { 1: { status: 403 } } },
        { owner: ["w1"], ...needed },
      );
      expect(walked.visited.map(({ unread }) => unread)).toEqual([403]);
      await expect(walk({ workbooks: bare, single }, { owner: ["w1"], ...needed })).rejects.toThrow(
        PlatformError,
      );
    }
  });
});

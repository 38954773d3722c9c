// Reading a deployment: what it lets be done, its folders and reports, with no more requests than are needed.
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { pairReports, readDeployment } from "../../src/live/index.ts";
import type { JsonObject } from "../../src/model/index.ts";
import { type DeclaredReport, declareReport } from "../../src/plan/index.ts";
import { resolved } from "../plan/support.ts";
import { connectTo, html, json, serve } from "../support/loopback.ts";
import {
  D,
  EVERYTHING,
  open,
  report,
  stamp,
  TARGET,
  type World,
  walk,
  workbook,
} from "./deployment-place.ts";

describe("what a deployment lets be done", () => {
  const NOTHING = {
    folders: false,
    reports: false,
    publish: false,
    rename: false,
    delete: { workbooks: false, reports: false },
  };
  // Its description has no bodies, so it says of no update that it takes a slug.
  const ALL = {
    ...{ folders: true, reports: true, publish: true, rename: false },
    delete: { workbooks: true, reports: true },
  };
  const without = (...gone: string[]) =>
    EVERYTHING.filter((operation) => !gone.some((end) => operation.endsWith(end)));

  it.each<[string, string[] | undefined, object]>([
    ["all of it", EVERYTHING, ALL],
    ["nothing", [], NOTHING],
    [
      "as usual, where nothing is described, but no deleting",
      undefined,
      { ...ALL, delete: { ...NOTHING.delete, unknown: "GET /api/v1/spec answered with a web page" } },
    ],
    [
      "no reports, where they are not listed",
      EVERYTHING.filter((each) => each !== `GET ${D}/reports`),
      { ...ALL, reports: false },
    ],
    ["no reports, where none is written", without("{publicId}"), { ...ALL, reports: false }],
    [
      "no deleting of what it does not read first",
      EVERYTHING.filter((each) => each !== `GET ${D}/workbooks/{id}`),
      { ...ALL, delete: { workbooks: false, reports: true } },
    ],
  ])("%s", async (_, operations, can) => {
    const { platform } = await open({ operations });
    expect((await readDeployment(platform, TARGET, { folders: false })).can).toEqual(can);
  });
});

describe("its folders", () => {
  const folders = [
    { id: 31, name: "Finance", parentId: null },
    { id: 32, name: "Revenue/EU", parentId: 31 },
  ];

  it("are listed where that is asked for and can be, beside those of the target", async () => {
    const target = { deployment: 1, folders: { Declared: 9 } };
    const read = async (world: World, wanted: boolean) => {
      const { platform } = await open({ folders, ...world });
      const found = (await readDeployment(platform, target, { folders: wanted })).folders;
      return Object.fromEntries(found.ids);
    };
    expect(await read({}, true)).toEqual({ Declared: 9, Finance: 31, "Finance/Revenue\\/EU": 32 });
    expect(await read({}, false)).toEqual({ Declared: 9 });
    expect(await read({ operations: [] }, true)).toEqual({ Declared: 9 });
    const { platform } = await open({ folders });
    const { paths } = (await readDeployment(platform, target, { folders: true })).folders;
    expect([...paths]).toEqual([
      [null, []],
      [9, ["Declared"]],
      [31, ["Finance"]],
      [32, ["Finance", "Revenue/EU"]],
    ]);
  });

  it("whose parents are not listed have the names that are known", async () => {
    const odd: JsonObject[] = [
      { id: 41, name: "Orphan", parentId: 40 },
      { id: 71, name: "Top" },
    ];
    const { platform } = await open({ folders: odd });
    const { folders: found } = await readDeployment(platform, TARGET, { folders: true });
    expect(Object.fromEntries(found.ids)).toEqual({ Orphan: 41, Top: 71 });
  });

  it("that are known keep their names, whatever a workbook's path says, and may be given as they are", async () => {
    const { platform } = await open({
      folders,
      workbooks: [
        workbook(1, "a", { folderId: 31, folderPath: [{ id: 31, name: "Renamed" }] }),
        workbook(2, "b", { folderId: 32, folderPath: "text" }),
      ],
    });
    const first = await readDeployment(platform, TARGET, { folders: true });
    const second = await readDeployment(platform, TARGET, { folders: first.folders });
    expect(second.folders).toBe(first.folders);
    const paths: unknown[] = [];
    await second.readWorkbooks({
      ...{ needsDraft: () => false, needsPublished: () => false, isAnyMissing: () => false },
      visit: (live) => paths.push(live.folderPath),
    });
    expect(Object.keys(Object.fromEntries(first.folders.ids))).not.toContain("Renamed");
    expect(paths).toEqual([["Renamed"], ["Finance", "Revenue/EU"]]);
  });

  it("are learnt from the workbooks in them, every step of the way", async () => {
    const folderPath = [
      { id: 31, name: "Finance" },
      { id: 32, name: "EU" },
    ];
    const { folders: known, visited } = await walk({
      workbooks: [workbook(1, "a", { folderId: 32, folderPath }), workbook(2, "b", { folderId: 31 })],
    });
    expect(Object.fromEntries(known.ids)).toEqual({ Finance: 31, "Finance/EU": 32 });
    expect(visited.map((live) => live.folderPath)).toEqual([["Finance", "EU"], ["Finance"]]);
  });
});

describe("its reports", () => {
  const reports = [report(1, "Wanted"), report(2, "Stamped", { meta: stamp }), report(3, "Free")];
  const idsOf = async (world: World, wanted: Parameters<typeof readDeployment>[2]["reports"]) => {
    const { platform, asked } = await open({ reports, ...world });
    const { reports: found } = await readDeployment(platform, TARGET, {
      ...{ folders: false, reports: wanted, workbooks: false },
    });
    return [...found.map(({ id }) => id), ...asked()];
  };
  const publicIds = new Set(["Wanted"]);
  const none = new Set<string>();

  it("are those that are wanted", async () => {
    expect(await idsOf({}, { publicIds })).toEqual([1, "reports"]);
    expect(await idsOf({}, { publicIds, others: "stamped" })).toEqual([1, 2, "reports"]);
    expect(await idsOf({}, { publicIds: none, others: "all" })).toEqual([1, 2, 3, "reports"]);
  });

  it("are asked for along with folders and workbooks, and if they fail nothing else is waited for", async () => {
    let isClosed: Promise<unknown> = Promise.resolve();
    const server = await serve(async ({ path }, response) => {
      if (path === "/api/v1/spec") return html(response);
      if (path.endsWith("/workbooks")) isClosed = once(response, "close");
      // The list of workbooks never comes.
      else if (path.endsWith("/reports")) json(response, 403, { error: { message: "no" } });
      else json(response, 200, { items: [] });
    });
    const { platform } = connectTo(server.url);
    const reading = readDeployment(platform, TARGET, { folders: true, reports: { publicIds } });
    await expect(reading).rejects.toThrow("refused to list the reports");
    await platform.close();
    await isClosed;
    const lists = server.seen.map(({ path }) => path.split("/").at(-1)).sort();
    expect(lists).toEqual(["folders", "reports", "spec", "workbooks"]);
  });

  it("are reports: a list may hold a workbook with a stamp", async () => {
    const mixed = [
      ...reports,
      { ...workbook(8, "w", { meta: stamp }) },
      report(9, "Typed", { type: "REPORT", meta: stamp }),
    ];
    expect(await idsOf({ reports: mixed }, { publicIds: none, others: "stamped" })).toEqual([
      2,
      9,
      "reports",
    ]);
  });

  it("are not asked for in vain", async () => {
    expect(await idsOf({}, undefined)).toEqual([]);
    expect(await idsOf({}, { publicIds: none })).toEqual([]);
    expect(await idsOf({ operations: [] }, { publicIds, others: "all" })).toEqual([]);
    expect(await idsOf({ operations: undefined }, { publicIds: none, others: "stamped" })).toEqual([]);
    expect(await idsOf({ operations: undefined }, { publicIds, others: "stamped" })).toEqual([1, "reports"]);
  });

  it("are paired with what files declare", () => {
    const declare = (key: string, publicId: string): DeclaredReport =>
      declareReport({ ...resolved(key, { publicId }), key } as never, {
        project: "acme",
        target: "t",
        deploymentId: 1,
      });
    const live = (id: number, publicId: string, version: number | null = 4) => ({
      kind: "report" as const,
      ...{ id, publicId, name: "", title: null, jsonQuery: null, sqlQuery: null, pivotItems: null },
      ...{ meta: {}, workbookId: null, version },
    });
    const [one, two, other] = [
      live(1, "AAAAAAAAAAAA"),
      live(2, "BBBBBBBBBBBB", null),
      live(3, "CCCCCCCCCCCC"),
    ];
    const declared = [
      declare("two", "BBBBBBBBBBBB"),
      declare("one", "AAAAAAAAAAAA"),
      declare("new", "DDDDDDDDDDDD"),
    ];
    const paired = pairReports(declared, [one, two, other]);
    expect(paired.pairs.map(({ live: found }) => found?.id)).toEqual([2, 1, undefined]);
    expect([...paired.ids]).toEqual([
      ["two", 2],
      ["one", 1],
    ]);
    expect([...paired.versions]).toEqual([[1, 4]]);
    expect(paired.others).toEqual([other]);
  });
});

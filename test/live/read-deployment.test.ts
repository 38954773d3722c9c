// Reading a deployment: what it lets be done, its folders, reports and workbooks, with no more requests than are needed.
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { pairReports, readDeployment } from "../../src/live/index.ts";
import type { JsonObject } from "../../src/model/index.ts";
import { type DeclaredReport, declareReport, type LiveWorkbook } from "../../src/plan/index.ts";
import { PlatformError } from "../../src/platform/index.ts";
import { resolved } from "../plan/support.ts";
import { connectTo, html, json, serve } from "../platform/loopback.ts";

const D = "/api/v1/deployments/{deploymentId}";
/** Operations by method and path; what is sent by a query parameter stands behind a question mark. */
const EVERYTHING = [
  `GET ${D}/workbooks?folderId`,
  `GET ${D}/workbooks/{id}`,
  `PUT ${D}/workbooks/by-slug/{slug}`,
  `POST ${D}/workbooks/{id}/publish`,
  `DELETE ${D}/workbooks/{id}`,
  `GET ${D}/folders`,
  `POST ${D}/folders`,
  `GET ${D}/reports`,
  `GET ${D}/reports/{id}`,
  `PUT ${D}/reports/by-public-id/{publicId}`,
  `DELETE ${D}/reports/{id}`,
];

interface World {
  /** Undefined: no description is served. */
  operations?: string[] | undefined;
  /** What the list without a folder shows. */
  workbooks?: JsonObject[];
  /** What single reads show. */
  single?: Record<number, JsonObject>;
  inFolder?: Record<string, JsonObject[]>;
  folders?: JsonObject[];
  reports?: JsonObject[];
}

async function open(world: World) {
  const described = "operations" in world ? world.operations : EVERYTHING;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of described ?? []) {
    const [method = "", address = ""] = operation.split(" ");
    const [path = "", name] = address.split("?");
    const parameters = name === undefined ? [] : [{ in: "query", name }];
    paths[path] = { ...paths[path], [method.toLowerCase()]: { parameters, responses: {} } };
  }
  const server = await serve(({ path, query }, response) => {
    const [, what, id] = /deployments\/1\/(\w+)\/?(\d+)?$/.exec(path) ?? [];
    if (path === "/api/v1/spec")
      return described ? json(response, 200, { openapi: "3.1.0", paths }) : html(response);
    if (what === "workbooks" && id) {
      const found = world.single?.[Number(id)];
      return found
        ? json(response, 200, { data: found })
        : json(response, 404, { error: { message: "gone" } });
    }
    const items =
      what === "workbooks" && query.folderId !== undefined
        ? world.inFolder?.[query.folderId]
        : { workbooks: world.workbooks, folders: world.folders, reports: world.reports }[String(what)];
    return json(response, 200, { items: items ?? [], pageInfo: { hasNextPage: false } });
  });
  const { platform } = connectTo(server.url);
  const asked = () =>
    server.seen
      .map(({ url }) => url.replace(/^\/api\/v1\/(deployments\/1\/)?/, "").replace(/[?&]first=100/, ""))
      .filter((url) => url !== "spec");
  return { platform, asked };
}

const TARGET = { deployment: 1, folders: {} };
const workbook = (id: number, slug: string | null, more: JsonObject = {}): JsonObject =>
  ({
    id,
    deploymentId: 1,
    name: String(slug),
    slug,
    type: "WORKBOOK",
    meta: {},
    folderId: null,
    ...more,
  }) as JsonObject;
const stamp = { boardwright: { v: 2, project: "acme", of: "1/x", digest: "d", base: "" } };
const report = (id: number, publicId: string, more: JsonObject = {}): JsonObject => ({
  id,
  publicId,
  name: publicId,
  meta: null,
  ...more,
});

interface Look {
  missing?: boolean;
  /** Slugs whose owner matters. */
  owner?: string[];
  draft?: boolean;
  published?: boolean;
}

async function walk(
  world: World,
  { missing = false, draft = false, published = false, owner = [] }: Look = {},
) {
  const { platform, asked } = await open(world);
  const { readWorkbooks, folders } = await readDeployment(platform, TARGET, { folders: false });
  const visited: LiveWorkbook[] = [];
  const unnamed: number[] = [];
  const count = await readWorkbooks({
    needsDraft: () => draft,
    needsPublished: () => published,
    needsOwner: ({ slug }) => owner.includes(slug),
    isAnyMissing: () => missing,
    visit: (live) => visited.push(live),
    visitUnnamed: ({ id }) => unnamed.push(id),
  });
  return { visited, slugs: visited.map(({ slug }) => slug), unnamed, count, asked: asked(), folders };
}

describe("what a deployment lets be done", () => {
  const NOTHING = {
    folders: false,
    reports: false,
    publish: false,
    delete: { workbooks: false, reports: false },
  };
  const ALL = { folders: true, reports: true, publish: true, delete: { workbooks: true, reports: true } };
  const without = (...gone: string[]) =>
    EVERYTHING.filter((operation) => !gone.some((end) => operation.endsWith(end)));

  it.each<[string, string[] | undefined, object]>([
    ["all of it", EVERYTHING, ALL],
    ["nothing", [], NOTHING],
    ["as usual, where nothing is described, but no deleting", undefined, { ...ALL, delete: NOTHING.delete }],
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

  it("are not looked for in folders where the list shows one of any", async () => {
    const world = { workbooks: [workbook(1, "shown", { folderId: 31 })], inFolder, folders };
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
    expect([found.slugs, found.count, found.unnamed]).toEqual([["a", "b"], 2, [3]]);
  });

  it("are read one by one only for what the list does not say and somebody needs", async () => {
    const single = { 1: workbook(1, "a", { dashboardDraft: { title: "T" }, dashboardPublished: null }) };
    const bare = [workbook(1, "a")];
    const full = [workbook(1, "a", { dashboardDraft: { title: "T" }, dashboardPublished: null })];
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
    expect((await walk({ workbooks: [workbook(1, "w1")], single }, { owner: ["w1"] })).asked).toEqual([
      "workbooks",
    ]);
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

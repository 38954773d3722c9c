import { describe, expect, it } from "vitest";
import { PlatformError } from "../../src/platform/index.ts";
import { connectTo, describeApi, failure, html, json, serve, workbook } from "../support/loopback.ts";

const DEPLOYMENT = "/api/v1/deployments/{deploymentId}";

interface Folder {
  id: number;
  name: string;
  parentId: number | null;
}

const TREE: Folder[] = [
  { id: 9, name: "Finance", parentId: null },
  { id: 2, name: "Sales", parentId: null },
  { id: 5, name: "Revenue", parentId: 9 },
  { id: 1, name: "Net", parentId: 5 },
  { id: 7, name: "Europe", parentId: 2 },
];
const BREADTH_FIRST = [9, 2, 5, 7, 1];

describe("workbooks", () => {
  it("the slug and the ids of a path are encoded", async () => {
    const { url, seen } = await serve((_, response) => json(response, 200, workbook(1)));
    await connectTo(`${url}/base/`).platform.upsertWorkbook(12, "a b/ü?#", {
      name: "A",
      meta: { team: "x" },
    });
    expect(seen[0]).toMatchObject({
      method: "PUT",
      url: "/base/api/v1/deployments/12/workbooks/by-slug/a%20b%2F%C3%BC%3F%23",
      body: '{"name":"A","meta":{"team":"x"}}',
    });
    expect(seen[0]?.headers["content-type"]).toBe("application/json");
  });

  it("one that is not there is undefined", async () => {
    const { url } = await serve(({ path }, response) =>
      path.endsWith("/7") ? json(response, 200, workbook(7)) : json(response, 404, { error: "not found" }),
    );
    const { platform } = connectTo(url);
    expect((await platform.getWorkbook(1, 7))?.slug).toBe("workbook-7");
    expect(await platform.getWorkbook(1, 8)).toBeUndefined();
    expect(await platform.getReport(1, 8)).toBeUndefined();
  });

  it("publishing repeats the id in the body", async () => {
    const { url, seen } = await serve(({ method }, response) =>
      method === "GET" ? html(response) : json(response, 200, { id: 4, publicId: "p", workbookId: 7 }),
    );
    const { platform } = connectTo(url);
    expect((await platform.publishWorkbook(1, 7, { config: { title: "T" } })).id).toBe(4);
    await platform.publishWorkbook(1, 7);
    expect(seen.slice(1).map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", "/api/v1/deployments/1/workbooks/7/publish", '{"workbookId":7,"config":{"title":"T"}}'],
      ["POST", "/api/v1/deployments/1/workbooks/7/publish", '{"workbookId":7}'],
    ]);
  });

  it("deleting what is gone already is fine where the operation is described, and an error where it is guessed", async () => {
    for (const described of [true, false]) {
      const { url } = await serve(({ method }, response) => {
        if (method === "DELETE") json(response, 404, { error: "not found" });
        else if (described) {
          const paths = {
            [`${DEPLOYMENT}/workbooks/{id}`]: { delete: [] },
            [`${DEPLOYMENT}/reports/{id}`]: { delete: [] },
          };
          json(response, 200, describeApi(paths));
        } else html(response);
      });
      const { platform } = connectTo(url);
      for (const remove of [platform.deleteWorkbook, platform.deleteReport]) {
        if (described) await remove(1, 7);
        else expect((await failure(remove(1, 7), PlatformError)).code).toBe("no-such-operation");
      }
    }
  });
});

describe("folders", () => {
  const described = (parameters: string[]) =>
    describeApi({ [`${DEPLOYMENT}/folders`]: { get: parameters, post: [] } });

  it.each([["described", true] as const, ["undescribed", false] as const])(
    "are walked one level at a time, breadth first (%s)",
    async (_, isDescribed) => {
      const { url, seen } = await serve(({ path, query }, response) => {
        if (path === "/api/v1/spec") {
          return isDescribed
            ? json(response, 200, described(["parentId", "first", "after"]))
            : html(response);
        }
        const parentId = query.parentId === undefined ? null : Number(query.parentId);
        const level = TREE.filter((folder) => folder.parentId === parentId);
        // Pages of one, so that every level is paged too.
        const from = Number(query.after ?? 0);
        return json(response, 200, {
          items: level.slice(from, from + 1),
          pageInfo: { hasNextPage: from + 1 < level.length, endCursor: String(from + 1) },
        });
      });
      const folders = await connectTo(url).platform.listFolders(1);
      expect(folders.map(({ id }) => id)).toEqual(BREADTH_FIRST);
      expect(seen.filter(({ query }) => query.parentId === "9")).toHaveLength(1);
    },
  );

  it.each([["parentId described but ignored", ["parentId"]] as const, ["no parentId", []] as const])(
    "listed all at once are put in order, and asked for once (%s)",
    async (_, parameters) => {
      const { url, seen } = await serve(({ path }, response) =>
        json(
          response,
          200,
          path === "/api/v1/spec" ? described([...parameters]) : { items: [...TREE].reverse() },
        ),
      );
      const folders = await connectTo(url).platform.listFolders(1);
      expect(folders.map(({ id }) => id)).toEqual([2, 9, 7, 5, 1]);
      expect(seen).toHaveLength(2);
    },
  );

  it("that name each other as parents do not hang the walk", async () => {
    const { url } = await serve(({ path, query }, response) => {
      if (path === "/api/v1/spec") return html(response);
      const id = { 1: 2, 2: 3, 3: 2 }[query.parentId ?? ""] ?? 1;
      return json(response, 200, { items: [{ id, name: `F${id}` }] });
    });
    expect((await connectTo(url).platform.listFolders(1)).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it("that always have another one in them are an error", async () => {
    let id = 0;
    const { url } = await serve(({ path }, response) =>
      path === "/api/v1/spec"
        ? html(response)
        : json(response, 200, { items: [{ id: ++id, name: `F${id}` }] }),
    );
    await expect(connectTo(url).platform.listFolders(1)).rejects.toMatchObject({
      code: "endless-list",
      message: expect.stringContaining("100 folders lie in one another, and there is another one"),
    });
  });

  it("are created by POST", async () => {
    const { url, seen } = await serve((each, response) =>
      json(response, 200, each.method === "GET" ? described([]) : { id: 3, name: "Net", parentId: 5 }),
    );
    expect((await connectTo(url).platform.createFolder(1, { name: "Net", parentId: 5 })).id).toBe(3);
    expect(seen[1]).toMatchObject({ method: "POST", body: '{"name":"Net","parentId":5}' });
  });
});

describe("reports", () => {
  it("are listed by cursor alone: the server rejects mixing", async () => {
    const { url } = await serve(({ path, query }, response) => {
      if (path === "/api/v1/spec") {
        return json(
          response,
          200,
          describeApi({ [`${DEPLOYMENT}/reports`]: { get: ["limit", "page", "first", "after"] } }),
        );
      }
      if ("limit" in query || "page" in query || "offset" in query)
        return json(response, 400, { error: "mixed" });
      const next = query.after === undefined;
      return json(response, 200, {
        items: [{ id: next ? 1 : 2 }],
        pageInfo: { hasNextPage: next, endCursor: "c" },
      });
    });
    const ids: number[] = [];
    for await (const page of connectTo(url).platform.listReports(1)) ids.push(...page.map(({ id }) => id));
    expect(ids).toEqual([1, 2]);
  });

  it("are upserted by publicId", async () => {
    const path = `${DEPLOYMENT}/reports/by-public-id/{publicId}`;
    const { url, seen } = await serve(({ method }, response) =>
      json(
        response,
        200,
        method === "GET" ? describeApi({ [path]: { put: [] } }) : { id: 8, publicId: "revqZ1x8Kp0a" },
      ),
    );
    const report = await connectTo(url).platform.upsertReport(1, "revqZ1x8Kp0a", {
      name: "R",
      jsonQuery: "{}",
    });
    expect(report.id).toBe(8);
    expect(seen[1]?.path).toBe("/api/v1/deployments/1/reports/by-public-id/revqZ1x8Kp0a");
  });
});

describe("deployments", () => {
  const all = Array.from({ length: 130 }, (_, index) => ({ id: String(index + 1), name: `D${index + 1}` }));

  it.each<[string, (items: unknown[]) => object]>([
    ["data.deployments, as the platform document has it", (deployments) => ({ data: { deployments } })],
    ["items and data, as deployments describe it", (items) => ({ items, data: items })],
  ])("are listed by offset without a look at the description, in %s", async (_, envelope) => {
    const { url, seen } = await serve(({ query }, response) => {
      const [offset, limit] = [Number(query.offset), Number(query.limit)];
      json(response, 200, {
        ...envelope(all.slice(offset, offset + limit)),
        pagination: { offset, limit, total: all.length },
        pageInfo: { hasNextPage: true, endCursor: "not to be mixed in" },
      });
    });
    const deployments = await connectTo(url).platform.listDeployments();
    expect(deployments.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(seen.map(({ url: asked }) => asked)).toEqual([
      "/api/v1/deployments?offset=0&limit=100",
      "/api/v1/deployments?offset=100&limit=100",
    ]);
  });
});

it("connect sends nothing, and closing twice is fine", async () => {
  const { url, seen } = await serve((_, response) => json(response, 200, workbook(1)));
  const { platform } = connectTo(`${url}/`);
  expect(platform.url).toBe(url);
  expect(seen).toEqual([]);
  await platform.upsertWorkbook(1, "a", {});
  await Promise.all([platform.close(), platform.close()]);
});

import { describe, expect, it } from "vitest";
import type { Transport } from "../../src/platform/http/transport.ts";
import { PlatformError } from "../../src/platform/index.ts";
import { readPages } from "../../src/platform/operations/paging.ts";
import {
  type Answer,
  connectTo,
  describeApi,
  failure,
  html,
  json,
  type Seen,
  serve,
  workbook,
} from "../support/loopback.ts";

const LIST = "/api/v1/deployments/{id}/workbooks";

/** Serves a description with these query parameters (none at all where undefined) beside the list. */
function listing(parameters: string[] | undefined, list: Answer) {
  return serve((seen, response, count) => {
    if (seen.path !== "/api/v1/spec") return list(seen, response, count);
    return parameters ? json(response, 200, describeApi({ [LIST]: { get: parameters } })) : html(response);
  });
}

async function readIds(url: string): Promise<number[][]> {
  const pages: number[][] = [];
  for await (const page of connectTo(url).platform.listWorkbooks(1)) pages.push(page.map(({ id }) => id));
  return pages;
}

function queries(seen: Seen[]): Record<string, string>[] {
  return seen.filter(({ path }) => path !== "/api/v1/spec").map(({ query }) => query);
}

const ALL = Array.from({ length: 250 }, (_, index) => workbook(index + 1));
const SIZES = [100, 100, 50];

const byCursor =
  (envelope: (items: unknown[]) => object, size = 100): Answer =>
  ({ query }, response) => {
    const from = Number(query.after ?? 0);
    const items = ALL.slice(from, from + size);
    const hasNextPage = from + size < ALL.length;
    json(response, 200, {
      ...envelope(items),
      pageInfo: { hasNextPage, hasPreviousPage: from > 0, endCursor: hasNextPage ? `${from + size}` : null },
    });
  };

const byOffset =
  (envelope: (items: unknown[]) => object, cap = 1000): Answer =>
  ({ query }, response) => {
    const offset = Number(query.offset ?? 0);
    const limit = Math.min(cap, Number(query.limit ?? 20));
    const items = ALL.slice(offset, offset + limit);
    json(response, 200, { ...envelope(items), pagination: { offset, limit, total: ALL.length } });
  };

describe("a list of workbooks", () => {
  it("pages by cursor where first and after are described, and mixes in nothing else", async () => {
    const { url, seen } = await listing(
      ["first", "after", "limit", "page", "offset"],
      byCursor((items) => ({ items, data: items, count: ALL.length })),
    );
    const pages = await readIds(url);
    expect(pages.map((page) => page.length)).toEqual(SIZES);
    expect(pages.flat()).toEqual(ALL.map(({ id }) => id));
    expect(queries(seen)).toEqual([
      { first: "100" },
      { first: "100", after: "100" },
      { first: "100", after: "200" },
    ]);
  });

  it.each<[string, (items: unknown[]) => object]>([
    ["items", (items) => ({ items })],
    ["data", (data) => ({ data })],
    ["data.workbooks", (workbooks) => ({ data: { workbooks } })],
  ])("pages by offset where that is described, in %s", async (_, envelope) => {
    const { url, seen } = await listing(["offset", "limit"], byOffset(envelope));
    expect((await readIds(url)).map((page) => page.length)).toEqual(SIZES);
    expect(queries(seen)).toEqual([
      { offset: "0", limit: "100" },
      { offset: "100", limit: "100" },
      { offset: "200", limit: "100" },
    ]);
  });

  it("goes on from where a smaller page than asked for ended", async () => {
    const { url } = await listing(
      ["offset", "limit"],
      byOffset((items) => ({ items }), 60),
    );
    expect((await readIds(url)).map((page) => page.length)).toEqual([60, 60, 60, 60, 10]);
  });

  it("undescribed, follows the shape of the answers: cursor", async () => {
    const { url } = await listing(
      undefined,
      byCursor((data) => ({ data })),
    );
    expect((await readIds(url)).flat()).toHaveLength(250);
  });

  it("undescribed, follows the shape of the answers: offset, although `first` was asked", async () => {
    const { url, seen } = await listing(
      undefined,
      byOffset((workbooks) => ({ data: { workbooks } })),
    );
    expect((await readIds(url)).flat()).toEqual(ALL.map(({ id }) => id));
    expect(queries(seen)[1]).toEqual({ offset: "20", limit: "100" });
  });

  it.each([
    ["undescribed", undefined, { first: "100" }] as const,
    ["described without paging", ["folderId"], {}] as const,
  ])("is whole in a bare array (%s)", async (_, parameters, query) => {
    const { url, seen } = await listing(parameters && [...parameters], (_seen, response) =>
      json(response, 200, ALL),
    );
    expect((await readIds(url)).map((page) => page.length)).toEqual([250]);
    expect(queries(seen)).toEqual([query]);
  });

  it("may be empty", async () => {
    const { url } = await listing(["first", "after"], (_, response) =>
      json(response, 200, { items: [], pageInfo: null }),
    );
    expect(await readIds(url)).toEqual([]);
  });

  it("by offset without a total ends at the first page that is not full", async () => {
    const { url } = await listing(["offset", "limit"], ({ query }, response) =>
      json(response, 200, {
        items: ALL.slice(Number(query.offset), Number(query.offset) + Number(query.limit)),
      }),
    );
    expect((await readIds(url)).map((page) => page.length)).toEqual(SIZES);
  });

  it("shows nothing twice when items move between pages", async () => {
    const { url } = await listing(["first", "after"], ({ query }, response) =>
      json(response, 200, {
        items: query.after ? [workbook(2), workbook(3)] : [workbook(1), workbook(2)],
        pageInfo: { hasNextPage: !query.after, endCursor: query.after ? null : "c" },
      }),
    );
    expect(await readIds(url)).toEqual([[1, 2], [3]]);
  });

  it("fetches the next page while the caller works on this one", async () => {
    let second = (): void => {};
    const asked = new Promise<void>((resolve) => {
      second = resolve;
    });
    const { url } = await listing(["first", "after"], (seen, response, count) => {
      if (seen.query.after === "100") second();
      return byCursor((items) => ({ items }))(seen, response, count);
    });
    let pages = 0;
    for await (const _ of connectTo(url).platform.listWorkbooks(1)) {
      // Would wait for ever if the second page were asked for only after the first was worked on.
      if (pages++ === 0) await asked;
    }
    expect(pages).toBe(3);
  });

  it("shows everything of a list that mixes types: a folder may have the id of a workbook", async () => {
    const folder = workbook(2, { type: "FOLDER", slug: null });
    const { url } = await listing(["first", "after"], ({ query }, response) =>
      json(response, 200, {
        items: query.after ? [workbook(2), workbook(3), folder] : [folder, workbook(1)],
        pageInfo: { hasNextPage: !query.after, endCursor: query.after ? null : "c" },
      }),
    );
    const pages: string[][] = [];
    for await (const page of connectTo(url).platform.listWorkbooks(1))
      pages.push(page.map(({ type, id }) => `${type} ${id}`));
    expect(pages).toEqual([
      ["FOLDER 2", "WORKBOOK 1"],
      ["WORKBOOK 2", "WORKBOOK 3"],
    ]);
  });

  it("goes on over pages that are empty, or repeat what was there, while the cursor goes on", async () => {
    const pages = [[], [], [workbook(1)], [], [workbook(1)], [workbook(2)], []];
    const { url, seen } = await listing(["first", "after"], ({ query }, response) => {
      const at = Number(query.after ?? 0);
      const hasNextPage = at + 1 < pages.length;
      json(response, 200, { items: pages[at], pageInfo: { hasNextPage, endCursor: `${at + 1}` } });
    });
    expect(await readIds(url)).toEqual([[1], [2]]);
    expect(queries(seen)).toHaveLength(pages.length);
  });

  it("may be left early", async () => {
    const { url } = await listing(
      ["first", "after"],
      byCursor((items) => ({ items })),
    );
    const { platform } = connectTo(url);
    for await (const page of platform.listWorkbooks(1)) {
      expect(page).toHaveLength(100);
      break;
    }
    expect((await platform.listDeployments().catch((error: Error) => error)) instanceof Error).toBe(false);
  });
});

describe("a list that would not end", () => {
  it.each<[string, Answer]>([
    [
      "a cursor that repeats",
      ({ query }, response) =>
        json(response, 200, {
          items: [workbook(query.after ? Math.trunc(Math.random() * 1e9) : 1)],
          pageInfo: { hasNextPage: true, endCursor: "same" },
        }),
    ],
    [
      "a cursor that stands still over empty pages",
      (_, response) => json(response, 200, { items: [], pageInfo: { hasNextPage: true, endCursor: "same" } }),
    ],
    [
      "an offset that is ignored",
      (_, response) => json(response, 200, { items: ALL.slice(0, 20), pagination: { total: 250 } }),
    ],
  ])("is an error: %s", async (_, list) => {
    const { url, seen } = await listing(undefined, list);
    const error = await failure(readIds(url), PlatformError);
    expect(error.code).toBe("endless-list");
    expect(error.details.join()).toContain("cannot be read to its end");
    expect(seen.length).toBeLessThan(6);
  });

  it.each<[string, unknown[]]>([
    ["empty", []],
    ["that bring nothing new", [workbook(1)]],
  ])("is an error after a hundred pages in a row that are %s", async (_, items) => {
    const { url, seen } = await listing(["first", "after"], (_seen, response, count) =>
      json(response, 200, { items, pageInfo: { hasNextPage: true, endCursor: `c${count}` } }),
    );
    const error = await failure(readIds(url), PlatformError);
    expect(error.code).toBe("endless-list");
    expect(error.message).toContain("100 pages in a row brought nothing new");
    expect(queries(seen).length).toBe(items.length === 0 ? 100 : 101);
  });

  it("is an error after a thousand pages that all bring something", async () => {
    let asked = 0;
    const send = async () => {
      asked += 1;
      const items = [{ id: asked }];
      return { items, pageInfo: { hasNextPage: true, endCursor: `c${asked}` } };
    };
    const reject = (_: unknown, { code, reason }: { code: string; reason: string }) =>
      new Error(`${code}: ${reason}`);
    const pages = readPages({ send, reject } as unknown as Transport, {
      name: "workbooks",
      style: "cursor",
      call: { method: "GET", path: "/workbooks", does: "list the workbooks" },
    });
    const read = async () => {
      for await (const page of pages) expect(page).toHaveLength(1);
    };
    await expect(read()).rejects.toThrow(
      "endless-list: the list does not end: after 1000 pages and 1000 items there is another one",
    );
    expect(asked).toBe(1_000);
  });

  it.each([
    ["more pages without a cursor", { items: [workbook(1)], pageInfo: { hasNextPage: true } }],
    ["a count over what is there", { items: [workbook(1)], count: 40 }],
  ])("is an error, and not half a list: %s", async (_, body) => {
    const { url } = await listing(["first", "after"], (_seen, response) => json(response, 200, body));
    expect((await failure(readIds(url), PlatformError)).code).toBe("incomplete-list");
  });

  it.each([{}, { items: "none" }, { items: [1, 2] }, "text", 7])("nor is %j one", async (body) => {
    const { url } = await listing(undefined, (_, response) => json(response, 200, body));
    expect((await failure(readIds(url), PlatformError)).code).toBe("unexpected-answer");
  });
});

import { describe, expect, it } from "vitest";
import { PlatformError, type WireScimUser } from "../../src/platform/index.ts";
import { type Answer, connectTo, failure, json, serve, TOKEN } from "../support/loopback.ts";

const SCHEMA = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const ALL = Array.from({ length: 7 }, (_, index) => ({ id: `u${index + 1}`, userName: `user${index + 1}` }));

/** Pages of at most `most`, whatever is asked for. */
const listing =
  (most = 3): Answer =>
  ({ query }, response) => {
    const startIndex = Number(query.startIndex ?? 1);
    const count = Math.min(most, Number(query.count ?? most));
    const resources = ALL.slice(startIndex - 1, startIndex - 1 + count);
    json(
      response,
      200,
      {
        schemas: [SCHEMA],
        totalResults: ALL.length,
        startIndex,
        itemsPerPage: resources.length,
        Resources: resources,
      },
      { "content-type": "application/scim+json" },
    );
  };

async function read(pages: AsyncIterable<WireScimUser[]>): Promise<string[][]> {
  const ids: string[][] = [];
  for await (const page of pages) ids.push(page.map(({ id }) => id));
  return ids;
}

describe("SCIM users", () => {
  it("are paged by startIndex, with the server's own page size", async () => {
    const { url, seen } = await serve(listing());
    expect(await read(connectTo(url).platform.listScimUsers())).toEqual([
      ["u1", "u2", "u3"],
      ["u4", "u5", "u6"],
      ["u7"],
    ]);
    expect(seen.map((each) => each.url)).toEqual([
      "/api/scim/v2/Users?startIndex=1",
      "/api/scim/v2/Users?startIndex=4",
      "/api/scim/v2/Users?startIndex=7",
    ]);
    expect(seen[0]?.headers.accept).toContain("application/scim+json");
  });

  it("begin at startIndex, count per page, and a page is asked for when it is wanted", async () => {
    const { url, seen } = await serve(listing());
    for await (const page of connectTo(url).platform.listScimUsers({ count: 2, startIndex: 3 })) {
      expect(page.map(({ id }) => id)).toEqual(["u3", "u4"]);
      break;
    }
    expect(seen.map(({ query }) => query)).toEqual([{ count: "2", startIndex: "3" }]);
  });

  it.each([
    ["count 0", { count: 0 }, listing()],
    ["beyond the last", { startIndex: 9 }, listing()],
    [
      "none at all, and no Resources",
      {},
      ((_, response) => json(response, 200, { schemas: [SCHEMA], totalResults: 0 })) as Answer,
    ],
  ])("may be none: %s", async (_, range, answer) => {
    const { url, seen } = await serve(answer);
    expect(await read(connectTo(url).platform.listScimUsers(range))).toEqual([]);
    expect(seen).toHaveLength(1);
  });

  it.each([
    [
      "endless-list",
      "repeats",
      ({ query }) => (query.startIndex === "1" ? ALL.slice(0, 3) : ALL.slice(0, 3)),
    ],
    ["incomplete-list", "breaks off", ({ query }) => (query.startIndex === "1" ? ALL.slice(0, 3) : [])],
  ] as [string, string, (seen: { query: Record<string, string> }) => object[]][])(
    "%s where the list %s",
    async (code, _, resources) => {
      const { url } = await serve((seen, response) =>
        json(response, 200, { totalResults: 7, Resources: resources(seen) }),
      );
      expect((await failure(read(connectTo(url).platform.listScimUsers()), PlatformError)).code).toBe(code);
    },
  );

  it.each([{}, { totalResults: "7" }, { totalResults: 1, Resources: [{ userName: "no id" }] }])(
    "are not in %j",
    async (body) => {
      const { url } = await serve((_, response) => json(response, 200, body));
      const error = await failure(read(connectTo(url).platform.listScimUsers()), PlatformError);
      expect(error.code).toBe("unexpected-answer");
    },
  );

  it("an error speaks in the words of `detail`", async () => {
    const { url } = await serve((_, response) =>
      json(response, 403, { schemas: ["x"], status: "403", detail: "No SCIM for this key" }),
    );
    const error = await failure(read(connectTo(url).platform.listScimUsers()), PlatformError);
    expect(error).toMatchObject({ status: 403, platformMessage: "No SCIM for this key" });
  });

  it.each([
    ["bearer", `Bearer ${TOKEN}`],
    ["api-key", `Api-Key ${TOKEN}`],
    [undefined, `Api-Key ${TOKEN}`],
  ] as const)("work with scheme %s", async (scheme, wanted) => {
    const { url } = await serve((seen, response, count) =>
      seen.headers.authorization === wanted ? listing()(seen, response, count) : json(response, 401, {}),
    );
    expect((await read(connectTo(url, { scheme }).platform.listScimUsers())).flat()).toHaveLength(7);
  });
});

// What holds for every request, whatever it is for.
import { expect, it } from "vitest";
import { PlatformError, type TokenSource } from "../../src/platform/index.ts";
import { connectTo, failure, json, serve, stillClock, workbook } from "../support/loopback.ts";

it("leaves no deadline behind, which would keep the process alive", async () => {
  const { url } = await serve(({ path }, response, count) => {
    if (path.includes("audit"))
      return void response.writeHead(200, { "content-type": "text/csv" }).end("a,b\n");
    json(response, count === 1 ? 503 : 200, workbook(1));
  });
  let set = 0;
  let taken = 0;
  const clock = {
    ...stillClock(),
    after() {
      set++;
      let isTaken = false;
      return () => {
        taken += isTaken ? 0 : 1;
        isTaken = true;
      };
    },
  };
  const { platform } = connectTo(url, { clock });
  await platform.upsertWorkbook(1, "a", {});
  const file = await platform.exportAuditLog();
  for await (const chunk of file) expect(String(chunk)).toBe("a,b\n");
  expect(set).toBeGreaterThan(2);
  expect(taken).toBe(set);
});

it("sends what a DELETE brings along, with its length", async () => {
  const { url, seen } = await serve((_, response) => json(response, 200, {}));
  await connectTo(url).platform.request("DELETE", "/x", { body: { ids: [1] } });
  expect(seen[0]).toMatchObject({ method: "DELETE", body: '{"ids":[1]}' });
  expect(seen[0]?.headers["content-length"]).toBe("11");
});

it("takes no bug for a broken connection: it is thrown as it is, and nothing is sent again", async () => {
  const { url, seen } = await serve((_, response) => json(response, 200, workbook(1)));
  const bug = new TypeError("a bug of whoever listens");
  const { platform, retries } = connectTo(url, {
    onSent() {
      throw bug;
    },
  });
  expect(await failure(platform.upsertWorkbook(1, "a", {}), TypeError)).toBe(bug);
  expect([seen, retries]).toEqual([[], []]);
});

it.each([
  ["none", undefined],
  ["the same", "access-1"],
])(
  "a source that has no other token, but %s, is asked once; requests go on with the one it gave",
  async (_, fresh) => {
    let asked = 0;
    const source: TokenSource = {
      token: async () => "access-1",
      refresh: async () => {
        asked++;
        return fresh;
      },
    };
    const { url, seen } = await serve((_, response) => json(response, 401, {}));
    const { platform } = connectTo(url, { token: source });
    for (const slug of ["a", "b", "c"]) {
      expect((await failure(platform.upsertWorkbook(1, slug, {}), PlatformError)).status).toBe(401);
    }
    expect(asked).toBe(1);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill("Bearer access-1"));
  },
);

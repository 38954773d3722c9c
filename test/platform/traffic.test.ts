// What a connection tells of its requests, and where redirects lead them.
import { describe, expect, it } from "vitest";
import { withQuery } from "../../src/platform/http/address.ts";
import { openPools } from "../../src/platform/http/socket-pools.ts";
import { type AnsweredEvent, PlatformError, type SentEvent } from "../../src/platform/index.ts";
import { connectTo, failure, json, serve, TOKEN, workbook } from "../support/loopback.ts";

function listening(url: string, more: Parameters<typeof connectTo>[1] = {}) {
  const sent: SentEvent[] = [];
  const answered: AnsweredEvent[] = [];
  const told: string[] = [];
  const client = connectTo(url, {
    onSent(event) {
      sent.push(event);
      told.push(`sent ${event.attempt}`);
    },
    onAnswered(event) {
      answered.push(event);
      told.push(`answered ${event.attempt} ${event.status}`);
    },
    ...more,
  });
  return { ...client, sent, answered, told };
}

describe("the events of a request", () => {
  it("tell of each that is sent and how it ended, with its attempt, its time and what it is for", async () => {
    const { url } = await serve((_, response, count) => {
      if (count === 1) return json(response, 503, {});
      if (count === 2) return void response.socket?.destroy();
      json(response, 200, workbook(1));
    });
    let now = 0;
    const clock = { now: () => (now += 10), sleep: async () => {}, after: () => () => {} };
    const { platform, sent, answered, told } = listening(url, { clock });
    await platform.upsertWorkbook(12, "a", {});
    expect(told).toEqual([
      "sent 1",
      "answered 1 503",
      "sent 2",
      "answered 2 undefined",
      "sent 3",
      "answered 3 200",
    ]);
    const facts = {
      method: "PUT",
      url: `${url}/api/v1/deployments/12/workbooks/by-slug/a`,
      does: "write workbook a",
    };
    expect(sent.map((event) => event)).toEqual([1, 2, 3].map((attempt) => ({ ...facts, attempt })));
    expect(answered[0]).toEqual({ ...facts, attempt: 1, ms: 10, status: 503 });
    expect("status" in (answered[1] ?? {})).toBe(false);
  });

  it("count the same attempt where only the credential is another, and hide it", async () => {
    const { url } = await serve(({ headers }, response) =>
      json(response, headers.authorization?.startsWith("Api-Key") ? 200 : 401, workbook(1)),
    );
    const { platform, sent, told } = listening(url, { scheme: undefined });
    await platform.upsertWorkbook(1, TOKEN, {});
    expect(told).toEqual(["sent 1", "answered 1 401", "sent 1", "answered 1 200"]);
    expect(JSON.stringify(sent)).not.toContain(TOKEN);
    expect(sent[0]?.does).toContain("***");
  });

  it("of a retry tell how long it goes on, where time counts", async () => {
    const { url } = await serve((_, response, count) => {
      if (count === 1) return json(response, 200, { error: "Continue wait" });
      if (count === 2) return json(response, 503, { code: `code-${TOKEN}` });
      json(response, 200, workbook(1));
    });
    const { platform, retries } = connectTo(url);
    await platform.upsertWorkbook(1, "a", {});
    expect(retries[0]).toMatchObject({
      code: "continue-wait",
      remainingMs: 60_000,
      does: "write workbook a",
    });
    expect(retries[1]).toMatchObject({ code: "code-***", attempt: 2 });
    expect(retries[1]).not.toHaveProperty("remainingMs");
  });
});

describe("a redirect on the same origin", () => {
  it.each([301, 302, 303, 307, 308])(
    "by %i leads a GET on, from where it is, with its query",
    async (status) => {
      const { url, seen } = await serve(({ path }, response) => {
        if (path.endsWith("/there")) return json(response, 200, { ok: true });
        response.writeHead(status, { location: "deeper/there?b=2" }).end();
      });
      const answer = await connectTo(`${url}/base`).platform.request("GET", "/x?a=1");
      expect(answer.status).toBe(200);
      expect(seen.map((each) => each.url)).toEqual(["/base/x?a=1", "/base/deeper/there?b=2"]);
    },
  );

  it.each([
    [300, "/there", "redirects to /there"],
    [304, "/there", "redirects to /there"],
    [302, "http://[", "redirects to nowhere"],
    [399, "http://elsewhere.test/secret?q", "redirects to http://elsewhere.test"],
  ])("by %i to %s leads nowhere: it is told where it points", async (status, location, reason) => {
    const { url, seen } = await serve((_, response) => void response.writeHead(status, { location }).end());
    const error = await failure(connectTo(url).platform.request("GET", "/x"), PlatformError);
    expect(error).toMatchObject({ code: "redirect", status });
    expect(error.message).toContain(`the platform ${reason}`);
    expect(error.message).not.toContain("secret");
    expect(seen).toHaveLength(1);
  });

  it("without a place is no redirect, and neither is a 400 with one", async () => {
    for (const [status, headers] of [
      [302, {}],
      [400, { location: "/there" }],
      [201, { location: "/there" }],
    ] as const) {
      const { url, seen } = await serve((_, response) => json(response, status, {}, headers));
      expect((await connectTo(url).platform.request("GET", "/x")).status).toBe(status);
      expect(seen).toHaveLength(1);
    }
  });

  it.each(["HEAD", "POST", "DELETE"])("is not followed for a %s", async (method) => {
    const { url, seen } = await serve(
      (_, response) => void response.writeHead(307, { location: "/x" }).end(),
    );
    const error = await failure(connectTo(url).platform.request(method, "/x"), PlatformError);
    expect(error.code).toBe("redirect");
    expect(seen).toHaveLength(1);
  });
});

describe("a request that asks for too much patience", () => {
  it.each([
    ["60", 200, 2],
    ["61", 429, 1],
  ])("of %s s: %i after %i requests", async (seconds, status, requests) => {
    const { url, seen } = await serve((_, response, count) =>
      json(response, count === 1 ? 429 : 200, workbook(1), { "retry-after": seconds }),
    );
    expect((await connectTo(url).platform.request("GET", "/x")).status).toBe(status);
    expect(seen).toHaveLength(requests);
    if (requests > 1) return;
    const error = await failure(
      connectTo(
        (await serve((_, r) => json(r, 429, {}, { "retry-after": "60.5" }))).url,
      ).platform.listDeployments(),
      PlatformError,
    );
    expect(error.details).toContain("It asks to wait 61 s before the next request.");
    expect(error).toMatchObject({ retryAfterMs: 60_500, kind: "429" });
  });

  it("within a minute is no reason that it was given up", async () => {
    const { url } = await serve((_, response) => json(response, 429, {}, { "retry-after": "1" }));
    const error = await failure(connectTo(url).platform.listDeployments(), PlatformError);
    expect(error.details.join()).not.toContain("It asks to wait");
  });
});

describe("what is put together", () => {
  it("the query: in order, lists repeated, what is undefined left out, after what the path has", () => {
    expect(withQuery("/x")).toBe("/x");
    expect(withQuery("/x", { a: undefined, b: [] })).toBe("/x");
    expect(withQuery("/x", { b: [2, "z"], a: false, c: "ä &" })).toBe("/x?b=2&b=z&a=false&c=%C3%A4+%26");
    expect(withQuery("/x?y=1", { a: 1 })).toBe("/x?y=1&a=1");
  });

  it("the pools: one for each origin, with the proxy that is chosen for it", async () => {
    const hidden: string[] = [];
    const asked: string[] = [];
    const choose = (url: string) => {
      asked.push(url);
      return url.includes("a.test") ? "http://ann:geheim@proxy.test:1" : undefined;
    };
    const pools = openPools({ connections: 1, connectMs: 1000 }, choose, (secret) => hidden.push(secret));
    const first = pools.to("https://a.test");
    expect(pools.to("https://a.test")).toBe(first);
    expect(pools.to("https://b.test")).not.toBe(first);
    expect(asked).toEqual(["https://a.test", "https://b.test"]);
    expect(hidden).toEqual(["ann:geheim", "geheim"]);
    await pools.close();
  });
});

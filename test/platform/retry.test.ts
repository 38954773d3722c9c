import { describe, expect, it } from "vitest";
import { EXIT } from "../../src/model/index.ts";
import { PlatformError } from "../../src/platform/index.ts";
import { connectTo, failure, html, json, serve, stillClock, TOKEN, workbook } from "../support/loopback.ts";

const BROKEN = ["before the answer", "within the headers", "within the body", "within a chunk"] as const;

describe("what is sent again", () => {
  it.each([408, 429, 500, 502, 503, 504])("a %i, until it succeeds", async (status) => {
    const { url, seen } = await serve((_, response, count) =>
      count < 4 ? json(response, status, { error: "not now" }) : json(response, 200, workbook(7)),
    );
    const { platform, clock, retries } = connectTo(url);
    let sent = 0;
    const written = await platform.upsertWorkbook(1, "a", { name: "A" }, { onAttempt: () => sent++ });
    expect(written.id).toBe(7);
    expect(sent).toBe(4);
    expect(seen.map((each) => each.body)).toEqual(Array(4).fill('{"name":"A"}'));
    expect(clock.slept).toEqual([99, 199, 399]);
    expect(retries.map((event) => event.attempt)).toEqual([1, 2, 3]);
    expect(retries[0]).toMatchObject({
      method: "PUT",
      url: `${url}/api/v1/deployments/1/workbooks/by-slug/a`,
      attempt: 1,
      delayMs: 99,
      reason: `the platform answered ${status}`,
    });
  });

  it.each([408, 429, 500, 502, 503, 504])("a %i, ten times at most", async (status) => {
    const { url, seen } = await serve((_, response) => json(response, status, { error: "never" }));
    const error = await failure(connectTo(url).platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(seen).toHaveLength(10);
    expect(error.status).toBe(status);
    expect(error.message).toContain("after 10 attempts");
    expect(error.details[1]).toBe('"never"');
  });

  it.each(BROKEN)("a connection that breaks %s", async (when) => {
    const { url, seen } = await serve((_, response, count) => {
      if (count === 3) return json(response, 200, workbook(7));
      if (when === "within the headers") response.socket?.write("HTTP/1.1 200 OK\r\ncontent-ty");
      if (when === "within the body") {
        response.socket?.write('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"id":7,');
      }
      if (when === "within a chunk") {
        response.socket?.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n20\r\n{"id":7,');
      }
      response.socket?.end();
    });
    const { platform, retries } = connectTo(url);
    expect((await platform.upsertWorkbook(1, "a", {})).id).toBe(7);
    expect(seen).toHaveLength(3);
    expect(retries.map((event) => event.reason)).toEqual([
      expect.stringMatching(/^the connection broke/),
      expect.stringMatching(/^the connection broke/),
    ]);
  });

  it("a destroyed socket, ten times at most", async () => {
    const { url, seen } = await serve((_, response) => void response.socket?.destroy());
    const error = await failure(connectTo(url).platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(error).toMatchObject({ code: "connection-broken", kind: "connection-broken", status: undefined });
    expect(seen).toHaveLength(10);
  });

  it.each([400, 401, 403, 404, 409, 410, 422, 501])("not a %i", async (status) => {
    const { url, seen } = await serve((_, response) => json(response, status, { error: "no" }));
    const error = await failure(connectTo(url).platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(error.status).toBe(status);
    expect(seen).toHaveLength(1);
  });

  it("not the 409 of the upsert: its code reaches the caller", async () => {
    const { url, seen } = await serve((_, response) =>
      json(response, 409, { error: "changed", code: "upsert_branch_changed" }),
    );
    const error = await failure(connectTo(url).platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(error).toMatchObject({ status: 409, code: "upsert_branch_changed", platformMessage: "changed" });
    expect(seen).toHaveLength(1);
  });

  it.each([429, 503, 0])("never a POST (%i)", async (status) => {
    const { url, seen } = await serve((each, response) => {
      if (each.method === "GET") return html(response);
      return status === 0 ? void response.socket?.destroy() : json(response, status, {});
    });
    const { platform, clock } = connectTo(url);
    const error = await failure(platform.createFolder(1, { name: "Finance" }), PlatformError);
    expect(error.kind).toBe(status === 0 ? "connection-broken" : `${status}`);
    expect(seen.filter((each) => each.method === "POST")).toHaveLength(1);
    expect(clock.slept).toEqual([]);
  });
});

describe("Retry-After", () => {
  it("in seconds is waited out", async () => {
    const { url } = await serve((_, response, count) =>
      count === 1 ? json(response, 429, {}, { "retry-after": "7" }) : json(response, 200, workbook(1)),
    );
    const { platform, clock } = connectTo(url);
    await platform.upsertWorkbook(1, "a", {});
    expect(clock.slept).toEqual([7000]);
  });

  it("as an HTTP date is waited out, by the injected clock", async () => {
    const { url } = await serve((_, response, count) =>
      count === 1
        ? json(response, 503, {}, { "retry-after": "Fri, 20 Nov 2026 08:00:42 GMT" })
        : json(response, 200, workbook(1)),
    );
    const { platform, clock } = connectTo(url);
    await platform.upsertWorkbook(1, "a", {});
    expect(clock.slept).toEqual([42_000]);
  });

  it("over a minute is not: the error says how long", async () => {
    const { url, seen } = await serve((_, response) => json(response, 429, {}, { "retry-after": "3600" }));
    const { platform, clock } = connectTo(url);
    const error = await failure(platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(error.details.join("\n")).toContain("3600 s");
    expect(error.retryAfterMs).toBe(3_600_000);
    expect(seen).toHaveLength(1);
    expect(clock.slept).toEqual([]);
  });
});

describe("Continue wait", () => {
  it("is asked again until the answer is there", async () => {
    const { url, seen } = await serve((_, response, count) =>
      json(response, 200, count < 15 ? { error: "Continue wait" } : workbook(3)),
    );
    expect((await connectTo(url).platform.upsertWorkbook(1, "a", {})).id).toBe(3);
    expect(seen).toHaveLength(15);
  });

  it("is no success, and ends after a minute", async () => {
    const { url } = await serve((_, response) => json(response, 200, { error: "Continue wait" }));
    const { platform, clock } = connectTo(url);
    const start = clock.now();
    const error = await failure(platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(error).toMatchObject({ code: "continue-wait", status: 200, platformMessage: "Continue wait" });
    expect(clock.now() - start).toBeGreaterThan(50_000);
    expect(clock.now() - start).toBeLessThanOrEqual(60_000);
  });
});

describe("a refused connection", () => {
  it("is given up within 15 s in all", async () => {
    const { platform, clock } = connectTo("http://127.0.0.1:1");
    const start = clock.now();
    const error = await failure(platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(error).toMatchObject({ code: "connection-refused", status: undefined });
    expect(error.message).toContain("127.0.0.1:1 refused the connection");
    expect(error.details.at(-1)).toContain("PLATFORM_API_URL");
    expect(clock.slept.length).toBeGreaterThan(3);
    expect(clock.now() - start).toBeLessThanOrEqual(15_000);
  });
});

describe("an abort", () => {
  it.each(["connect", "call"] as const)("of the %s ends what is in flight", async (which) => {
    const controller = new AbortController();
    const { url, seen } = await serve(() => controller.abort());
    const { signal } = controller;
    const { platform } = connectTo(url, which === "connect" ? { signal } : {});
    const call = which === "call" ? { signal } : undefined;
    const error = await failure(platform.upsertWorkbook(1, "a", {}, call), PlatformError);
    expect(error).toMatchObject({ code: "interrupted", exitCode: EXIT.interrupted });
    expect(seen).toHaveLength(1);
    await failure(platform.upsertWorkbook(1, "b", {}, call), PlatformError);
    expect(seen).toHaveLength(1);
  });

  it("between two attempts sends no other", async () => {
    const controller = new AbortController();
    const { url, seen } = await serve((_, response) => json(response, 503, {}));
    const { platform } = connectTo(url, { onRetry: () => controller.abort(), signal: controller.signal });
    const error = await failure(platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(error.code).toBe("interrupted");
    expect(seen).toHaveLength(1);
  });
});

it("is not told of, nor made, once we closed the connections ourselves", async () => {
  const { url, seen } = await serve((_, response) => json(response, 503, {}));
  const told: string[] = [];
  const { platform } = connectTo(url, {
    onRetry: ({ reason }) => {
      told.push(reason);
      void platform.close();
    },
  });
  const error = await failure(platform.upsertWorkbook(1, "a", {}), PlatformError);
  expect(error.code).toBe("interrupted");
  expect([seen.length, told.length]).toEqual([1, 1]);
});

describe("a deadline", () => {
  it("covers headers that do not come and a body that stops", async () => {
    for (const begins of [false, true]) {
      let reached = (): void => {};
      const arrived = new Promise<void>((resolve) => {
        reached = resolve;
      });
      const { url } = await serve((_, response) => {
        if (begins) response.writeHead(200, { "content-type": "application/json" }).write('{"id":');
        reached();
      });
      const { platform, clock } = connectTo(url);
      const writing = failure(platform.upsertWorkbook(1, "a", {}), PlatformError);
      await arrived;
      clock.ring();
      const error = await writing;
      expect(error.code).toBe("timeout");
      expect(error.message).toContain("did not answer in time");
    }
  });

  it("that passes while the connection is being made sends nothing afterwards", async () => {
    const { url, seen } = await serve((_, response) => json(response, 200, workbook(1)));
    let ring = (): void => {};
    const clock = stillClock();
    const alarmed = new Promise<void>((resolve) => {
      ring = resolve;
    });
    const after: typeof clock.after = (ms, run) => {
      ring();
      return clock.after(ms, run);
    };
    const { platform } = connectTo(url, { concurrency: 1, clock: { ...clock, after } });
    const late = failure(platform.upsertWorkbook(1, "late", {}), PlatformError);
    await alarmed;
    clock.ring();
    expect((await late).code).toBe("timeout");
    await platform.upsertWorkbook(1, "next", {});
    expect(seen.map(({ path }) => path.split("/").at(-1))).toEqual(["next"]);
  });

  it("of a call leaves the connection to others usable", async () => {
    let held = 0;
    const { url } = await serve((each, response) => {
      if (each.path.endsWith("/slow")) held++;
      else json(response, 200, workbook(1));
    });
    const { platform, clock } = connectTo(url, { concurrency: 1 });
    const slow = failure(platform.upsertWorkbook(1, "slow", {}), PlatformError);
    const fast = platform.upsertWorkbook(1, "fast", {});
    while (held === 0) await new Promise(setImmediate);
    clock.ring();
    expect((await slow).code).toBe("timeout");
    expect((await fast).id).toBe(1);
  });
});

it("no event and no error holds the token, not even when the platform echoes it", async () => {
  const echo = { error: `bad key ${TOKEN}`, code: TOKEN };
  const { url } = await serve((_, response, count) =>
    json(response, count === 1 ? 503 : 400, echo, { "x-request-id": `req-${TOKEN}` }),
  );
  const { platform, retries } = connectTo(url);
  const error = await failure(platform.upsertWorkbook(1, TOKEN, {}), PlatformError);
  const shown = JSON.stringify([retries, error.message, error.details, error.stack, { ...error }]);
  expect(shown).toContain("***");
  expect(shown).not.toContain(TOKEN);
});

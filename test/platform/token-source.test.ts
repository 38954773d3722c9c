import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { UserError } from "../../src/model/index.ts";
import { PlatformError, type TokenSource } from "../../src/platform/index.ts";
import { connectTo, failure, json, serve, workbook } from "../support/loopback.ts";

/** Hands the tokens out in order; undefined where there are no more. */
function sourceOf(...tokens: string[]) {
  const rejected: string[] = [];
  const asked: string[] = [];
  let at = 0;
  const source: TokenSource = {
    token: async () => {
      asked.push(tokens[0]!);
      return tokens[0]!;
    },
    refresh: async (token) => {
      rejected.push(token);
      // Takes its time: whoever else was answered 401 is here before it is done.
      for (let turns = 0; turns < 50; turns++) await turn();
      return tokens[++at];
    },
  };
  return { source, rejected, asked };
}

/** Accepts one token under one scheme, and answers only when `held` requests have come with another. */
async function accepting(wanted: () => string, held = 0) {
  const waiting: (() => void)[] = [];
  return serve(({ headers }, response) => {
    if (headers.authorization === wanted()) return json(response, 200, workbook(1));
    const refuse = (): void => json(response, 401, { error: `expired: ${headers.authorization}` });
    if (held === 0) return refuse();
    waiting.push(refuse);
    if (waiting.length === held) for (const each of waiting) each();
  });
}

describe("a token that refreshes", () => {
  it("is asked for once, and refreshed after a 401", async () => {
    const { source, rejected, asked } = sourceOf("access-1", "access-2");
    const { url, seen } = await accepting(() => "Bearer access-2");
    const { platform, clock } = connectTo(url, { token: source });
    await platform.upsertWorkbook(1, "a", {});
    await platform.upsertWorkbook(1, "b", {});
    expect(asked).toEqual(["access-1"]);
    expect(rejected).toEqual(["access-1"]);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer access-1",
      "Bearer access-2",
      "Bearer access-2",
    ]);
    expect(clock.slept).toEqual([]);
  });

  it("is refreshed once for 20 requests in flight", async () => {
    const { source, rejected } = sourceOf("access-1", "access-2", "access-3");
    const { url, seen } = await accepting(() => "Bearer access-2", 20);
    const { platform } = connectTo(url, { token: source, concurrency: 20 });
    const slugs = Array.from({ length: 20 }, (_, index) => `s${index}`);
    await Promise.all(slugs.map((slug) => platform.upsertWorkbook(1, slug, {})));
    expect(rejected).toEqual(["access-1"]);
    expect(seen).toHaveLength(40);
  });

  it("is refreshed once, also for the 401 that arrives after the new token", async () => {
    const { source, rejected } = sourceOf("access-1", "access-2", "access-3");
    let release = (): void => {};
    const { url } = await serve(({ headers, path }, response) => {
      if (headers.authorization === "Bearer access-2") return json(response, 200, workbook(1));
      const refuse = (): void => json(response, 401, {});
      if (path.endsWith("/late")) release = refuse;
      else refuse();
    });
    const { platform } = connectTo(url, { token: source });
    const late = platform.upsertWorkbook(1, "late", {});
    await platform.upsertWorkbook(1, "early", {});
    release();
    await late;
    expect(rejected).toEqual(["access-1"]);
  });

  it("is refreshed again when the new one expires too", async () => {
    const { source, rejected } = sourceOf("access-1", "access-2", "access-3");
    let good = "Bearer access-1";
    const { url } = await accepting(() => good);
    const { platform } = connectTo(url, { token: source });
    for (const now of ["access-1", "access-2", "access-3"]) {
      good = `Bearer ${now}`;
      await platform.upsertWorkbook(1, "a", {});
    }
    expect(rejected).toEqual(["access-1", "access-2"]);
  });

  it("repeats a request once and no more", async () => {
    const { source, rejected } = sourceOf("access-1", "access-2", "access-3");
    const { url, seen } = await accepting(() => "nothing");
    const error = await failure(
      connectTo(url, { token: source }).platform.upsertWorkbook(1, "a", {}),
      PlatformError,
    );
    expect(error.status).toBe(401);
    expect(rejected).toEqual(["access-1"]);
    expect(seen).toHaveLength(2);
  });

  it("that cannot be refreshed gives the 401, and the source is not asked again and again", async () => {
    const { source, rejected } = sourceOf("access-1");
    const { url, seen } = await accepting(() => "nothing");
    const { platform } = connectTo(url, { token: source });
    await Promise.all(
      ["a", "b", "c"].map((slug) => failure(platform.upsertWorkbook(1, slug, {}), PlatformError)),
    );
    expect(rejected).toEqual(["access-1"]);
    expect(seen).toHaveLength(3);
  });

  it("also a POST and a streamed export are repeated after a refresh", async () => {
    for (const operation of ["createUser", "exportAuditLog"] as const) {
      const { source } = sourceOf("access-1", "access-2");
      const { url, seen } = await serve(({ headers }, response) => {
        if (headers.authorization !== "Bearer access-2") return json(response, 401, {});
        if (operation === "createUser") return json(response, 200, { id: 1 });
        return void response.writeHead(200, { "content-type": "text/csv" }).end("a\n");
      });
      const { platform } = connectTo(url, { token: source });
      if (operation === "createUser")
        expect((await platform.createUser({ email: "a@b.example" })).id).toBe(1);
      else for await (const chunk of await platform.exportAuditLog()) expect(String(chunk)).toBe("a\n");
      expect(seen).toHaveLength(2);
    }
  });
});

describe("a token that refreshes, and the scheme is not set", () => {
  it("is refreshed before another scheme is tried", async () => {
    const { source } = sourceOf("access-1", "access-2");
    const { url, seen } = await accepting(() => "Bearer access-2");
    const { platform } = connectTo(url, { token: source, scheme: undefined });
    const slugs = Array.from({ length: 20 }, (_, index) => `s${index}`);
    await Promise.all(slugs.map((slug) => platform.upsertWorkbook(1, slug, {})));
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer access-1",
      ...Array(20).fill("Bearer access-2"),
    ]);
  });

  it("and is refused fresh too: no other scheme will help, now or later", async () => {
    const { source } = sourceOf("access-1", "access-2");
    const { url, seen } = await accepting(() => "nothing");
    const { platform } = connectTo(url, { token: source, scheme: undefined });
    for (const slug of ["a", "b"]) {
      const error = await failure(platform.upsertWorkbook(1, slug, {}), PlatformError);
      expect(error.status).toBe(401);
    }
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer access-1",
      "Bearer access-2",
      "Bearer access-2",
    ]);
  });

  it("and cannot be: Api-Key is tried, once", async () => {
    const { source, rejected } = sourceOf("access-1");
    const { url, seen } = await accepting(() => "Api-Key access-1");
    const { platform } = connectTo(url, { token: source, scheme: undefined });
    await platform.upsertWorkbook(1, "a", {});
    await platform.upsertWorkbook(1, "b", {});
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer access-1",
      "Api-Key access-1",
      "Api-Key access-1",
    ]);
    expect(rejected).toEqual(["access-1"]);
  });
});

describe("a token source that fails", () => {
  const fileError = Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });

  it.each([
    ["an error for users", new UserError("the saved login has expired")],
    ["an error with a code, which is none of the connection", fileError],
  ])("with %s: every request in flight rejects with it, and nothing is repeated", async (_, error) => {
    let refreshed = 0;
    const source: TokenSource = {
      token: async () => "access-1",
      refresh: async () => {
        refreshed++;
        throw error;
      },
    };
    const { url, seen } = await accepting(() => "nothing", 3);
    const { platform } = connectTo(url, { token: source });
    const failures = ["a", "b", "c"].map((slug) => failure(platform.upsertWorkbook(1, slug, {}), Error));
    expect(await Promise.all(failures)).toEqual([error, error, error]);
    expect(refreshed).toBe(1);
    expect(seen).toHaveLength(3);
  });

  it("to give a first token sends nothing, and is asked again later", async () => {
    let asked = 0;
    const source: TokenSource = {
      token: async () => {
        if (++asked === 1) throw new UserError("nobody is logged in");
        return "access-1";
      },
      refresh: async () => undefined,
    };
    const { url, seen } = await accepting(() => "Bearer access-1");
    const { platform } = connectTo(url, { token: source });
    expect((await failure(platform.upsertWorkbook(1, "a", {}), UserError)).message).toBe(
      "nobody is logged in",
    );
    expect(seen).toEqual([]);
    await platform.upsertWorkbook(1, "a", {});
  });

  it("by giving what is no token sends nothing", async () => {
    const source: TokenSource = { token: async () => "two\nlines", refresh: async () => undefined };
    const { url, seen } = await accepting(() => "x");
    const error = await failure(
      connectTo(url, { token: source }).platform.upsertWorkbook(1, "a", {}),
      UserError,
    );
    expect(error.message).toContain("characters that no API key has");
    expect(seen).toEqual([]);
  });
});

it("an abort does not wait for a refresh that hangs", async () => {
  const controller = new AbortController();
  const source: TokenSource = {
    token: async () => "access-1",
    refresh: () => {
      controller.abort();
      return new Promise(() => {});
    },
  };
  const { url } = await accepting(() => "nothing");
  const { platform } = connectTo(url, { token: source });
  const error = await failure(
    platform.upsertWorkbook(1, "a", {}, { signal: controller.signal }),
    PlatformError,
  );
  expect(error.code).toBe("interrupted");
});

it("no token that was ever handed out is shown, whatever the platform echoes", async () => {
  const { source } = sourceOf("access-1", "access-22", "access-2");
  let good = "Bearer access-22";
  const { url } = await serve(({ headers }, response) => {
    if (headers.authorization === good) return json(response, 200, workbook(1));
    const error = "tokens: access-1 access-22 access-2";
    return json(response, good === "" ? 400 : 401, { error }, { "x-request-id": "r-access-22" });
  });
  const { platform } = connectTo(url, { token: source });
  await platform.upsertWorkbook(1, "a", {});
  good = "Bearer access-2";
  await platform.upsertWorkbook(1, "a", {});
  good = "";
  const error = await failure(platform.upsertWorkbook(1, "a", {}), PlatformError);
  expect(error.platformMessage).toBe("tokens: *** *** ***");
  expect(JSON.stringify([error, error.message, error.stack])).not.toContain("access-");
});

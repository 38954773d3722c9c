import { describe, expect, it } from "vitest";
import { PlatformError } from "../../src/platform/index.ts";
import { connectTo, failure, html, json, serve, TOKEN, workbook } from "../support/loopback.ts";

const BEARER = `Bearer ${TOKEN}`;
const API_KEY = `Api-Key ${TOKEN}`;

/** Accepts one scheme, 401 for every other. */
function accepting(wanted: string) {
  return serve(({ headers }, response) =>
    headers.authorization === wanted
      ? json(response, 200, workbook(1))
      : json(response, 401, { error: "unauthorized" }),
  );
}

describe("the scheme, when it is not set", () => {
  it("is Bearer where that works, and stays", async () => {
    const { url, seen } = await accepting(BEARER);
    const { platform } = connectTo(url, { scheme: undefined });
    await platform.upsertWorkbook(1, "a", {});
    await platform.upsertWorkbook(1, "b", {});
    expect(seen.map((each) => each.headers.authorization)).toEqual([BEARER, BEARER]);
  });

  it("becomes Api-Key after one 401, and stays", async () => {
    const { url, seen } = await accepting(API_KEY);
    const { platform, clock } = connectTo(url, { scheme: undefined });
    await platform.upsertWorkbook(1, "a", {});
    await platform.upsertWorkbook(1, "b", {});
    expect(seen.map((each) => each.headers.authorization)).toEqual([BEARER, API_KEY, API_KEY]);
    expect(clock.slept).toEqual([]);
  });

  it("is asked once, with many first requests in flight", async () => {
    const { url, seen } = await accepting(API_KEY);
    const { platform } = connectTo(url, { scheme: undefined });
    const slugs = Array.from({ length: 30 }, (_, index) => `s${index}`);
    await Promise.all(slugs.map((slug) => platform.upsertWorkbook(1, slug, {})));
    const schemes = seen.map((each) => each.headers.authorization);
    expect(schemes).toEqual([BEARER, ...Array(30).fill(API_KEY)]);
  });

  it("is not settled by what comes from in front of the platform", async () => {
    const { url, seen } = await serve(({ headers, path }, response, count) => {
      if (path === "/api/v1/spec") return html(response);
      if (count === 2) return json(response, 503, {});
      return headers.authorization === API_KEY
        ? json(response, 200, workbook(1))
        : json(response, 401, { error: "unauthorized" });
    });
    const { platform } = connectTo(url, { scheme: undefined });
    expect((await platform.getWorkbook(1, 1))?.id).toBe(1);
    expect(seen.map((each) => each.headers.authorization)).toEqual([BEARER, BEARER, BEARER, API_KEY]);
  });

  it("says that both were tried where neither works, and does not ask twice again", async () => {
    const { url, seen } = await accepting("nothing");
    const { platform } = connectTo(url, { scheme: undefined });
    const error = await failure(platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(error).toMatchObject({ status: 401, code: "unauthorized" });
    expect(error.details.at(-1)).toMatch(
      /missing, malformed or expired; Bearer and Api-Key.*PLATFORM_API_KEY/,
    );
    await failure(platform.upsertWorkbook(1, "b", {}), PlatformError);
    expect(seen.map((each) => each.headers.authorization)).toEqual([BEARER, API_KEY, BEARER]);
  });

  it("a later 401 is final", async () => {
    const { url, seen } = await serve((_, response, count) =>
      count === 1 ? json(response, 200, workbook(1)) : json(response, 401, {}),
    );
    const { platform } = connectTo(url, { scheme: undefined });
    await platform.upsertWorkbook(1, "a", {});
    await failure(platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(seen).toHaveLength(2);
  });
});

it.each([
  ["bearer", BEARER],
  ["api-key", API_KEY],
] as const)("a scheme that is set (%s) is the only one used", async (scheme, header) => {
  const { url, seen } = await accepting("nothing");
  const error = await failure(connectTo(url, { scheme }).platform.upsertWorkbook(1, "a", {}), PlatformError);
  expect(seen.map((each) => each.headers.authorization)).toEqual([header]);
  expect(error.details.at(-1)).toContain("PLATFORM_AUTH_SCHEME chooses bearer or api-key");
});

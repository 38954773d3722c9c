import { describe, expect, it } from "vitest";
import { UserError } from "../../src/model/index.ts";
import { PlatformError } from "../../src/platform/index.ts";
import { type Answer, connectTo, failure, html, json, serve, TOKEN } from "../support/loopback.ts";

const META = { cubes: [{ name: "orders", type: "cube", measures: [{ name: "orders.count" }] }] };
const JWT = "eyJ0eXAi.metadata.jwt";

/** The platform's host, and the deployment's own one beside it. */
async function twoHosts(answer: Answer) {
  const tenant = await serve((_, response) => html(response));
  const model = await serve(answer);
  const { platform, clock } = connectTo(tenant.url);
  const read = (path: string) =>
    platform.modelMetadata({ id: "7", credentials: { restUrl: `${model.url}${path}` } }, JWT);
  return { tenant, model, platform, clock, read };
}

const accepting =
  (wanted: string): Answer =>
  ({ headers }, response) =>
    headers.authorization === wanted ? json(response, 200, META) : json(response, 401, { error: "no" });

describe("the model's metadata", () => {
  it.each([
    ["/data-api", "/data-api/v1/meta"],
    ["/data-api/", "/data-api/v1/meta"],
    ["/data-api/v1", "/data-api/v1/meta"],
    ["/dev-mode/feature%2Fx/data-api/v1/", "/dev-mode/feature%2Fx/data-api/v1/meta"],
    ["", "/v1/meta"],
  ])("of a rest.url that ends in %j is at %s, asked with the metadata token alone", async (path, asked) => {
    const { tenant, model, read } = await twoHosts(accepting(`Bearer ${JWT}`));
    expect(await read(path)).toEqual(META);
    expect(model.seen.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
      ["GET", asked, `Bearer ${JWT}`],
    ]);
    expect(JSON.stringify(model.seen)).not.toContain(TOKEN);
    expect(tenant.seen).toEqual([]);
  });

  it("is asked with the bare token where that is what works", async () => {
    const { model, read } = await twoHosts(accepting(JWT));
    expect(await read("/v1")).toEqual(META);
    expect(model.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${JWT}`, JWT]);
  });

  it("with a token that is no good: ask for another, and no word of the API key", async () => {
    const { read } = await twoHosts((_, response) => json(response, 401, { error: `expired: ${JWT}` }));
    const error = await failure(read("/v1"), PlatformError);
    expect(error).toMatchObject({ status: 401, platformMessage: "expired: ***" });
    expect(error.details.at(-1)).toMatch(/metadata token is expired.*request a new one/);
    expect(error.details.join()).not.toContain("PLATFORM_API_KEY");
  });

  it("speaks of no token after a 400, which is about what was asked", async () => {
    const { read } = await twoHosts((_, response) => json(response, 400, { error: "no such member" }));
    const error = await failure(read("/v1"), PlatformError);
    expect(error).toMatchObject({ status: 400, platformMessage: "no such member" });
    expect(error.details.join()).not.toMatch(/expired/);
  });

  it("is waited for, and not for ever", async () => {
    const { model, read } = await twoHosts((_, response, count) =>
      json(response, 200, count < 4 ? { error: "Continue wait" } : META),
    );
    expect(await read("/v1")).toEqual(META);
    expect(model.seen).toHaveLength(4);

    const never = await twoHosts((_, response) => json(response, 200, { error: "Continue wait" }));
    const start = never.clock.now();
    expect((await failure(never.read("/v1"), PlatformError)).code).toBe("continue-wait");
    expect(never.clock.now() - start).toBeLessThanOrEqual(60_000);
  });

  it("survives an environment that is starting", async () => {
    const { read } = await twoHosts((_, response, count) =>
      json(response, count < 3 ? 503 : 200, count < 3 ? {} : META),
    );
    expect(await read("/v1")).toEqual(META);
  });

  it.each([
    ["a web page", (_, response) => html(response), "no-such-operation"],
    ["something else", (_, response) => json(response, 200, {}), "unexpected-answer"],
    [
      "a redirect to another host",
      (_, response) => void response.writeHead(302, { location: "https://evil.example/meta" }).end(),
      "redirect",
    ],
  ] as [string, Answer, string][])("is not %s", async (_, answer, code) => {
    const { read } = await twoHosts(answer);
    expect((await failure(read("/v1"), PlatformError)).code).toBe(code);
  });

  it("is asked of https addresses only, loopback excepted, and of none where there is none", async () => {
    const { platform } = connectTo("http://127.0.0.1:1");
    const read = (credentials: object) => platform.modelMetadata({ id: "7", credentials }, JWT);
    const plain = await failure(read({ restUrl: "http://model.example/v1" }), UserError);
    expect(plain.message).toBe(
      "the address of environment 7 cannot be used: http://model.example is not https",
    );
    expect(plain.details.join()).not.toContain("PLATFORM_API_URL");
    expect((await failure(read({ restUrl: "nowhere" }), UserError)).message).toContain("environment 7");
    expect((await failure(read({}), UserError)).message).toContain("no address");
  });

  it("where nothing listens: the error names whose address it is", async () => {
    const { platform } = connectTo("http://127.0.0.1:1");
    const environment = { id: "7", credentials: { restUrl: "http://127.0.0.1:1/v1" } };
    const error = await failure(platform.modelMetadata(environment, JWT), PlatformError);
    expect(error.code).toBe("connection-refused");
    expect(error.details.at(-1)).toContain("`rest.url` of environment 7");
  });

  it("its connections are closed with the platform's", async () => {
    const { platform, read } = await twoHosts(accepting(`Bearer ${JWT}`));
    await read("/v1");
    await platform.close();
    expect(await failure(read("/v1"), PlatformError)).toBeInstanceOf(UserError);
  });
});

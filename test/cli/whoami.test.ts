import { describe, expect, it, onTestFinished } from "vitest";
import { home, sandboxFor } from "./saved.ts";
import { projectFile, type StandingBy, standBy } from "./server.ts";

const KEY = "sandbox-key";

/** A platform at which no request may arrive. */
async function stranger(): Promise<StandingBy> {
  const server = await standBy();
  onTestFinished(() => server.close());
  return server;
}

describe("whoami", () => {
  it("shows context, address, scheme, user and deployments", async () => {
    const { url } = await sandboxFor({
      seed: {
        deployments: [
          { id: 3, name: "one" },
          { id: 12, name: "two" },
        ],
      },
    });
    const at = home({ acme: { url, api_key: KEY } }, { current: "acme" });
    const { code, stdout } = await at.run(["whoami"]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        "context      acme",
        `address      ${url}`,
        "scheme       bearer",
        "credential   saved by login",
        "user         sandbox@example.com (sandbox, 1)",
        "deployments  3  one",
        "             12  two",
        "",
      ].join("\n"),
    );
    const env = { PLATFORM_API_KEY: KEY, PLATFORM_AUTH_SCHEME: "api-key" };
    expect(JSON.parse((await at.run(["whoami", "--json"], { env })).stdout)).toEqual({
      context: null,
      url,
      scheme: "api-key",
      credential: "environment",
      user: { id: 1, email: "sandbox@example.com", username: "sandbox" },
      deployments: [
        { id: 3, name: "one" },
        { id: 12, name: "two" },
      ],
    });
  });

  it("finds out that a platform wants Api-Key, and leaves out a user that it cannot ask for", async () => {
    const server = await standBy((request, response) => {
      const isKnown = request.headers.authorization === "Api-Key key-SECRET";
      const isList = request.url?.startsWith("/api/v1/deployments");
      const body = isList
        ? { items: [{ id: 7, name: "acme" }], pagination: { total: 1 } }
        : { paths: {}, openapi: "3.1.0" };
      response
        .writeHead(isKnown ? 200 : 401, { "content-type": "application/json" })
        .end(JSON.stringify(isKnown ? body : { error: "who?" }));
    });
    onTestFinished(() => server.close());
    const env = { PLATFORM_API_URL: server.url, PLATFORM_API_KEY: "key-SECRET" };
    const { code, stdout, stderr } = await home().run(["whoami", "--json"], { env });
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ scheme: "api-key", user: null, deployments: [{ id: 7 }] });
  });

  it("works on the embedded sandbox of a project, which takes no context", async () => {
    const at = home(
      { acme: { url: "https://acme.example.com", api_key: "key-SECRET" } },
      {
        current: "acme",
        files: { "boardwright.yaml": projectFile("sandbox:state.json", 1) },
      },
    );
    const { stdout } = await at.run(["whoami", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      context: null,
      url: "sandbox:state.json",
      credential: "sandbox",
    });
    const ran = await at.run(["whoami", "--target", "live", "--context", "acme"]);
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining("does not take --context")]);
  });

  it("says what to do where nothing is known", async () => {
    const { code, stderr } = await home().run(["whoami"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("there is no platform to talk to")]);
    expect(stderr).toContain("PLATFORM_API_URL");
  });
});

describe("address and token", () => {
  it("come from the environment, then the project, then a saved context, each by itself", async () => {
    const [inEnv, inProject, inContext] = [await sandboxFor(), await sandboxFor(), await sandboxFor()];
    const contexts = {
      project: { url: `${inProject.url}/`, api_key: KEY },
      saved: { url: inContext.url, api_key: KEY },
    };
    const asked = async (args: string[], files: Record<string, string>, env: Record<string, string>) => {
      const { stdout } = await home(contexts, { current: "saved", files }).run(
        ["whoami", "--json", ...args],
        { env },
      );
      const { url, context, credential } = JSON.parse(stdout);
      return { url, from: context ?? credential };
    };
    const project = { "boardwright.yaml": projectFile(inProject.url, 1) };
    const env = { PLATFORM_API_URL: inEnv.url, PLATFORM_API_KEY: KEY };
    expect(await asked([], project, env)).toEqual({ url: inEnv.url, from: "environment" });
    expect(await asked([], project, { PLATFORM_API_KEY: KEY })).toEqual({
      url: inProject.url,
      from: "environment",
    });
    expect(await asked([], project, {})).toEqual({ url: inProject.url, from: "project" });
    expect(await asked([], {}, { PLATFORM_API_KEY: KEY })).toEqual({
      url: inContext.url,
      from: "environment",
    });
    expect(await asked([], {}, {})).toEqual({ url: inContext.url, from: "saved" });
    expect(await asked(["--context", "saved"], project, {})).toEqual({ url: inContext.url, from: "saved" });
    expect(await asked(["--context", "project"], {}, {})).toEqual({
      url: contexts.project.url,
      from: "project",
    });
  });

  it("of a plan do, too", async () => {
    const sandbox = await sandboxFor();
    const files = {
      "boardwright.yaml": projectFile(sandbox.url, 1),
      "dashboards/a.yaml": "workbooks: { a: { name: A } }\n",
    };
    const at = home({ acme: { url: sandbox.url, api_key: KEY } }, { files });
    const { code, stdout, stderr } = await at.run(["plan", "--json"]);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).summary.create).toBe(1);
    expect((await at.run(["plan", "--context", "nope"])).stderr).toContain(
      'there is no saved context "nope"',
    );
  });

  it("meet only where the token was saved for that origin", async () => {
    const { url } = await sandboxFor();
    const other = await stranger();
    const files = { "boardwright.yaml": projectFile(other.url) };
    const inProject = home({ acme: { url, api_key: KEY } }, { current: "acme", files });
    const outside = home({ acme: { url, api_key: KEY } }, { current: "acme" });
    const env = { PLATFORM_API_URL: other.url };
    const refused = [
      [await inProject.run(["plan"]), "there is no credential for live"],
      [await inProject.run(["plan", "--context", "acme"]), 'the saved context "acme" is for'],
      [
        await inProject.run(["whoami", "--target", "live", "--context", "acme"]),
        'the saved context "acme" is for',
      ],
      [await outside.run(["whoami"], { env }), `there is no credential for ${other.url}`],
      [await outside.run(["whoami", "--context", "acme"], { env }), 'the saved context "acme" is for'],
    ] as const;
    for (const [ran, message] of refused) {
      expect(ran.stderr).toContain(message);
      expect(ran.stderr).toContain("boardwright login --url");
      expect(ran.code).toBe(1);
    }
    expect(other.requests).toEqual([]);
  });

  it("of several contexts are those of the current one, else nobody's guess", async () => {
    const { url } = await sandboxFor();
    const contexts = { one: { url, api_key: "key-SECRET" }, two: { url, api_key: KEY } };
    const env = { PLATFORM_API_URL: url };
    const guess = await home(contexts).run(["whoami"], { env });
    expect([guess.code, guess.stderr]).toEqual([
      1,
      expect.stringContaining("Pass --context one or --context two."),
    ]);
    expect((await home(contexts, { current: "two" }).run(["whoami"], { env })).stdout).toContain("two");
    expect((await home(contexts).run(["whoami", "--context", "two"], { env })).stdout).toContain("two");
  });

  it("do not need a file of contexts that is right where the environment gives both", async () => {
    const { url } = await sandboxFor();
    const at = home(
      { acme: { url, api_key: KEY } },
      { files: { ".config/boardwright/config.toml": "no toml" } },
    );
    const env = { PLATFORM_API_URL: url, PLATFORM_API_KEY: KEY };
    expect((await at.run(["whoami"], { env })).code).toBe(0);
  });
});

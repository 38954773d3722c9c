// spec, api and call: on the sandbox, and on the description of an older real deployment, whose paths stand under a server that
// ends in /api and which has no upsert by slug.
import { existsSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { isObject, type Json, type JsonObject } from "../../../src/model/index.ts";
import type { Ran } from "../../support/command.ts";
import { tempFolder } from "../../support/temp.ts";
import { projectFile, run, standBy, WORKBOOK } from "../server.ts";
import { openPlace, type Place } from "./platform-place.ts";

const OLDER = fileURLToPath(
  new URL("../../../../shared/platform/served-description-2026-06.yaml", import.meta.url),
);
const hasOlder = existsSync(OLDER);
if (!hasOlder) console.log("The older served description is not on this machine: its tests are skipped.");

let place: Place;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.sandbox.close());

const words = (line: string): string[] => line.split(" ");

/** All local references of a document that lead nowhere. */
function dangling(document: Json, root = document): string[] {
  if (Array.isArray(document)) return document.flatMap((each) => dangling(each, root));
  if (!isObject(document)) return [];
  const { $ref } = document;
  const at =
    typeof $ref === "string" &&
    $ref
      .slice(2)
      .split("/")
      .reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), root);
  const own = typeof $ref === "string" && at === undefined ? [$ref] : [];
  return [...own, ...Object.values(document).flatMap((each) => dangling(each, root))];
}

describe("spec", () => {
  it("lists all operations, or those with the text in method, path, summary or id, in whatever case", async () => {
    const all = (await place.run(["spec"])).stdout.trimEnd().split("\n");
    expect(all[0]).toMatch(/^METHOD {2}PATH +OPERATION +SUMMARY$/);
    expect(all.length).toBeGreaterThan(20);
    for (const pattern of [
      "UPSERTWORKBOOK",
      "put /api/v1/deployments/{deploymentId}/workbooks/by-",
      "create or update a workbook",
    ]) {
      const { code, stdout } = await place.run(["spec", pattern]);
      expect([code, stdout.trimEnd().split("\n").length], pattern).toEqual([0, 2]);
      expect(stdout).toContain("upsertWorkbookBySlug");
    }
    const none = await place.run(["spec", "no such thing"]);
    expect(none).toMatchObject({ code: 1, stdout: "" });
    expect(none.stderr).toContain('no operation of the API description matches "no such thing"');
  });

  it("--json: a document of the matches with every schema they reach, and no other", async () => {
    const part = JSON.parse((await place.run(words("spec workbookbyslug --json"))).stdout) as JsonObject;
    const whole = JSON.parse((await place.run(words("spec --json"))).stdout) as JsonObject;
    const { openapi, info, servers, security } = whole;
    expect(part).toMatchObject({ openapi, info, servers, security });
    expect(Object.keys(part.paths as JsonObject)).toHaveLength(1);
    expect(dangling(part)).toEqual([]);
    const [some, all] = [part, whole].map(({ components }) => components as Record<string, JsonObject>);
    expect(some!.securitySchemes).toEqual(all!.securitySchemes);
    expect(Object.keys(some!.schemas!)).toEqual(expect.arrayContaining(["Workbook", "Error"]));
    expect(Object.keys(some!.schemas!).length).toBeLessThan(Object.keys(all!.schemas!).length);
  });
});

describe("api", () => {
  it("sends what it is told and prints what comes, as it comes", async () => {
    const { code, stdout, stderr } = await place.run(
      words("api get /api/v1/deployments -q limit=1 -q offset=1"),
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({ data: { deployments: [{ name: "beta" }] } });
    const put = ["api", "PUT", "/api/v1/deployments/1/workbooks/by-slug/new", "-d"];
    expect((await place.run([...put, '{"name":"New"}'])).stdout).toContain('"slug":"new"');
    expect((await place.run([...put, "-"], { input: '{"name":"Newer"}' })).stdout).toContain(
      '"name":"Newer"',
    );
    const cwd = tempFolder({ "body.json": '{"name":"Newest"}' });
    expect((await place.run([...put, "@body.json"], { cwd })).stdout).toContain('"name":"Newest"');
    const csv = await place.run(words("api GET /api/v1/audit-logs/export"));
    expect(csv.stdout).toMatch(/^id,createdAt/);
    expect(JSON.parse((await place.run(words("api GET /api/v1/audit-logs/export --json"))).stdout)).toBe(
      csv.stdout,
    );
  });

  it("prints the body of a refusal, says so on stderr, and exits 1", async () => {
    const { code, stdout, stderr } = await place.run(words("api GET /api/v1/deployments/77 --json"));
    expect([code, JSON.parse(stdout)]).toEqual([1, { error: "Deployment 77 does not exist" }]);
    expect(stderr).toMatch(
      /^error: GET \/api\/v1\/deployments\/77 answered 404\n[\s\S]*request id req-\d+\n$/,
    );
  });

  it.each([
    ["https://evil.example/api", "is not a path"],
    ["//evil.example/api", "is not a path"],
    ["api/v1/deployments", "is not a path"],
  ])("%s leaves the host: nothing is sent", async (path, says) => {
    const before = place.sandbox.requests.length;
    const ran = await place.run(["api", "GET", path]);
    expect(ran).toMatchObject({ code: 64, stdout: "", stderr: expect.stringContaining(says) });
    expect(place.sandbox.requests).toHaveLength(before);
  });

  it.each([
    [words("api FETCH /x"), "FETCH is not a method"],
    [words("api GET /x -q limit"), "--query takes name=value"],
    [words("api PUT /x -d {"), "the body is not JSON"],
  ])("%j is wrong usage", async (args, says) => {
    expect(await place.run(args)).toMatchObject({ code: 64, stderr: expect.stringContaining(says) });
  });
});

/** What was said about a call that must not be sent. */
async function refused(line: string, ran: Promise<Ran>, requests: () => number): Promise<string> {
  const { code, stderr } = await ran;
  expect(code, line).toBe(64);
  expect(stderr).toContain("nothing was sent");
  // The description was read, and that is all.
  expect(requests()).toBe(0);
  return stderr;
}

describe("call", () => {
  const callOf = async (line: string, body?: Json): Promise<string> => {
    const { requests } = place.sandbox;
    const before = requests.length;
    const args = [...words(line), ...(body === undefined ? [] : ["-d", JSON.stringify(body)])];
    return refused(
      line,
      place.run(args),
      () => requests.slice(before).filter(({ path }) => path !== "/api/v1/spec").length,
    );
  };

  it("calls what the description names", async () => {
    const got = await place.run(words("call getWorkbooks --param deploymentId=1 --param first=2"));
    expect(JSON.parse(got.stdout)).toMatchObject({ items: [{ id: 101 }, { id: 102 }] });
    const put = await place.run([
      ...words("call upsertWorkbookBySlug --param deploymentId=1 --param slug=a/b"),
      "-d",
      '{"name":"Slash"}',
    ]);
    expect(JSON.parse(put.stdout)).toMatchObject({ slug: "a/b", name: "Slash" });
    const lost = await place.run(words("call getWorkbook --param deploymentId=1 --param workbookId=9"));
    expect(lost).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("9"),
      stderr: expect.stringContaining("answered 404"),
    });
  });

  it("says what does not fit the description before anything is sent", async () => {
    const list = "call getWorkbooks --param deploymentId=1 --param";
    expect(await callOf(`${list} frist=2`)).toContain("no parameter frist. Did you mean `first`?");
    expect(await callOf("call getWorkbooks")).toContain("path parameter deploymentId is required");
    expect(await callOf(`${list} first=x`)).toContain("first must be integer");
    expect(await callOf(`${list} first=0`)).toContain("first must be >= 1");
    expect(await callOf("call getDeploymentEnvironments --param deploymentId=1 --param type=nope")).toContain(
      "type must be equal to one of the allowed values: production, staging, development",
    );
    expect(await callOf("call getWorkbook --param deploymentId=1 --param workbookId=..")).toContain(
      "part of the path",
    );
    expect(
      await callOf("call updateStagingEnvironment --param deploymentId=1", { enabled: "yes" }),
    ).toContain("body.enabled must be boolean");
    expect(await callOf("call getWorkbooks --param deploymentId=1", {})).toContain("It takes no body");
    const staging = "call updateStagingEnvironment --param deploymentId=1";
    expect(await callOf(staging, { enabled: true })).toContain("required property 'branchName'");
    expect(await callOf(staging, { enabled: true, branchName: "a", branchId: 1 })).toContain("exactly one");
    expect(await callOf("call exportAuditLogs --param start=yesterday")).toContain(
      "start must match pattern",
    );
    const unknown = await place.run(words("call getWorkbuks"));
    expect(unknown).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Did you mean `getWorkbooks`?"),
    });
  });
});

describe("call, as the description has it,", () => {
  const begin = words("call beginDeviceLogin -d");

  it("sends a form, and takes a web page for an answer", async () => {
    const begun = await place.run([...begin, '{"client_id":"a b&c"}']);
    expect([begun.code, begun.stderr]).toEqual([0, ""]);
    const { user_code } = JSON.parse(begun.stdout) as { user_code: string };
    const page = await place.run(["call", "showDeviceLogin", "--param", `user_code=${user_code}`]);
    expect(page).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^\s*<!doctype html/i) });
    expect(page.stdout).toContain(user_code);
    expect(await place.run([...begin, "[]"])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("Its body is a form"),
    });
  });

  it("keeps the API key from operations that take another credential", async () => {
    const before = place.sandbox.requests.length;
    const ran = await place.run(words("call getMetadata --param deploymentId=1"));
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toContain("getMetadata takes a credential other than the API key; nothing was sent");
    expect(ran.stderr).toContain("`boardwright deployments token`");
    const sent = place.sandbox.requests.slice(before).map(({ path }) => path);
    expect(sent).toEqual(["/api/v1/spec"]);
  });

  it("does not call null what is wrong with a nullable value", async () => {
    const description = {
      openapi: "3.1.0",
      paths: {
        "/api/v1/x": {
          post: {
            operationId: "x",
            requestBody: {
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    properties: {
                      a: { oneOf: [{ type: "object", required: ["name"] }, { type: "null" }] },
                      b: { type: "null" },
                    },
                  },
                },
              },
            },
          },
        },
      },
    };
    const server = await standBy((_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(description)),
    );
    onTestFinished(server.close);
    const env = { PLATFORM_API_URL: server.url };
    const { stderr } = await run(tempFolder(), ["call", "x", "-d", '{"a":{},"b":1}'], env);
    expect(stderr).toContain("body.a must have required property 'name'");
    expect(stderr).not.toContain("body.a must be null");
    expect(stderr).toContain("body.b must be null");
  });
});

describe("an older deployment", () => {
  /** Serves the description, and of everything else says what was asked. */
  async function serveOlder() {
    const text = hasOlder ? readFileSync(OLDER, "utf8") : "";
    const answer = (response: ServerResponse, body: Json) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    const server = await standBy((request, response) => {
      if (request.url === "/api/v1/spec")
        response.writeHead(200, { "content-type": "application/yaml" }).end(text);
      else if (/\/(workbooks|folders|reports)\b/.test(request.url!))
        answer(response, { items: [], data: [], count: 0 });
      else answer(response, { asked: `${request.method} ${request.url}` });
    });
    onTestFinished(server.close);
    const cwd = tempFolder({ "boardwright.yaml": projectFile(server.url), "dashboards/a.yaml": WORKBOOK });
    const asked = () => server.requests.filter((line) => line !== "GET /api/v1/spec");
    return { run: (line: string) => run(cwd, words(line), { XDG_CONFIG_HOME: cwd }), asked };
  }

  it.skipIf(!hasOlder)("spec shows the paths as they are asked for", async () => {
    const older = await serveOlder();
    const { code, stdout } = await older.run("spec getDeployments");
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^GET +\/api\/v1\/deployments +getDeployments +Get deployments$/m),
    ]);
    expect((await older.run("spec by-slug")).code).toBe(1);
    const part = JSON.parse((await older.run("spec publish --json")).stdout) as JsonObject;
    expect(dangling(part)).toEqual([]);
    expect(Object.keys(part.paths as JsonObject)).toEqual([
      "/v1/deployments/{deploymentId}/workbooks/{workbookId}/publish",
    ]);
  });

  it.skipIf(!hasOlder)("call asks below /api and checks parameters, oddly described ones too", async () => {
    const older = await serveOlder();
    const { code, stdout } = await older.run(
      "call getDeployments --param limit=5 --param creationStep=ready",
    );
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { asked: "GET /api/v1/deployments?creationStep=ready&limit=5" },
    ]);
    const before = older.asked().length;
    const wrong = older.run("call getDeployments --param limit=-1");
    expect(await refused("limit=-1", wrong, () => older.asked().length - before)).toContain(
      "limit must be >= 0",
    );
  });

  it.skipIf(!hasOlder)("what it lacks is said plainly, and nothing is written", async () => {
    const older = await serveOlder();
    const branches = await older.run("data-model branches");
    expect(branches).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("this deployment has no such operation"),
    });
    expect((await older.run("reports list")).code).toBe(0);
    for (const command of ["plan", "apply --yes"]) {
      const ran = await older.run(command);
      expect([command, ran.code, ran.stdout + ran.stderr]).toEqual([
        command,
        1,
        expect.stringMatching(/by slug|by-slug|upsert/i),
      ]);
    }
    expect(older.asked().filter((line) => !line.startsWith("GET "))).toEqual([]);
  });
});

// What comes before data: answers to the request for a token, of which nothing is ever shown, and models that do not compile.
import { describe, expect, it } from "vitest";
import { serveModels } from "../cli/data-api.ts";
import { boardwright } from "../support/command.ts";
import { type Answer, describeApi, json } from "../support/loopback.ts";
import { serveData } from "./data-api.ts";
import { boards, PROJECT, reports, runTest, writeProject } from "./place.ts";

const SECRET = "DATA-TOKEN-aa55ee77cc99";
const FILES = {
  "dashboards/boards.yaml": boards({ sales: ["good"] }),
  "dashboards/reports.yaml": reports({ good: { measures: ["o.a"] } }),
};
const MODELS = { main: ["o.a"], next: ["o.a"] };

/** `uses --branch` and `lint --online` on a platform of deployment 12, whose production is called so. */
const ONLINE = { production: { cubes: [] }, next: { cubes: [] } };
const COMMANDS = [
  ["lint", "--online"],
  ["uses", "--branch", "next"],
];

async function online(answers: Record<string, Answer>, args: string[]) {
  const { env } = await serveModels(ONLINE, answers);
  const cwd = writeProject(FILES, PROJECT.replace("deployment: 1", "deployment: 12"));
  return boardwright(args, { cwd, env });
}

const SHAPES: [string, { status: number; body: unknown }][] = [
  ["under another name", { status: 200, body: { apiToken: SECRET } }],
  ["in a list", { status: 200, body: { data: [{ token: SECRET }] } }],
  ["without an end", { status: 201, body: { data: { token: SECRET } } }],
  ["as text", { status: 200, body: SECRET }],
  ["in a refusal", { status: 400, body: { error: `cannot store ${SECRET}`, code: SECRET } }],
];

describe("a token", () => {
  it.each(SHAPES)("that comes %s is not shown by test", async (_, answer) => {
    const api = await serveData({ models: MODELS, token: () => answer });
    for (const more of [[], ["--json"], ["--verbose"], ["--format", "junit"]]) {
      const { code, stdout, stderr } = await runTest(api, writeProject(FILES), more);
      expect([code, (stdout + stderr).includes(SECRET)]).toEqual([1, false]);
      expect(stderr).toContain("a token for data for environment 7");
    }
    expect(api.loads).toEqual([]);
  });

  it.each(SHAPES)("that comes %s is not shown for metadata", async (_, { status, body }) => {
    for (const args of COMMANDS.flatMap((args) => [args, [...args, "--json"]])) {
      const answers: Record<string, Answer> = {
        "/tokens-for-meta-sync": (_seen, response) => json(response, status, body),
      };
      const { code, stdout, stderr } = await online(answers, args);
      expect([code, (stdout + stderr).includes(SECRET)]).toEqual([1, false]);
      expect(stderr).toContain("a metadata token for environment");
    }
  });
});

const BROKEN = { error: "Compile errors:\nmodel/orders.yml: (orders.count) is broken" };

describe.each([500, 400, 200])("a model that does not compile, told by a %i", (status) => {
  it.each(COMMANDS)("is named by %s %s at once, with the platform's words", async (...args) => {
    let metas = 0;
    const answers: Record<string, Answer> = {
      "/v1/meta": (_seen, response) => {
        metas += 1;
        json(response, status, BROKEN);
      },
    };
    const { code, stderr } = await online(answers, args);
    const of = args.includes("--branch") ? "branch next" : "production";
    expect([code, metas]).toEqual([1, expect.toSatisfy((count) => count <= 2)]);
    expect(stderr).toContain(`the model of ${of} does not compile`);
    expect(stderr).toContain("(orders.count) is broken");
    expect(stderr).toContain("Fix the model, then run this again.");
    expect(stderr).not.toMatch(/expired|support|is the platform/);
  });

  it("is named by test, and nothing is asked", async () => {
    const api = await serveData({ models: MODELS, meta: () => ({ status, body: BROKEN }) });
    const { code, stdout, stderr } = await runTest(api, writeProject(FILES), ["--branch", "next"]);
    expect([code, stdout, api.loads]).toEqual([1, "", []]);
    expect(stderr).toContain("the model of branch next does not compile");
    expect(stderr).toContain("(orders.count) is broken");
    expect(api.seen.filter(({ path }) => path.endsWith("/meta"))).toHaveLength(1);
  });
});

it("says how to see the errors of a broken model where the platform offers it", async () => {
  const validate = "/build/api/v1/deployments/{d}/data-model/validate";
  const tokens = "/api/v1/deployments/{d}/environments/{e}/tokens";
  const api = await serveData({
    models: MODELS,
    meta: () => ({ status: 500, body: BROKEN }),
    first({ path }, response) {
      if (path === "/api/v1/spec")
        json(response, 200, describeApi({ [validate]: { get: [] }, [tokens]: { post: [] } }));
      // The build service does not know of it yet.
      else if (path.endsWith("/validate")) json(response, 200, { valid: true, errors: [] });
      else return false;
      return true;
    },
  });
  const { stderr } = await runTest(api, writeProject(FILES), ["--branch", "next"]);
  expect(stderr).toContain("`boardwright validate 1 --branch next` lists the errors.");
});

// A third-party contract runner checks the behaviour against the served description: every described status is caused once,
// and nothing else is answered.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Seed } from "../../src/sandbox/index.ts";
import { hasVerifiers } from "../support/verifiers.ts";
import { allSteps, KEPT, operationsOf } from "./contract-steps.ts";
import { respect, type Step } from "./respect.ts";
import { start, widget } from "./support.ts";

const seed: Seed = {
  deployments: [{ id: 1 }, { id: 2 }],
  apiKeys: [
    { key: "two", deployments: [2] },
    { key: "viewer", role: "AI BI Viewer" },
  ],
  folders: [
    { id: 11, name: "F" },
    { id: 12, name: "In F", parentId: 11 },
    { id: 13, name: "Empty" },
  ],
  users: [{ id: 8, email: "eve@example.com", username: "eve" }],
  resources: [
    ...KEPT.flatMap(({ kind, id, deleted, isOfAccount }) =>
      [id, deleted].map((each) => ({ kind, id: each, ...(!isOfAccount && { deploymentId: 1 }) })),
    ),
    { kind: "dbt-sync", id: 150, deploymentId: 1, status: "RUNNING" },
    { kind: "dbt-sync", id: 151, deploymentId: 1, status: "COMPLETED" },
  ],
  workbooks: [
    { id: 201, slug: "a", folderId: 11, dashboardDraft: { widgets: [widget("w", { reportId: 301 })] } },
    { id: 202 },
    { id: 203, publishedDashboard: { publicId: "d4shb0ard111", config: {} } },
  ],
  reports: [
    { id: 301, name: "R", folderId: 11, publicId: "abcdefghijkl", meta: { kind: "kpi" } },
    { id: 302, name: "Of two", deploymentId: 2, publicId: "oftwooftwooo" },
    { id: 303, name: "Old" },
  ],
  branches: [
    { name: "main", files: { "x.md": "3" } },
    { name: "b1", isStagingEnvironmentEnabled: true },
    { name: "dev-me" },
    { name: "b2" },
    { name: "clash", files: { "x.md": "2" }, base: { "x.md": "0" } },
    { name: "dev-clash", parentBranch: "clash", files: { "x.md": "1" }, base: { "x.md": "0" } },
  ],
  modelErrors: { b1: [{ message: "no such column", fileName: "orders.yml" }] },
  cubes: [{ name: "orders", measures: [{ name: "orders.count" }], dimensions: [{ name: "orders.region" }] }],
};

/** A proxy of the sandbox that changes answers, as a bug would. */
async function openBuggy(target: string, path: string, bug: (body: JsonObject) => [number, JsonObject]) {
  const server: Server = createServer(async (request, response) => {
    const { authorization = "" } = request.headers;
    const answer = await fetch(`${target}${request.url}`, { headers: { authorization } });
    const body = (await answer.json()) as JsonObject;
    const [status, changed] = request.url === path ? bug(body) : [answer.status, body];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(changed));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.skipIf(!hasVerifiers)("description and behaviour", () => {
  it("do not differ for any status that is described", async () => {
    let raced = false;
    const { sandbox, call } = await start({
      seed,
      betweenDecisionAndApply: async (slug) => {
        if (slug !== "raced" || raced) return;
        raced = true;
        await call("PUT", "/deployments/1/workbooks/by-slug/raced");
      },
    });
    const description: JsonObject = (await call("GET", "/spec")).body;
    const operations = operationsOf(description);
    const steps = allSteps(operations);
    const { failures, checks } = await respect(sandbox.url, description, steps);
    expect(failures).toEqual([]);
    // The wanted status, a described one, the content type, the schema.
    expect(checks).toBe(steps.length * 4);

    const tried = new Set(steps.map(({ operationId, status }) => `${operationId} ${status}`));
    const untried = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => status !== "413" && !tried.has(`${operationId} ${status}`))
        .map(([status, { description }]) => `${operationId} ${status} ${description}`),
    );
    // The runner encodes what it sends: a path that cannot be decoded and a body of 16 MB are tried in access.test.ts.
    expect(untried.filter((it) => !it.endsWith("400 The path is not valid percent-encoding"))).toEqual([]);
  });

  it.each<[string, (body: JsonObject) => [number, JsonObject], string]>([
    ["another type", (body) => [200, { ...body, id: 1 }], "schema check"],
    ["a missing field", ({ id: _, ...body }) => [200, body], "schema check"],
    ["a status that is not described", (body) => [418, body], "status code check"],
  ])("would be seen to differ: %s", async (_, bug, check) => {
    const { sandbox, call } = await start({ seed });
    const url = await openBuggy(sandbox.url, "/api/v1/deployments/1", bug);
    const description: JsonObject = (await call("GET", "/spec")).body;
    const steps: Step[] = [
      { operationId: "getDeploymentVersions", status: 200, path: { deploymentId: 1 } },
      { operationId: "getDeployment", status: 200, path: { deploymentId: 1 } },
    ];
    const { failures } = await respect(url, description, steps);
    expect(failures.join("\n")).toContain(check);
    expect(failures.every((failure) => failure.startsWith("getDeployment-"))).toBe(true);
  });
});

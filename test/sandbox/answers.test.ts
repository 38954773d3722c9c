// Every operation, for success and for its refusals: the answer matches the schema in the served description.
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/index.ts";
import { ROUTES } from "../../src/sandbox/server/router.ts";
import { start, widget } from "./support.ts";

const DEP = "/api/v1/deployments/{deploymentId}";
const BUILD = "/build/api/v1/deployments/{deploymentId}";
const HOST = "/hosts/{deploymentId}";
const one = (shape: string) => shape.replace("{deploymentId}", "1");

async function open() {
  const client = await start({
    faults: "continue-wait:1",
    seed: {
      deployments: [{ id: 1 }, { id: 2 }],
      apiKeys: [
        { key: "two", deployments: [2] },
        { key: "viewer", role: "AI BI Viewer" },
      ],
      folders: [{ id: 11, name: "F" }],
      workbooks: [
        { id: 201, slug: "a", folderId: 11, dashboardDraft: { widgets: [widget("w", { reportId: 301 })] } },
        { id: 202, name: "No slug" },
      ],
      reports: [{ id: 301, name: "R", folderId: 11, publicId: "abcdefghijkl", meta: { kind: "kpi" } }],
      branches: [{ name: "main" }, { name: "b/1", isStagingEnvironmentEnabled: true }, { name: "dev-me" }],
      modelErrors: { "b/1": [{ message: "no such column", fileName: "orders.yml" }] },
      cubes: [{ name: "orders", measures: [{ name: "orders.count" }] }],
    },
  });
  const served = (await client.call("GET", "/spec")).body;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "served", ...served });
  const seen = new Set<string>();
  /** Sends the request, and checks status, content type and body against the description of `operation`. */
  const check = async (
    status: number,
    operation: string,
    path?: string,
    body?: Json | URLSearchParams,
    authorization?: string | null,
  ) => {
    const [method = "", shape = ""] = operation.split(" ");
    const answer = await client.call(method, path ?? one(shape), body, authorization);
    expect([operation, path, answer.status, answer.body]).toEqual([operation, path, status, answer.body]);
    const response = served.paths[shape]?.[method.toLowerCase()]?.responses?.[status];
    expect([operation, status, response === undefined]).toEqual([operation, status, false]);
    const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
    expect([operation, status, Object.keys(response.content)]).toEqual([operation, status, [type]]);
    expect(answer.headers.get("x-request-id")).toMatch(/^req-\d+$/);
    const [at, contentType] = [shape, type].map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"));
    const validate = ajv.compile({
      $ref: `served#/paths/${encodeURIComponent(at!)}/${method.toLowerCase()}/responses/${status}/content/${encodeURIComponent(contentType!)}/schema`,
    });
    validate(answer.body);
    expect([operation, status, validate.errors]).toEqual([operation, status, null]);
    seen.add(operation);
    return answer.body;
  };
  return { ...client, check, seen };
}

describe("every answer has the schema that the description gives it", () => {
  it("of every operation", async () => {
    const { check, seen, at, sandbox } = await open();
    await check(200, "GET /api/v1/spec");
    await check(200, "GET /api/v1/deployments");
    await check(400, "GET /api/v1/deployments", "/deployments?limit=x");
    await check(200, `GET ${DEP}`);
    await check(403, `GET ${DEP}`, "/deployments/1", undefined, "Bearer two");
    await check(200, `PUT ${DEP}`, undefined, { releaseChannel: "latest" });
    await check(400, `PUT ${DEP}`, undefined, { releaseChannel: "none" });
    await check(200, `GET ${DEP}/versions`);
    await check(404, `GET ${DEP}/versions`, "/deployments/9/versions");
    await check(200, `GET ${DEP}/environments`);
    await check(400, `GET ${DEP}/environments`, "/deployments/1/environments?type=x");

    const token = `POST ${DEP}/environments/{environmentId}/tokens-for-meta-sync`;
    const tokens = "/deployments/1/environments/2002/tokens-for-meta-sync";
    const { data } = await check(200, token, tokens, { security_context: {} });
    await check(400, token, tokens, { security_context: {}, expires_in: 0 });
    await check(404, token, tokens.replace("2002", "9"), { security_context: {} });
    const meta = `GET ${HOST}/dev-mode/{branchName}/data-api/v1/meta`;
    const branchMeta = "/hosts/1/dev-mode/b%2F1/data-api/v1/meta";
    expect(await check(200, meta, branchMeta, undefined, data.token)).toEqual({ error: "Continue wait" });
    expect(await check(200, meta, branchMeta, undefined, data.token)).toEqual({
      cubes: [{ name: "orders", measures: [{ name: "orders.count" }] }],
    });
    await check(401, meta, branchMeta, undefined, null);
    await check(403, meta, branchMeta);
    await check(404, meta, "/hosts/1/dev-mode/gone/data-api/v1/meta", undefined, data.token);
    await check(403, `GET ${HOST}/data-api/v1/meta`, undefined, undefined, data.token);
    await check(400, meta, "/hosts/1/dev-mode/%zz/data-api/v1/meta", undefined, data.token);
    const forData = `POST ${DEP}/environments/{environmentId}/tokens`;
    const issue = async (environment: number) =>
      (
        await check(200, forData, `/deployments/1/environments/${environment}/tokens`, {
          security_context: {},
        })
      ).data.token;
    await check(400, forData, "/deployments/1/environments/2001/tokens", {});
    const [production, branch] = [await issue(2001), await issue(2002)];
    const query = { query: { measures: ["orders.count"] } };
    for (const name of ["load", "sql"]) {
      const shape = `POST ${HOST}/data-api/v1/${name}`;
      await check(200, shape, undefined, query, production);
      await check(400, shape, undefined, { query: { measures: ["orders.none"] } }, production);
      await check(403, shape, undefined, query, branch);
      await check(401, shape, undefined, query, null);
      const ofBranch = `POST ${HOST}/dev-mode/{branchName}/data-api/v1/${name}`;
      await check(200, ofBranch, `/hosts/1/dev-mode/b%2F1/data-api/v1/${name}`, query, branch);
      await check(404, ofBranch, `/hosts/1/dev-mode/gone/data-api/v1/${name}`, query, branch);
    }

    await check(200, `GET ${BUILD}/branches`);
    await check(400, `GET ${BUILD}/branches`, "/build/api/v1/deployments/1/branches?first=0");
    const staging = `PUT ${BUILD}/branches/staging-environment`;
    await check(200, staging, undefined, { enabled: true, branchName: "b/1" });
    await check(400, staging, undefined, { enabled: true, branchName: "main" });
    await check(404, staging, undefined, { enabled: true, branchId: 1 });
    const validate = `GET ${BUILD}/data-model/validate`;
    await check(200, validate);
    await check(200, validate, "/build/api/v1/deployments/1/data-model/validate?branchName=b/1");
    await check(400, validate, "/build/api/v1/deployments/1/data-model/validate?devMode=1");
    await check(404, validate, "/build/api/v1/deployments/1/data-model/validate?branchName=x");
    const remove = `DELETE ${BUILD}/branches`;
    await check(200, remove, "/build/api/v1/deployments/1/branches?branchName=b/1");
    await check(400, remove, "/build/api/v1/deployments/1/branches?branchName=main");
    await check(404, remove, "/build/api/v1/deployments/1/branches?branchName=b/1");

    const upsert = `PUT ${DEP}/workbooks/by-slug/{slug}`;
    const slug = "/deployments/1/workbooks/by-slug/b";
    await check(200, upsert, slug, { meta: { dashboardDraft: {} } });
    await check(400, upsert, slug, { name: 1 });
    await check(403, upsert, slug, {}, "Bearer two");
    await check(403, upsert, `${slug}2`, {}, "Bearer viewer");
    await check(401, upsert, slug, {}, "Bearer none");
    await check(404, upsert, "/deployments/9/workbooks/by-slug/b", {});
    await check(400, upsert, "/deployments/1/workbooks/by-slug/%zz", {});
    const publish = `POST ${DEP}/workbooks/{workbookId}/publish`;
    await check(200, publish, "/deployments/1/workbooks/201/publish", { workbookId: 201 });
    await check(400, publish, "/deployments/1/workbooks/202/publish", { workbookId: 202 });
    await check(200, `GET ${DEP}/workbooks`);
    await check(200, `GET ${DEP}/workbooks`, "/deployments/1/workbooks?first=1");
    await check(400, `GET ${DEP}/workbooks`, "/deployments/1/workbooks?first=0");
    await check(200, `GET ${DEP}/workbooks/{workbookId}`, "/deployments/1/workbooks/201");
    await check(404, `GET ${DEP}/workbooks/{workbookId}`, "/deployments/1/workbooks/9");
    const update = `PUT ${DEP}/workbooks/{workbookId}`;
    await check(200, update, "/deployments/1/workbooks/202", { name: "Other" });
    await check(409, update, "/deployments/1/workbooks/202", { slug: "a" });
    await check(200, `DELETE ${DEP}/workbooks/{workbookId}`, "/deployments/1/workbooks/202");
    await check(200, `GET ${DEP}/folders`);
    await check(200, `POST ${DEP}/folders`, undefined, { name: "G", parentId: 11 });
    await check(400, `POST ${DEP}/folders`, undefined, {});
    await check(200, `GET ${DEP}/reports`);
    await check(200, `GET ${DEP}/reports/{reportId}`, "/deployments/1/reports/301");
    const report = `PUT ${DEP}/reports/by-public-id/{publicId}`;
    await check(200, report, "/deployments/1/reports/by-public-id/abcdefghijkl", { title: "T" });
    await check(409, report, "/deployments/2/reports/by-public-id/abcdefghijkl", {});
    await check(400, report, "/deployments/1/reports/by-public-id/x", {});
    await check(200, `DELETE ${DEP}/reports/{reportId}`, "/deployments/1/reports/301");
    await check(404, `DELETE ${DEP}/reports/{reportId}`, "/deployments/1/reports/301");

    await check(200, "POST /api/v1/users", undefined, { email: "a@example.com", username: "a" });
    await check(400, "POST /api/v1/users", undefined, { email: "a" });
    await check(409, "POST /api/v1/users", undefined, { email: "a@example.com", username: "b" });
    await check(200, "GET /api/v1/users/me");
    await check(200, "GET /api/v1/audit-logs/export");
    await check(400, "GET /api/v1/audit-logs/export", "/audit-logs/export?start=yesterday");
    await check(403, "GET /api/v1/audit-logs/export", undefined, undefined, "Bearer viewer");
    await check(200, "GET /api/scim/v2/Users");
    await check(401, "GET /api/scim/v2/Users", undefined, undefined, null);
    await check(403, "GET /api/scim/v2/Users", undefined, undefined, "Bearer two");

    const form = (fields: Record<string, string>) => new URLSearchParams(fields);
    const begun = await check(200, "POST /auth/device/code", undefined, form({ client_id: "c" }), null);
    await check(400, "POST /auth/device/code", undefined, form({}), null);
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    const poll = form({ client_id: "c", device_code: begun.device_code, grant_type });
    await check(400, "POST /auth/device/token", undefined, form({ grant_type }), null);
    await check(200, "GET /auth/device", undefined, undefined, null);
    await check(404, "GET /auth/device", "/auth/device?user_code=X", undefined, null);
    const decision = form({ user_code: begun.user_code, action: "approve" });
    await check(200, "POST /auth/device", undefined, decision, null);
    await check(400, "POST /auth/device", undefined, form({ user_code: begun.user_code }), null);
    await check(404, "POST /auth/device", undefined, form({ user_code: "X", action: "deny" }), null);
    const { refreshToken } = await check(200, "POST /auth/device/token", undefined, poll, null);
    const refresh = form({ grant_type: "refresh_token", refresh_token: refreshToken });
    await check(200, "POST /auth/oauth2/refresh", undefined, refresh, null);
    await check(400, "POST /auth/oauth2/refresh", undefined, refresh, null);

    expect([...seen].sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
    expect((await at("GET", "/workbooks/201")).body.publishedDashboard.reportSnapshots).toHaveLength(1);
    expect(sandbox.requests.some(({ status }) => status === 500)).toBe(false);
  });
});

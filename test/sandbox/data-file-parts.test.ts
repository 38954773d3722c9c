// The data file keeps every area, and reads files of earlier versions, which know less.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../support/temp.ts";
import { handClock, start } from "./support.ts";

describe("the data file", () => {
  it("keeps users, grants, branches, versions, models, logins and the audit log", async () => {
    const data = join(tempFolder(), "sandbox.json");
    const time = handClock();
    const one = await start({
      data,
      clock: time.clock,
      seed: {
        deployment: { id: 1, versions: [{ version: "2.0" }, { version: "1.9", isCurrent: true }] },
        branches: [{ name: "main" }, { name: "b" }, { name: "dev-me", viewed: true }],
        models: { b: [{ name: "refunds" }] },
        modelErrors: { b: [{ message: "broken", fileName: "b.yml" }] },
        apiKeys: [{ key: "k", role: "AI BI User", access: {}, permissions: ["AuditLogManage"] }],
      },
    });
    await one.call("POST", "/users", { email: "ann@example.com", username: "ann", externalId: "x" });
    await one.call("PUT", "/deployments/1", { releaseChannelVersion: "2.0" });
    const build = "/build/api/v1/deployments/1";
    await one.call("PUT", `${build}/branches/staging-environment`, { enabled: true, branchName: "b" });
    await one.call("PUT", "/deployments/1/workbooks/by-slug/mine", {}, "Bearer k");
    const form = (fields: Record<string, string>) => new URLSearchParams(fields);
    const begun = (await one.call("POST", "/auth/device/code", form({ client_id: "c" }), null)).body;
    one.sandbox.approveDevice(begun.user_code);
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    const poll = form({ client_id: "c", device_code: begun.device_code, grant_type });
    const tokens = (await one.call("POST", "/auth/device/token", poll, null)).body;
    const environment = (await one.at("GET", "/environments?type=staging")).body.data.environments[0];
    const tokenPath = `/environments/${environment.id}/tokens-for-meta-sync`;
    const { token } = (await one.at("POST", tokenPath, { security_context: {} })).body.data;
    const before = await read(one);
    expect(before[1]).toMatchObject({
      data: { environments: [{}, { type: "staging" }, { type: "development" }] },
    });
    await one.sandbox.close();

    const two = await start({ data, clock: time.clock });
    expect(await read(two)).toEqual(before);
    const path = "/hosts/1/dev-mode/b/data-api/v1/meta";
    expect((await two.call("GET", path, undefined, token)).body).toEqual({ cubes: [{ name: "refunds" }] });
    const refresh = form({ refresh_token: tokens.refreshToken });
    const renewed = await two.call("POST", "/auth/oauth2/refresh", refresh, null);
    expect(renewed.status).toBe(200);
    await two.sandbox.close();
    const three = await start({ data, clock: time.clock });
    expect((await three.call("POST", "/auth/oauth2/refresh", refresh, null)).status).toBe(400);
    const authorization = `Bearer ${renewed.body.accessToken}`;
    expect((await three.call("GET", "/users/me", undefined, authorization)).status).toBe(200);

    async function read({ at, call, sandbox }: typeof one) {
      const bodies = [
        (await call("GET", "/deployments/1")).body,
        (await at("GET", "/environments")).body,
        (await at("GET", "/versions")).body,
        (await call("GET", `${build}/branches`)).body,
        (await call("GET", `${build}/data-model/validate?branchName=b`)).body,
        (await call("GET", "/api/scim/v2/Users")).body,
        (await call("GET", "/users/me", undefined, `Bearer ${tokens.accessToken}`)).body,
        (await call("GET", "/deployments/1/workbooks", undefined, "Bearer k")).body,
        (await call("GET", "/audit-logs/export", undefined, "Bearer k")).body,
      ];
      return JSON.parse(JSON.stringify(bodies).replaceAll(sandbox.url, ""));
    }
  });

  it("of an earlier version, which knew none of these, has those of an empty sandbox", async () => {
    const data = join(tempFolder(), "sandbox.json");
    const old = {
      nextId: 205,
      listDrafts: true,
      draftInMeta: false,
      deployments: [{ id: 3, name: "three", createdAt: "2026-01-01T00:00:00.000Z" }],
      apiKeys: [{ key: "scoped", deployments: [3] }],
      folders: [],
      workbooks: [{ id: 204, deploymentId: 3, slug: "a", name: "A" }],
      reports: [],
      cubes: [{ name: "orders" }],
    };
    writeFileSync(data, JSON.stringify(old));
    const { call, sandbox } = await start({ data });
    expect(sandbox.workbook("a")?.id).toBe(204);
    const list = await call("GET", "/deployments/3/workbooks", undefined, "Bearer scoped");
    expect(list.body.items).toHaveLength(1);
    const { body } = await call("GET", "/build/api/v1/deployments/3/branches");
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual([
      "main",
      "new-metrics",
      "dev-sandbox-new-metrics",
    ]);
    expect((await call("GET", "/deployments/3/versions")).body.data).toHaveLength(2);
    expect((await call("GET", "/users/me", undefined, "Bearer scoped")).body.id).toBe(1);
    expect((await call("PUT", "/deployments/3/workbooks/by-slug/b")).body.id).toBe(205);
  });
});

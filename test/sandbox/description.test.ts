import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { describePlatform } from "../../src/sandbox/index.ts";
import { ROUTES } from "../../src/sandbox/router.ts";
import { start, temporaryFolder, widget } from "./support.ts";

const paths = describePlatform("http://127.0.0.1:1").paths as Record<string, Record<string, JsonObject>>;

describe("the served description", () => {
  it("is served as OpenAPI 3.1, titled and versioned as the document says", async () => {
    const { call, sandbox } = await start();
    const { body } = await call("GET", "/spec");
    expect(body).toMatchObject({
      openapi: "3.1.0",
      info: { title: "Platform API", version: "1.0.0" },
      servers: [{ url: sandbox.url }],
    });
    expect(body).toEqual(describePlatform(sandbox.url));
  });

  it("describes exactly what is served", () => {
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it("passes redocly's recommended rules", () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, "openapi.json"),
      JSON.stringify(describePlatform("http://127.0.0.1:1"), null, 2),
    );
    // The platform itself has workbooks/by-slug/{slug} beside workbooks/{workbookId}/publish: not ours to change.
    writeFileSync(
      join(folder, "redocly.yaml"),
      "extends: [recommended]\nrules:\n  no-ambiguous-paths: off\n",
    );
    const redocly = fileURLToPath(new URL("../../node_modules/.bin/redocly", import.meta.url));
    const report = execFileSync(
      redocly,
      ["lint", "openapi.json", "--config", "redocly.yaml", "--format", "json"],
      {
        cwd: folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
        env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      },
    );
    expect(JSON.parse(report)).toMatchObject({
      totals: { errors: 0, warnings: 0, ignored: 0 },
      problems: [],
    });
  });

  it("has the schema of every answer that is given, refusals included", async () => {
    const { call, at } = await start({
      seed: {
        deployments: [{ id: 1 }, { id: 2 }],
        apiKeys: [{ key: "two", deployments: [2] }],
        folders: [{ id: 11, name: "F" }],
        workbooks: [
          { id: 201, slug: "a", folderId: 11, dashboardDraft: { widgets: [widget("w", { reportId: 301 })] } },
          { id: 202, name: "No slug" },
        ],
        reports: [{ id: 301, name: "R", folderId: 11, publicId: "abcdefghijkl", meta: { kind: "kpi" } }],
      },
    });
    const served = (await call("GET", "/spec")).body;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: "served", ...served });
    const seen = new Set<string>();
    const check = async (operation: string, path: string, body?: JsonObject, authorization?: string) => {
      const [method = "", shape = ""] = operation.split(" ");
      const { status, body: answer } = await call(method, path, body, authorization);
      const pointer = `/api/v1${shape}`.replaceAll("~", "~0").replaceAll("/", "~1");
      const described = served.paths[`/api/v1${shape}`]?.[method.toLowerCase()]?.responses?.[status];
      expect([operation, status, described === undefined]).toEqual([operation, status, false]);
      const at = `served#/paths/${encodeURI(pointer)}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
      const validate = ajv.compile({ $ref: at });
      validate(answer);
      expect([operation, status, validate.errors]).toEqual([operation, status, null]);
      seen.add(`${method} /api/v1${shape}`);
    };
    const dep = "/deployments/{deploymentId}";
    const one = "/deployments/1";
    await check("GET /spec", "/spec");
    await check("GET /deployments", "/deployments");
    await check("GET /deployments", "/deployments?limit=x");
    await check(`PUT ${dep}/workbooks/by-slug/{slug}`, `${one}/workbooks/by-slug/b`, {
      meta: { dashboardDraft: {} },
    });
    await check(`PUT ${dep}/workbooks/by-slug/{slug}`, `${one}/workbooks/by-slug/b`, { name: 1 });
    await check(`PUT ${dep}/workbooks/by-slug/{slug}`, `${one}/workbooks/by-slug/b`, {}, "Bearer two");
    await check(`PUT ${dep}/workbooks/by-slug/{slug}`, `${one}/workbooks/by-slug/b`, {}, "Bearer none");
    await check(`PUT ${dep}/workbooks/by-slug/{slug}`, "/deployments/9/workbooks/by-slug/b", {});
    await check(`POST ${dep}/workbooks/{workbookId}/publish`, `${one}/workbooks/201/publish`, {
      workbookId: 201,
    });
    await check(`POST ${dep}/workbooks/{workbookId}/publish`, `${one}/workbooks/202/publish`, {
      workbookId: 202,
    });
    await check(`GET ${dep}/workbooks`, `${one}/workbooks`);
    await check(`GET ${dep}/workbooks`, `${one}/workbooks?first=1`);
    await check(`GET ${dep}/workbooks`, `${one}/workbooks?first=0`);
    await check(`GET ${dep}/workbooks/{workbookId}`, `${one}/workbooks/201`);
    await check(`GET ${dep}/workbooks/{workbookId}`, `${one}/workbooks/9`);
    await check(`DELETE ${dep}/workbooks/{workbookId}`, `${one}/workbooks/202`);
    await check(`GET ${dep}/folders`, `${one}/folders`);
    await check(`POST ${dep}/folders`, `${one}/folders`, { name: "G", parentId: 11 });
    await check(`POST ${dep}/folders`, `${one}/folders`, {});
    await check(`GET ${dep}/reports`, `${one}/reports`);
    await check(`GET ${dep}/reports/{reportId}`, `${one}/reports/301`);
    await check(`PUT ${dep}/reports/by-public-id/{publicId}`, `${one}/reports/by-public-id/abcdefghijkl`, {
      title: "T",
    });
    await check(
      `PUT ${dep}/reports/by-public-id/{publicId}`,
      "/deployments/2/reports/by-public-id/abcdefghijkl",
      {},
    );
    await check(`PUT ${dep}/reports/by-public-id/{publicId}`, `${one}/reports/by-public-id/x`, {});
    expect([...seen].sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
    expect((await at("GET", "/workbooks/201")).body.publishedDashboard.reportSnapshots).toHaveLength(1);
  });
});

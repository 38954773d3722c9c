import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describePlatform } from "../../src/sandbox/index.ts";
import { tempFolder } from "../support/temp.ts";
import { hasVerifiers, VERIFIER_COMMANDS } from "../support/verifiers.ts";
import { start } from "./support.ts";

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

  it.skipIf(!hasVerifiers)("passes redocly's recommended rules", () => {
    const folder = tempFolder();
    writeFileSync(
      join(folder, "openapi.json"),
      JSON.stringify(describePlatform("http://127.0.0.1:1"), null, 2),
    );
    // The platform itself has workbooks/by-slug/{slug} next to workbooks/{workbookId}/publish: not ours to change.
    writeFileSync(
      join(folder, "redocly.yaml"),
      "extends: [recommended]\nrules:\n  no-ambiguous-paths: off\n",
    );
    const report = execFileSync(
      join(VERIFIER_COMMANDS, "redocly"),
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
});

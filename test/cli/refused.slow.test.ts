// An address where nothing listens, and a key that is refused: what came back, and where to correct it.

import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.ts";
import { tempFolder } from "../support/temp.ts";
import { projectFile, run, TOKEN, WORKBOOK } from "./server.ts";

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const project = (url: string) =>
  tempFolder({ "boardwright.yaml": projectFile(url), "dashboards/a.yaml": WORKBOOK });

describe("an address where nothing listens", () => {
  it("is what the error is about, with what sets it and what could be started there", async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const here = project(url);
    const elsewhere = project("https://acme.example.com");
    const [byFile, byEnvironment, byOption] = await Promise.all([
      run(here, ["plan"]),
      run(elsewhere, ["plan"], { PLATFORM_API_URL: url }),
      run(elsewhere, ["login", "--url", url, "--api-key", TOKEN]),
    ]);
    for (const { code, stderr } of [byFile, byEnvironment, byOption]) {
      expect(code).toBe(1);
      const [, attempts, seconds] =
        new RegExp(
          `^error: 127\\.0\\.0\\.1:${port} refused the connection, after (\\d+) attempts in (\\d+) s$`,
          "m",
        ).exec(stderr) ?? [];
      expect(Number(attempts)).toBeGreaterThan(3);
      expect(Number(seconds)).toBeLessThanOrEqual(15);
      expect(stderr).toMatch(/^nothing listens on \S+, trying again for up to 15 s$/m);
      expect(stderr).toContain(`start it: \`boardwright sandbox --port ${port}\``);
      expect(stderr).not.toContain("API description");
      expect(stderr).not.toContain("requests answered");
    }
    expect(byFile.stderr).toContain("The `url` of the target live sets this address: boardwright.yaml:4.");
    expect(byEnvironment.stderr).toContain(
      "PLATFORM_API_URL sets this address, instead of the `url` of the target live.",
    );
    expect(byOption.stderr).toContain("--url sets this address.");
    expect(byOption.stderr).not.toContain("PLATFORM_API_URL");
  });
});

describe("a key that is refused", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({});
  });
  afterAll(() => sandbox.close());

  it("is named by where it comes from, and never shown", async () => {
    const folder = project(sandbox.url);
    const fromEnvironment = await run(folder, ["plan"]);
    expect(fromEnvironment.stderr).toMatch(/^error: the platform did not accept the credential \(401\)\n/);
    expect(fromEnvironment.stderr).toContain(
      "The key is that of PLATFORM_API_KEY, and it is mistyped, expired or revoked",
    );
    const saved = `default_context = "prod"\n[contexts.prod]\nurl = "${sandbox.url}"\napi_key = "${TOKEN}"\n`;
    const withContext = tempFolder({
      "boardwright.yaml": projectFile(sandbox.url),
      "dashboards/a.yaml": WORKBOOK,
      ".config/boardwright/config.toml": saved,
    });
    const fromContext = await run(withContext, ["plan"], { PLATFORM_API_KEY: "" });
    expect(fromContext.stderr).toContain("The key is that of the saved context prod");
    expect(fromContext.stderr).toContain("`boardwright login --context prod`");
    const login = await run(folder, ["login", "--url", sandbox.url, "--api-key", TOKEN]);
    expect(login.stderr).toContain("The key is that of --api-key");
    for (const { code } of [fromEnvironment, fromContext, login]) expect(code).toBe(1);
  });
});

// A command on the embedded sandbox while a `boardwright sandbox --data` has its file.
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { IS_FULL } from "../support/runs.ts";
import { tempFolder } from "../support/temp.ts";

// It waits five seconds for the other process to end.
it.runIf(IS_FULL)("says at which address the sandbox is that holds the data, and works there", async () => {
  const cwd = tempFolder({
    "boardwright.yaml":
      "version: 1\nproject: p\ntargets:\n  local: { url: sandbox:.boardwright/sandbox.json, deployment: 1 }\n",
  });
  const sandbox = await createSandbox({ data: join(cwd, ".boardwright/sandbox.json") });
  onTestFinished(() => sandbox.close());
  const refused = await boardwright(["plan"], { cwd });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`send your requests to its address: PLATFORM_API_URL=${sandbox.url}\n`);
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  expect((await boardwright(["plan"], { cwd, env })).code).toBe(0);
});

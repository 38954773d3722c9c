// A process that works for many targets reads each file once, whatever the number of targets.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runBuilt } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { openFleet } from "./front.ts";

const PRELOADED = fileURLToPath(new URL("../support/count-opens.cjs", import.meta.url));
const FILES = {
  "dashboards/sales.yaml":
    "workbooks:\n  sales-${row.key}:\n    each: { $include: ../regions.csv }\n    name: '${row.title} of ${var.who}'\n    meta: { $include: ../shared.yaml }\n    dashboard: { title: { $file: ../title.md } }\n",
  "regions.csv": "key,title\nnorth,North\nsouth,South\n",
  "shared.yaml": "team: x\n",
  "title.md": "Sales\n",
};
const ONCE = {
  ...{ "boardwright.yaml": 1, "a.yaml": 1, "b.yaml": 1, "sales.yaml": 1 },
  ...{ "regions.csv": 1, "shared.yaml": 1, "title.md": 1 },
};

it("opens each file once for 12 targets, in plan, apply and a plan from the cache", async () => {
  const { cwd, sandbox } = await openFleet(12, "", FILES);
  const opened = join(tempFolder(), "opened");
  const env = { PLATFORM_API_KEY: sandbox.apiKey, NODE_OPTIONS: `--require ${PRELOADED}`, OPENED: opened };
  const commands = [["plan"], ["apply", "--yes", "--waves", "1,10%,rest"], ["plan", "--detailed-exitcode"]];
  for (const command of commands) {
    const ran = await runBuilt([...command, "--target", "t-*", "--quiet"], { cwd, env });
    expect(ran.code, ran.stderr).toBe(0);
  }
  const counts = readFileSync(opened, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(counts).toEqual([ONCE, ONCE, ONCE]);
});

// rename report, of a report that was renamed before: its publicId comes from the first key that it had (contract 12).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { derivePublicId } from "../../src/plan/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const FILES = {
  "boardwright.yaml":
    'version: 1\nproject: acme\ntargets:\n  local: { url: "sandbox:.boardwright/sandbox.json", deployment: 1 }\n',
  "dashboards/a.yaml": "reports:\n  r2: { name: R, was: r1, query: { measures: [orders.count] } }\n",
};

it("writes the publicId that it has, and refuses the key that `was` names", async () => {
  const cwd = tempFolder(FILES);
  const read = () => readFileSync(join(cwd, "dashboards/a.yaml"), "utf8");
  const back = await boardwright(["rename", "report", "r2", "r1"], { cwd });
  expect([back.code, back.stderr]).toEqual([
    1,
    expect.stringContaining("Take `was` out at dashboards/a.yaml:2"),
  ]);
  expect(read()).toBe(FILES["dashboards/a.yaml"]);
  const renamed = await boardwright(["rename", "report", "r2", "r3"], { cwd });
  expect(renamed.code, renamed.stderr).toBe(0);
  const id = derivePublicId({ project: "acme", deploymentId: 1, key: "r1" });
  expect(read()).toContain(`r3: { publicId: ${id},`);
});

// A pull request adds a project file nearer to `working-directory` than the one of the base. The address that the workflow pins is trusted;
// the deployment that the new file names is not.
import { describe, expect, it } from "vitest";
import { openScene, pullRequest } from "./action-scene.ts";
import { plain } from "./repository.ts";

const NEAR = "version: 1\nproject: acme\ntargets: { near: { url: 'https://x.example', deployment: 99 } }\n";

describe("a project file that comes before that of the base", () => {
  it.each(["checkout", "github"] as const)("names no deployment, with the base from %s", async (knows) => {
    const files = {
      "team/boardwright.yaml": NEAR,
      "team/dashboards/a.yaml": "workbooks: { a: { name: A } }\n",
    };
    const scene = await openScene({ base: plain, branch: plain, files }, { knows });
    const inputs = { "working-directory": "team", "api-url": scene.sandbox.url };
    const step = await scene.run("plan", pullRequest(scene), inputs);
    expect(step.outputs["exit-code"], step.log).toBe("3");
    expect(step.log).toContain("only the change under review names deployment 99");
    expect(scene.sandbox.requests).toEqual([]);
    const given = await scene.run("plan", pullRequest(scene), { ...inputs, deployment: "1" });
    expect(given.code, given.log).toBe(0);
  });

  it("names one if there was none above it: it can get around nothing", async () => {
    const options = { base: () => undefined, branch: plain, folder: "team/" };
    const scene = await openScene(options, { knows: "github" });
    const step = await scene.run("plan", pullRequest(scene), { "api-url": scene.sandbox.url });
    expect(step.code, step.log).toBe(0);
  });
});

// dist/action/ is committed, because runners take it as it is: it is what the sources give, and it needs nothing beside it.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ACTION_FOLDER, bundleAction } from "../../scripts/action.mjs";
import { ROOT, readText } from "../support/documents.ts";
import { tempFolder } from "../support/temp.ts";

describe("the bundle of the Action", () => {
  it("is what the sources give: else `npm run build:action`, and commit", async () => {
    for (const [name, text] of Object.entries(await bundleAction())) {
      const file = join(ACTION_FOLDER, name);
      // A comparison of 3 MB that fails must not be printed.
      const isCurrent = existsSync(file) && readFileSync(file, "utf8") === text;
      expect(isCurrent, `dist/action/${name} is stale: run \`npm run build:action\` and commit it`).toBe(
        true,
      );
    }
  });

  it("is in Git as no other part of dist/ is, and in no package", () => {
    const ignored = (path: string) =>
      spawnSync("git", ["check-ignore", "-q", path], { cwd: ROOT }).status === 0;
    expect(ignored("dist/action/index.js")).toBe(false);
    expect(ignored("dist/cli.cjs")).toBe(true);
    expect(JSON.parse(readText("package.json")).files).toContain("!dist/action");
  });

  it("says whose code it holds", () => {
    const notices = readFileSync(join(ACTION_FOLDER, "THIRD-PARTY-NOTICES.txt"), "utf8");
    for (const name of ["@actions/core", "@octokit/core", "undici", "yaml"])
      expect(notices).toContain(`\n${name} `);
  });

  it("starts alone, without the packages and without the rest of the project", () => {
    const folder = tempFolder();
    cpSync(ACTION_FOLDER, folder, { recursive: true });
    expect(readdirSync(folder).sort()).toEqual([
      "THIRD-PARTY-NOTICES.txt",
      "index.js",
      "package.json",
      "sbom.cdx.json",
    ]);
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, "index.js")], {
      cwd: folder,
      env: { PATH: process.env.PATH, "INPUT_WORKING-DIRECTORY": "." },
      encoding: "utf8",
    });
    expect(stdout).toContain("`command` is missing");
    expect(stderr).toBe("");
    expect(status).toBe(1);
  });
});

// The packages of verify/ and .ci/nodes/: installed once, whole or not at all.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/documents.ts";
import { tempFolder } from "../support/temp.ts";

const SCRIPT = join(ROOT, "scripts/install-locked.mjs");
const env = { ...process.env, npm_config_offline: "true", npm_config_fetch_retries: "0" };
const install = (folder: string, ...mode: string[]) =>
  spawnSync(process.execPath, [SCRIPT, folder, ...mode], { encoding: "utf8", env });

/** A folder that asks for one package, which is a file beside it. */
function folderWithLock(version: string, folder = tempFolder()): string {
  const source = join(folder, "source");
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, "package.json"), JSON.stringify({ name: "thing", version }));
  execFileSync("npm", ["pack", "--pack-destination", folder], { cwd: source, stdio: "ignore", env });
  const dependencies = { thing: `file:${join(folder, `thing-${version}.tgz`)}` };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "folder", dependencies }));
  execFileSync("npm", ["install", "--package-lock-only"], { cwd: folder, stdio: "ignore", env });
  return folder;
}
const installed = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "node_modules/thing/package.json"), "utf8")).version;
const leftovers = (folder: string) => readdirSync(folder).filter((name) => name.startsWith(".installing-"));

describe("scripts/install-locked.mjs", () => {
  it("installs what the lockfile has, says so, and is silent once it is there", () => {
    const folder = folderWithLock("1.0.0");
    const first = install(folder);
    expect(first.stdout, first.stderr).toContain("Installing the packages of");
    expect(installed(folder)).toBe("1.0.0");
    expect(install(folder)).toMatchObject({ status: 0, stdout: "", stderr: "" });
    folderWithLock("1.1.0", folder);
    expect(install(folder).status).toBe(0);
    expect(installed(folder)).toBe("1.1.0");
    expect(leftovers(folder)).toEqual([]);
  });

  it("leaves what was there when it fails, and fails unless it may skip", () => {
    const folder = folderWithLock("1.0.0");
    install(folder);
    writeFileSync(join(folder, "package-lock.json"), "{}");
    const failed = install(folder);
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain("run: node scripts/install-locked.mjs");
    const skipped = install(folder, "--or-skip");
    expect(skipped.status).toBe(0);
    expect(skipped.stderr).toContain("The tests that need them are skipped.");
    expect(installed(folder)).toBe("1.0.0");
    expect(leftovers(folder)).toEqual([]);
  });
});

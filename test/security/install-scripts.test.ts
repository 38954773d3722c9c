// The packages that we build and test with run nothing of their own when they are installed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { describe, expect, it } from "vitest";
import { ROOT, readText } from "../support/documents.ts";

interface Lock {
  packages: Record<
    string,
    { hasInstallScript?: boolean; integrity?: string; resolved?: string; link?: boolean }
  >;
}

const LOCKS = glob.sync("**/package-lock.json", {
  cwd: ROOT,
  dot: true,
  ignore: ["**/node_modules/**", "**/.installing-*/**"],
});
const packagesOf = (lock: string) => Object.entries((JSON.parse(readText(lock)) as Lock).packages);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

describe("install scripts", () => {
  it("of every package with one are denied by name, and a new one fails the install", () => {
    const { allowScripts } = JSON.parse(readText("package.json"));
    const scripted = packagesOf("package-lock.json").filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(scripted.length).toBeGreaterThan(0);
    expect(allowScripts).toEqual(Object.fromEntries(scripted.map(([path]) => [nameOf(path), false])));
    expect(readText(".npmrc").split("\n")).toContain("strict-allow-scripts=true");
  });

  it("of the packages of other lockfiles are never run", () => {
    expect(LOCKS.length).toBeGreaterThan(3);
    // Only this script installs them: test/scripts/ runs it.
    expect(readText("scripts/install-locked.mjs")).toContain('"--ignore-scripts"');
    const runs = [".ci/run", ...glob.sync(".github/workflows/*.yml", { cwd: ROOT, dot: true })]
      .map(readText)
      .join("\n");
    expect(runs).not.toMatch(/npm (ci|install|i)\b.*(--prefix|-C) /);
  });
});

describe("the lockfiles", () => {
  it.each(LOCKS)("%s: every package has a digest, and no address of its own", (lock) => {
    for (const [path, { integrity, resolved, link }] of packagesOf(lock)) {
      if (path === "") continue;
      expect(link, path).toBeUndefined();
      expect(integrity, path).toMatch(/^sha512-/);
      // Without an address of its own, a package comes from the registry that npm is set up with; the digest says which bytes.
      expect(resolved, path).toBeUndefined();
    }
  });

  it("have no settings beside them that name a registry or hold a credential", () => {
    const settings = LOCKS.map((lock) => join(ROOT, lock, "../.npmrc")).filter((path) => existsSync(path));
    expect(settings.length).toBeGreaterThan(0);
    for (const path of settings) expect(readFileSync(path, "utf8")).not.toMatch(/registry|_auth|token/i);
  });
});

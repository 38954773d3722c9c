// boardwright update, against a registry on a loopback address.
import { chmodSync, existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { boardwright, type Ran } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { standBy } from "./server.ts";

async function ask(newest: string | undefined, ...args: string[]): Promise<Ran & { requests: string[] }> {
  const server = await standBy((_, response) => {
    const version = { name: "boardwright", version: newest, dist: { tarball: "http://127.0.0.1/x.tgz" } };
    const document = {
      name: "boardwright",
      "dist-tags": { latest: newest },
      versions: { [String(newest)]: version },
    };
    response
      .writeHead(newest === undefined ? 404 : 200, { "content-type": "application/json" })
      .end(JSON.stringify(newest === undefined ? { error: "not found" } : document));
  });
  onTestFinished(server.close);
  return { ...(await askAt(server.url, ...args)), requests: server.requests };
}

function askAt(registry: string, ...args: string[]): Promise<Ran> {
  return boardwright(["update", ...args], { cwd: tempFolder(), env: { npm_config_registry: registry } });
}

describe("update", () => {
  it("--check says that there is a newer version, and how to get it", async () => {
    const { code, stdout, stderr, requests } = await ask("99.0.0", "--check");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^boardwright 99\.0\.0 is available; this is \d.*npm install --global boardwright@99\.0\.0$/m,
    );
    expect(requests).toEqual(["GET /boardwright"]);
    const json = JSON.parse((await ask("99.0.0", "--check", "--json")).stdout) as unknown;
    expect(json).toMatchObject({ newest: "99.0.0", newer: true });
  });

  it("without --check prints the command to run, and nothing where this is the newest", async () => {
    expect((await ask("99.0.0")).stdout).toBe("npm install --global boardwright@99.0.0\n");
    for (const version of ["0.0.1", "0.1.0-rc.1"])
      expect((await ask(version)).stdout).toContain("is the newest version");
  });

  it("fails clearly where the registry does not know it or is not there", async () => {
    const unknown = await ask(undefined, "--check");
    expect(unknown).toMatchObject({ code: 1, stdout: "" });
    expect(unknown.stderr).toMatch(
      /^error: the newest version could not be read from the npm registry\n {2}That registry has no package named boardwright\.\n/,
    );
    const nobody = await askAt("http://127.0.0.1:9", "--check");
    expect(nobody).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /could not be read.*\n {2}That registry cannot be reached \(ECONNREFUSED\)\.\n/,
      ),
    });
  });

  // Either guard alone keeps npm from reading the `.npmrc` of a checkout, so each is looked at.
  it.skipIf(process.platform === "win32")(
    "starts npm in an empty folder of its own, gone after it",
    async () => {
      const seen = join(tempFolder(), "seen");
      const bin = tempFolder({
        npm: `#!/bin/sh\n{ pwd; ls -A | wc -l; echo "$@"; } > ${seen}\necho '"99.0.0"'\n`,
      });
      chmodSync(join(bin, "npm"), 0o755);
      const cwd = tempFolder({ ".npmrc": "registry=http://127.0.0.1:9/\n" });
      const ran = await boardwright(["update"], { cwd, env: { PATH: `${bin}:${process.env.PATH}` } });
      expect(ran.stdout).toBe("npm install --global boardwright@99.0.0\n");
      const [folder = "", entries, args] = readFileSync(seen, "utf8").split("\n");
      expect(folder).not.toBe(realpathSync(cwd));
      expect(Number(entries)).toBe(0);
      expect(args).toMatch(new RegExp(`^--prefix \\S*/${basename(folder)} view boardwright version `));
      expect(existsSync(folder)).toBe(false);
    },
  );
});

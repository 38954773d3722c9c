// The examples of --help as they are pasted into a shell, with the built command on the path; and the entry's own --version.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLI, runBuilt, start } from "../support/process.ts";
import { rows } from "../support/runs.ts";
import { tempFolder } from "../support/temp.ts";
import { examplesPlace, FOR_SHELL, lineOf, UNENDING } from "./examples-place.ts";

describe("the examples", () => {
  it.each(rows(FOR_SHELL))("%s", (example) => {
    // A project is made where there is none above.
    const cwd = example.includes("init") ? tempFolder() : examplesPlace();
    const bin = join(cwd, "bin");
    mkdirSync(bin);
    symlinkSync(CLI, join(bin, "boardwright"));
    chmodSync(CLI, 0o755);
    const env = { PATH: `${bin}:${process.env.PATH}`, HOME: cwd };
    execFileSync("sh", ["-ec", lineOf(example)], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    if (example.includes("init")) {
      expect(readdirSync(join(cwd, "acme-dashboards"))).toContain("boardwright.yaml");
    }
  });

  it.each(rows(UNENDING))("%s", async (example) => {
    // A port of an example may be taken on this machine.
    const args = lineOf(example)
      .split(" ")
      .slice(1)
      .map((word) => word.replace(/^44\d0$/, "0"));
    // Nothing that opens a browser is on this path.
    const { child, ended } = start(args, { cwd: examplesPlace(), env: { PATH: "" } });
    child.stdout!.once("data", () => child.kill("SIGINT"));
    const said = args[0] === "sandbox" ? "The sandbox listens on " : "The studio is at ";
    expect(await ended).toMatchObject({ code: 0, stdout: expect.stringContaining(said) });
  });
});

describe("boardwright --version", () => {
  it("prints the version of the package, in every way of asking", async () => {
    const cwd = tempFolder();
    const { version } = JSON.parse(readFileSync(join(CLI, "../../package.json"), "utf8")) as {
      version: string;
    };
    for (const args of [["--version"], ["-V"], ["lint", "--version"]]) {
      expect(await runBuilt(args, { cwd })).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    }
  });

  it("needs neither a project nor the rest of the program", async () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, "boardwright.yaml"), "- not a project");
    expect((await runBuilt(["--version"], { cwd })).code).toBe(0);
  });
});

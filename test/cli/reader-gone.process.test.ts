// A reader of stdout that goes away, as `| head` does, is no error; a disk that is full is one.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLI, start } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { run } from "./server.ts";

const PROJECT = "version: 1\nproject: acme\ntargets: { local: { url: sandbox:s.json, deployment: 1 } }\n";
const project = (
  files: Record<string, string> = { "dashboards/a.yaml": "workbooks: { a: { name: A } }\n" },
) => tempFolder({ "boardwright.yaml": PROJECT, ...files });
/** So many that a pipe does not hold what is said of them. */
const many = (count: number, entry: string): string =>
  `workbooks:\n${Array.from({ length: count }, (_, index) => `  board-${index}: ${entry}\n`).join("")}`;

describe("a reader that goes away", () => {
  it("is no error: the exit code is what it would have been", async () => {
    const folder = project({ "dashboards/a.yaml": many(3000, "{ nam: A }") });
    const { child, ended } = start(["lint", "--json"], { cwd: folder });
    child.stdout!.once("data", () => child.stdout!.destroy());
    const { code, stderr, stdout } = await ended;
    expect([code, stderr]).toEqual([1, ""]);
    expect(() => JSON.parse(stdout)).toThrow();
  });

  it("does not stop an apply", async () => {
    const folder = project({ "dashboards/a.yaml": many(900, "{ name: A }") });
    const { child, ended } = start(["apply", "--yes"], { cwd: folder });
    child.stdout!.once("data", () => child.stdout!.destroy());
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([0, ""]);
    const plan = JSON.parse((await run(folder, ["plan", "--json"])).stdout);
    expect(plan.summary).toMatchObject({ create: 0, unchanged: 900 });
  });

  it.skipIf(!existsSync("/dev/full")).each(["lint", "--version", "--help", "help plan", "version --json"])(
    "differs from a disk that is full: %s",
    (words) => {
      const command = `exec "${process.execPath}" "${CLI}" ${words} > /dev/full`;
      const cwd = project();
      const write = () => execFileSync("sh", ["-c", command], { cwd, encoding: "utf8", stdio: "pipe" });
      expect(write).toThrow(
        expect.objectContaining({
          status: 1,
          stderr: expect.stringMatching(/^error: the results cannot be written: ENOSPC.*\n$/),
        }),
      );
    },
  );
});

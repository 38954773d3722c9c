// The disk is full while backups are written: no workbook is overwritten without its backup, the others go on, and the text says what
// to do. The disk is a real one, of 1 MB in memory, mounted for one process alone.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Ran } from "../support/command.ts";
import { CLI } from "../support/process.ts";
import { openTeam, readApplied, type Team } from "./processes.ts";
import { expectNothingDoubled, type Files } from "./worlds.ts";

const canMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;
if (!canMount) console.log("No disk can be mounted here: the test of a full one is skipped.");

const text = (word: string, length: number): JsonObject => ({
  title: word,
  widgets: [
    { id: "t", type: "TEXT", position: { x: 0, y: 0, w: 6, h: 4 }, config: { markdown: "x".repeat(length) } },
  ],
});

/** The backup of `big` does not fit, that of `tiny` does, and `fresh` needs none. */
const files = (word: string): Files => ({
  workbooks: {
    big: { dashboard: text(word, 1_500_000) },
    tiny: { dashboard: text(word, 10) },
    ...(word === "two" ? { fresh: { dashboard: text(word, 10) } } : {}),
  },
});

describe("a disk that is full while backups are written", () => {
  it.skipIf(!canMount)(
    "leaves alone what cannot be backed up, applies the rest, and says what to do",
    async () => {
      const team = await openTeam();
      team.declare(files("one"));
      expect((await team.apply()).code).toBe(0);
      team.declare(files("two"));

      const { code, stdout, stderr } = await limited(team, "--json");
      expect(code, stderr).toBe(1);
      const { results, summary } = readApplied({ code, stdout, stderr });
      expect(results.map(({ key, status, error }) => [key, status, error?.code])).toEqual([
        ["big", "failed", "backup-failed"],
        ["fresh", "applied", undefined],
        ["tiny", "applied", undefined],
      ]);
      expect(summary).toMatchObject({ created: 1, updated: 1, failed: 1, skipped: 0 });
      expect(titles(team)).toEqual(["one", "two", "two"]);
      expectWhole(team, ["tiny.json"]);

      const told = await limited(team);
      expect(told.code).toBe(1);
      expect(told.stdout).toContain("big was not changed: its backup could not be written");
      expect(told.stdout).toMatch(/ENOSPC|no space left/);
      expect(told.stdout).toContain("apply.backups");
      expect(titles(team)).toEqual(["one", "two", "two"]);

      const again = await team.apply();
      expect(again.code, again.stderr).toBe(0);
      expect(titles(team)).toEqual(["two", "two", "two"]);
      expect((await team.planned()).changes).toEqual([]);
      expectNothingDoubled(await team.live());
    },
  );

  it.skipIf(!existsSync("/dev/full"))(
    "applies nothing where not even the folder of backups can be made",
    async () => {
      const team = await openTeam();
      team.declare(files("one"));
      expect((await team.apply()).code).toBe(0);
      rmSync(join(team.cwd, ".boardwright"), { recursive: true, force: true });
      writeFileSync(join(team.cwd, ".boardwright"), "");
      team.declare(files("two"));
      const { code, stderr } = await team.run("apply", "--yes");
      expect(code).toBe(1);
      expect(stderr).toContain("nothing was applied: the folder of backups");
      expect(titles(team)).toEqual(["one", undefined, "one"]);
    },
  );
});

function titles({ sandbox }: Team): unknown[] {
  return ["big", "fresh", "tiny"].map((slug) => sandbox.workbook(slug)?.dashboardDraft?.title);
}

/** Backups are whole or not there: half of one would be taken for the state that was. */
function expectWhole({ cwd }: Team, expected: string[]): void {
  const root = join(cwd, "kept/backups");
  const found = readdirSync(root).flatMap((run) =>
    readdirSync(join(root, run)).map((name) => {
      if (name.endsWith(".json")) JSON.parse(readFileSync(join(root, run, name), "utf8"));
      return name;
    }),
  );
  expect(found.filter((name) => expected.includes(name) || name.startsWith("big"))).toEqual(expected);
}

/** Runs apply with a disk of 1 MB under .boardwright; what is left on it is kept when the disk goes. */
function limited({ cwd, env }: Team, ...args: string[]): Promise<Ran> {
  const script = `mount -t tmpfs -o size=1m tmpfs .boardwright || exit 99
    "$0" "$@"; code=$?
    rm -rf kept; cp -r .boardwright kept; exit $code`;
  mkdirSync(join(cwd, ".boardwright"), { recursive: true });
  const command = ["-rm", "bash", "-c", script, process.execPath, CLI, "apply", "--yes", ...args];
  const child = spawn("unshare", command, { cwd, env: { PATH: process.env.PATH ?? "", HOME: cwd, ...env } });
  const ran: Ran = { code: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    ran.stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    ran.stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...ran, code }));
  });
}

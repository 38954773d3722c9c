// The record of a run: known before the first write, complete after the last, readable after a kill, and absent where nothing was
// written.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { recordRun } from "../../src/apply/index.ts";
import type { Change, Plan, Result, RunRecord } from "../../src/model/index.ts";
import type { WireWorkbook } from "../../src/platform/index.ts";
import { tempFolder } from "../support/temp.ts";

const change = (more: Partial<Change>): Change =>
  ({ kind: "workbook", action: "update", id: 7, title: "A", publish: false, fields: [], ...more }) as Change;
const plan = (...changes: Change[]): Plan =>
  ({
    formatVersion: 1,
    tool: { name: "boardwright", version: "1.2.3" },
    project: "acme",
    target: { name: "test", url: "https://platform.test", deploymentId: 1 },
    changes,
  }) as Plan;
const result = (more: Partial<Result>): Result =>
  ({
    kind: "workbook",
    key: "a",
    action: "update",
    status: "applied",
    attempts: 1,
    id: 7,
    ...more,
  }) as Result;

const STARTED = new Date("2026-11-20T08:10:04Z");
const GIT = { commit: "abc", dirty: false, merge: false };
const END = { at: new Date("2026-11-20T08:11:00Z"), interrupted: false };

function open(made: Plan = plan(change({ key: "a" })), undoes?: string) {
  const root = tempFolder();
  const folder = join(root, "one");
  const run = recordRun(made, folder, { startedAt: STARTED, git: GIT, undoes });
  const json = (): RunRecord => JSON.parse(readFileSync(join(folder, "run.json"), "utf8"));
  return { root, folder, run, json };
}

describe("a record", () => {
  it("knows from the first write on what a rollback cannot put back, so that a kill makes nothing of it", async () => {
    const left = {
      kind: "workbook",
      key: "lost",
      action: "update",
      id: 8,
      code: "backup-missing",
      message: "m",
    } as const;
    const { run, json } = open({ ...plan(change({ key: "a" })), leftOut: [left] }, "2026-11-19T00-00-00Z");
    await run.begin();
    const { code: error, message: _, ...named } = left;
    const failed = { ...named, publish: false, status: "failed", attempts: 0, error };
    expect(json().changes.slice(1)).toEqual([failed]);
    run.note(result({}));
    await run.finish(END);
    expect(json().changes[0]?.status).toBe("applied");
    expect(json().changes.slice(1)).toEqual([failed]);
  });

  it("holds before the first write what is planned, with the backup that each change will have", async () => {
    const made = plan(
      change({ key: "new", action: "create", id: null, publish: true }),
      change({ key: "a", publish: true }),
      change({ key: "a", kind: "report", publicId: "aaaaaaaaaaaa" }),
      change({ key: "a", kind: "report", action: "delete", id: 9, publicId: "bbbbbbbbbbbb" }),
      change({ key: "s", action: "stamp" }),
      change({ key: "sp", action: "stamp", publish: true }),
      change({ key: "left", action: "orphaned" }),
    );
    const { run, json, folder } = open(made, "2026-11-19T00-00-00Z");
    expect(existsSync(folder)).toBe(false);
    await run.begin();
    expect(json()).toMatchObject({
      project: "acme",
      target: made.target,
      tool: made.tool,
      undoes: "2026-11-19T00-00-00Z",
      startedAt: STARTED.toISOString(),
      git: GIT,
    });
    expect(json()).not.toHaveProperty("finishedAt");
    expect(json().changes.map(({ key, action, id, backup }) => [key, action, id, backup ?? null])).toEqual([
      ["new", "create", null, null],
      ["a", "update", 7, "a.json"],
      ["a", "update", 7, "report%3Aa.json"],
      ["a", "delete", 9, "report-9%3Aa.json"],
      ["s", "stamp", 7, null],
      ["sp", "stamp", 7, "sp.json"],
    ]);
    expect(json().changes[1]).toMatchObject({ kind: "workbook", publish: true });
    expect(json().changes[2]).toMatchObject({ kind: "report", publicId: "aaaaaaaaaaaa" });
    expect(statSync(join(folder, "run.json")).mode & 0o777).toBe(0o600);
  });

  it("becomes one file with all outcomes at the end, of reports of one key each its own", async () => {
    const reports = [
      change({ key: "r", kind: "report", id: 5 }),
      change({ key: "r", kind: "report", id: 9, action: "delete" }),
    ];
    const { run, json, folder } = open(plan(change({ key: "a", id: null, action: "create" }), ...reports));
    await run.begin();
    const published = { before: false, after: true, now: true };
    run.note(result({ action: "create", id: 31, attempts: 2, published }));
    run.note(
      result({
        kind: "report",
        key: "r",
        id: 5,
        status: "failed",
        error: { code: "forbidden", message: "" },
      }),
    );
    run.note(result({ kind: "report", key: "r", id: null, action: "delete", attempts: 0 }));
    expect(await run.finish({ ...END, interrupted: true })).toBe(true);
    expect(json()).toMatchObject({ finishedAt: END.at.toISOString(), interrupted: true });
    expect(json().changes).toMatchObject([
      { id: 31, status: "applied", attempts: 2, publishedBefore: false, publishedAfter: true },
      { id: 5, status: "failed", error: "forbidden" },
      // What is gone is still known by the id that it had.
      { id: 9, status: "applied", attempts: 0 },
    ]);
    expect(readdirSync(folder)).toEqual(["run.json"]);
    expect(run.problem).toBeUndefined();
  });

  it("of a run that was not cut short does not speak of it", async () => {
    const { run, json } = open();
    await run.begin();
    run.note(result({}));
    await run.finish(END);
    expect(json()).not.toHaveProperty("interrupted");
  });

  it("is not kept of a run that wrote nothing", async () => {
    const { root, run } = open();
    await run.begin();
    run.note(result({ attempts: 0 }));
    expect(await run.finish(END)).toBe(false);
    expect(readdirSync(root)).toEqual([]);
    expect(run.problem).toBeUndefined();
  });

  it("stays where a backup was made, though nothing was written then", async () => {
    const { run, json, folder } = open();
    await run.begin();
    await run.backups.save("a", { name: "A" } as WireWorkbook);
    run.note(result({ attempts: 0, status: "failed" }));
    expect(await run.finish(END)).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(["a.json", "run.json"]);
    expect(json()).toMatchObject({ finishedAt: END.at.toISOString() });
  });

  it("that cannot be begun is told, and no backup is saved without it", async () => {
    const { root, folder } = open();
    writeFileSync(join(root, "file"), "");
    const run = recordRun(plan(), join(root, "file", "run"), { startedAt: STARTED, git: undefined });
    await run.begin();
    expect(run.problem).toContain("file");
    await expect(run.backups.save("a", {} as WireWorkbook)).rejects.toThrow();
    run.note(result({}));
    expect(await run.finish(END)).toBe(false);
    expect(existsSync(folder)).toBe(false);
  });

  it("whose outcomes cannot be written is told, with the first reason", async () => {
    const { run, folder, json } = open();
    await run.begin();
    mkdirSync(join(folder, "outcomes.jsonl"));
    run.note(result({}));
    expect(await run.finish(END)).toBe(false);
    expect(run.problem).toContain("outcomes.jsonl");
    expect(json()).not.toHaveProperty("finishedAt");
  });

  it("has a line for each outcome while the run goes on, for nobody else to read", async () => {
    const { run, folder } = open(plan(change({ key: "a" }), change({ key: "b", id: 8 })));
    await run.begin();
    run.note(result({}));
    run.note(result({ key: "b", id: 8, status: "failed" }));
    const file = join(folder, "outcomes.jsonl");
    const lines = () => (existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : []);
    await expect.poll(() => lines().length).toBe(2);
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { key: "a", status: "applied" },
      { key: "b", status: "failed" },
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each([false, true])(
    "of a run without any outcome goes, unless a backup was made: %s",
    async (isUsed) => {
      const { root, run } = open();
      await run.begin();
      if (isUsed) await run.backups.save("a", { name: "A" } as WireWorkbook);
      expect(await run.finish(END)).toBe(false);
      expect(run.problem).toBeUndefined();
      expect(readdirSync(root)).toEqual(isUsed ? ["one"] : []);
    },
  );

  it("that was never begun leaves nothing to take away, and says so", async () => {
    const { run, root } = open();
    run.note(result({ attempts: 0 }));
    expect(await run.finish(END)).toBe(false);
    expect(readdirSync(root)).toEqual([]);
  });

  it("whose folder is gone before the end is told", async () => {
    const { run, folder } = open();
    await run.begin();
    rmSync(folder, { recursive: true });
    run.note(result({}));
    expect(await run.finish(END)).toBe(false);
    expect(run.problem).toBeDefined();
  });
});

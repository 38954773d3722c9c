// Before a live workbook is overwritten, its full state is in a file.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { backUp, backupFile } from "../../src/apply/backups.ts";
import { createBackups, runName } from "../../src/apply/index.ts";
import type { Change } from "../../src/model/index.ts";
import type { WireWorkbook } from "../../src/platform/index.ts";
import { tempFolder } from "../support/temp.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const SEED = {
  workbooks: [
    {
      slug: "a",
      name: "A",
      meta: { color: "blue" },
      dashboardDraft: board("Old A"),
      dashboardPublished: board("Older A"),
    },
    { slug: "b", name: "B", dashboardDraft: board("B") },
  ],
};
const WORKBOOKS = {
  a: { name: "A", dashboard: board("A") },
  b: { name: "B", dashboard: board("B") },
  c: { name: "C", dashboard: board("C") },
};

describe("backups", () => {
  it("hold the whole state as it was read before the write, for what is overwritten and nothing else", async () => {
    const { deploy, backups, sandbox } = await openWorld({ workbooks: WORKBOOKS, sandbox: { seed: SEED } });
    const before = sandbox.workbook("a");
    expect(outcomes(await deploy())).toEqual(["a applied", "b applied", "c applied"]);
    expect(readdirSync(backups)).toEqual(["a.json"]);
    expect(JSON.parse(readFileSync(`${backups}/a.json`, "utf8"))).toEqual(before);
    expect(statSync(`${backups}/a.json`).mode & 0o777).toBe(0o600);
  });

  it("that cannot be written keep the workbook from being overwritten; what needs none goes on", async () => {
    const { plan, apply, cwd, sandbox, write } = await openWorld({
      workbooks: WORKBOOKS,
      sandbox: { seed: SEED },
    });
    write("in-the-way", "");
    const outcome = await apply(await plan(), { backups: `${cwd}/in-the-way/run` });
    expect(outcomes(outcome)).toEqual(["a failed backup-failed", "b applied", "c applied"]);
    expect(outcome.results[0]).toMatchObject({ attempts: 0 });
    expect(outcome.results[0]?.error?.message).toContain("a was not changed");
    expect(outcome.results[0]?.error?.details?.join("\n")).toMatch(/in-the-way[\s\S]*apply\.backups/);
    expect(sandbox.workbook("a")).toMatchObject({
      meta: { color: "blue" },
      dashboardDraft: { title: "Old A" },
    });
  });

  it("of two runs that begin in the same second do not overwrite each other", async () => {
    const folder = `${tempFolder()}/2026-11-20T08-10-04Z`;
    const [one, two] = [createBackups(folder), createBackups(folder)];
    await Promise.all([
      one.save("a", { name: "one" } as WireWorkbook),
      two.save("a", { name: "two" } as WireWorkbook),
      one.save("b", { name: "one" } as WireWorkbook),
    ]);
    expect(new Set([one.folder, two.folder])).toEqual(new Set([folder, `${folder}-2`]));
    expect(JSON.parse(readFileSync(`${one.folder}/a.json`, "utf8"))).toEqual({ name: "one" });
    expect(JSON.parse(readFileSync(`${two.folder}/a.json`, "utf8"))).toEqual({ name: "two" });
    expect(readdirSync(one.folder).sort()).toEqual(["a.json", "b.json"]);
  });

  it.each<[Change["kind"], string, Change["action"], string]>([
    ["workbook", "a", "update", "a.json"],
    ["workbook", "a", "delete", "a.json"],
    ["workbook", "run", "update", "%72un.json"],
    ["workbook", "rerun", "update", "rerun.json"],
    ["workbook", "report:a", "update", "Workbook%3Areport%3Aa.json"],
    ["workbook", "report-15:a", "update", "Workbook%3Areport-15%3Aa.json"],
    ["workbook", "report-x:a", "update", "report-x%3Aa.json"],
    ["workbook", "my-report:a", "update", "my-report%3Aa.json"],
    ["workbook", "..", "update", "%2E%2E.json"],
    ["workbook", "a..", "update", "a...json"],
    ["workbook", "..a", "update", "..a.json"],
    ["workbook", "*/*", "update", "%2A%2F%2A.json"],
    ["report", "a", "update", "report%3Aa.json"],
    ["report", "a", "delete", "report-5%3Aa.json"],
  ])("of the %s %s (%s) is one of its own: %s", (kind, key, action, file) => {
    expect(backupFile({ kind, key, action, id: 5 } as Change)).toBe(file);
  });

  it("that nobody wants are none, and keep nothing from being overwritten", async () => {
    await backUp({ backups: undefined }, { kind: "workbook", key: "a" } as Change, {} as WireWorkbook);
  });

  it("whose folder cannot be made fail with the reason, and do not try other names for ever", async () => {
    const backups = createBackups(`${tempFolder()}/${"x".repeat(300)}`);
    await expect(backups.save("a", {} as WireWorkbook)).rejects.toThrow("ENAMETOOLONG");
  });

  it("are in a folder with the name of the second in which the run began", () => {
    expect(runName(new Date("2026-11-20T08:10:04.999Z"))).toBe("2026-11-20T08-10-04Z");
  });

  it("are not to be had where what must be there before them is not, and make no folder unasked", async () => {
    const folder = `${tempFolder()}/deep/run`;
    const backups = createBackups(folder, { prepare: () => Promise.reject(new Error("no record")) });
    expect([existsSync(folder), backups.used, backups.folder]).toEqual([false, false, folder]);
    await expect(backups.save("a", {} as WireWorkbook)).rejects.toThrow("no record");
    await expect(backups.open()).rejects.toThrow("no record");
    expect(readdirSync(folder)).toEqual([]);
    expect(backups.used).toBe(false);
    const third = createBackups(folder);
    await third.save("a", {} as WireWorkbook);
    expect([third.used, third.folder]).toEqual([true, `${folder}-2`]);
  });

  it("of slugs with any character stay in their folder", async () => {
    const root = tempFolder();
    mkdirSync(`${root}/run`);
    const backups = createBackups(`${root}/backups`);
    for (const slug of ["..", "../up", "a/b", "é *?", "con:aux"])
      await backups.save(slug, { name: slug } as WireWorkbook);
    expect(readdirSync(root).sort()).toEqual(["backups", "run"]);
    const names = readdirSync(backups.folder).map(
      (file) => JSON.parse(readFileSync(`${backups.folder}/${file}`, "utf8")).name,
    );
    expect(names.sort()).toEqual(["..", "../up", "a/b", "con:aux", "é *?"]);
  });
});

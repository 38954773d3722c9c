// Before a live workbook is overwritten, its full state is in a file.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { backupFile } from "../../src/apply/backups.ts";
import { createBackups } from "../../src/apply/index.ts";
import type { Change } from "../../src/model/index.ts";
import type { WireWorkbook } from "../../src/platform/index.ts";
import { tempFolder } from "../support/temp.ts";
import { board, openHarness, outcomes } from "./harness.ts";

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
    const { run, backups, sandbox } = await openHarness({ workbooks: WORKBOOKS, sandbox: { seed: SEED } });
    const before = sandbox.workbook("a");
    expect(outcomes(await run())).toEqual(["a applied", "b applied", "c applied"]);
    expect(readdirSync(backups)).toEqual(["a.json"]);
    expect(JSON.parse(readFileSync(`${backups}/a.json`, "utf8"))).toEqual(before);
    expect(statSync(`${backups}/a.json`).mode & 0o777).toBe(0o600);
  });

  it("that cannot be written keep the workbook from being overwritten; what needs none goes on", async () => {
    const { plan, apply, cwd, sandbox } = await openHarness({
      workbooks: WORKBOOKS,
      sandbox: { seed: SEED },
    });
    writeFileSync(`${cwd}/in-the-way`, "");
    const outcome = await apply(await plan(), { backups: `${cwd}/in-the-way/run` });
    expect(outcomes(outcome)).toEqual(["a failed backup-failed", "b applied", "c applied"]);
    expect(outcome.results[0]).toMatchObject({ attempts: 0 });
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

  it("of a workbook and of a report are two, whatever they are called", () => {
    const one = (kind: "workbook" | "report", key: string, action: "update" | "delete", id: number) =>
      backupFile({ kind, key, action, id } as Change);
    const names = [
      one("workbook", "a", "update", 1),
      one("workbook", "run", "update", 2),
      one("workbook", "report:a", "update", 3),
      one("report", "a", "update", 4),
      one("workbook", "report-5:a", "update", 6),
      one("report", "a", "delete", 5),
    ];
    expect(new Set([...names, "run.json"]).size).toBe(7);
    expect(names[0]).toBe("a.json");
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

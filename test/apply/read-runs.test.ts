// Reading the records of runs, those of killed runs too, and the backups next to them. Records get copied and edited.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBackup, readRuns } from "../../src/apply/index.ts";
import { digest } from "../../src/plan/index.ts";
import { tempFolder } from "../support/temp.ts";

const change = (key: string, id: number) => ({
  kind: "workbook",
  key,
  action: "update",
  id,
  backup: "a.json",
});
const whole = () => ({
  formatVersion: 1,
  project: "acme",
  target: { name: "test", url: "https://platform.test" },
  startedAt: "2026-11-20T08:10:04.000Z",
  changes: [change("a", 7), change("b", 8)],
});

describe("reading runs", () => {
  it("finds none where there is no folder, and does not hide that it may not be read", async () => {
    const root = tempFolder({ file: "" });
    expect(await readRuns(join(root, "none"))).toEqual({ runs: [], others: [] });
    await expect(readRuns(join(root, "file"))).rejects.toThrow("ENOTDIR");
  });

  it.each([false, true])(
    "gives the outcomes that a killed run had noted, half a line left out (ended: %s)",
    async (isEnded) => {
      const outcome = {
        kind: "workbook",
        key: "a",
        action: "update",
        id: null,
        status: "applied",
        attempts: 1,
      };
      const root = tempFolder({
        "one/run.json": JSON.stringify({ ...whole(), ...(isEnded && { finishedAt: whole().startedAt }) }),
        "one/outcomes.jsonl": `${JSON.stringify(outcome)}\n{"kind":"workb`,
      });
      const { runs, others } = await readRuns(root);
      expect(others).toEqual([]);
      const [a, b] = runs[0]?.record.changes ?? [];
      expect(runs[0]?.name).toBe("one");
      // Of a run that ended, the record says it all.
      expect(a).toEqual(isEnded ? change("a", 7) : { ...change("a", 7), status: "applied", attempts: 1 });
      expect(b).toEqual(change("b", 8));
    },
  );

  it("names the newest first, of the same second the later name", async () => {
    const at = (startedAt: string) => JSON.stringify({ ...whole(), startedAt });
    const root = tempFolder({
      "x/run.json": at("2026-11-20T08:10:04.000Z"),
      "x-2/run.json": at("2026-11-20T08:10:04.000Z"),
      "b/run.json": at("2026-11-21T08:10:04.000Z"),
      "c/run.json": at("2026-11-19T08:10:04.000Z"),
      "a-file": "",
    });
    const { runs, others } = await readRuns(root);
    expect(runs.map(({ name }) => name)).toEqual(["b", "x-2", "x", "c"]);
    expect(others).toEqual([]);
  });

  it("says of every other folder why it is none", async () => {
    const { changes: _, ...rest } = whole();
    const broken: Record<string, [unknown, string]> = {
      b01: ["{", "its record cannot be read"],
      b02: ["[]", "its record cannot be read"],
      b03: [{ ...whole(), formatVersion: 99 }, "another version of boardwright made it"],
      b04: [rest, "its record is incomplete"],
      b05: [{ ...whole(), project: 1 }, "its record is incomplete"],
      b06: [{ ...whole(), startedAt: null }, "its record is incomplete"],
      b07: [{ ...whole(), target: "test" }, "its record is incomplete"],
      b08: [{ ...whole(), target: { url: "https://platform.test" } }, "its record is incomplete"],
      b09: [{ ...whole(), target: { name: "test" } }, "its record is incomplete"],
      b10: [{ ...whole(), changes: {} }, "its record is incomplete"],
      b11: [withChange("a"), "its record is incomplete"],
      b11b: [withChange(null), "its record is incomplete"],
      b12: [withChange({ key: "a", action: "update" }), "its record is incomplete"],
      b13: [withChange({ kind: "workbook", action: "update" }), "its record is incomplete"],
      b14: [withChange({ kind: "workbook", key: "a" }), "its record is incomplete"],
      b15: [withChange({ backup: 7 }), "its record is incomplete"],
      b16: [withChange({ backup: "../a.json" }), "its record is incomplete"],
      b17: [withChange({ backup: "..\\a.json" }), "its record is incomplete"],
    };
    const files = Object.entries(broken).map(([name, [record]]) => {
      const text = typeof record === "string" ? record : JSON.stringify(record);
      return [`${name}/run.json`, text];
    });
    const { runs, others } = await readRuns(tempFolder({ ...Object.fromEntries(files), "b18/a.json": "{}" }));
    expect(runs).toEqual([]);
    expect(others).toEqual([
      ...Object.entries(broken).map(([name, [, why]]) => ({ name, why })),
      { name: "b18", why: "it has no record" },
    ]);
  });
});

describe("reading a backup", () => {
  it("gives what was saved, nothing where there is none, and the reason where it cannot be read", async () => {
    const folder = tempFolder({ "a.json": '{"id":7}', "b.json": "{", "c.json/x": "" });
    expect(await readBackup(folder, "a.json", digest('{"id":7}'))).toEqual({ id: 7 });
    expect(await readBackup(folder, "none.json")).toBeUndefined();
    await expect(readBackup(folder, "b.json")).rejects.toThrow();
    await expect(readBackup(folder, "c.json")).rejects.toThrow("it is not a regular file");
  });
});

/** A change with a part that is wrong, or one that is not whole. */
function withChange(part: unknown): object {
  const isPart = typeof part === "object" && part !== null && "backup" in part;
  return { ...whole(), changes: [change("b", 8), isPart ? { ...change("a", 7), ...part } : part] };
}

// Files that belong together: all of them are written, or none; links stay links, and modes stay.
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ChangedMeanwhile, PartlyWritten, writeTogether } from "../../src/files/index.ts";
import { tempFolder } from "../support/temp.ts";

const read = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");

describe("writeTogether", () => {
  it("writes, makes and removes, through links, and keeps modes", async () => {
    const folder = tempFolder({ "a.txt": "old", "gone.txt": "old", "real.txt": "old" });
    chmodSync(join(folder, "a.txt"), 0o751);
    symlinkSync("real.txt", join(folder, "link.txt"));
    const texts = { "a.txt": "new", "gone.txt": null, "link.txt": "new", "deep/er/b.txt": "new" };
    await writeTogether(new Map(Object.entries(texts).map(([name, text]) => [join(folder, name), text])));
    expect(["a.txt", "real.txt", "deep/er/b.txt"].map((name) => read(folder, name))).toEqual(
      Array(3).fill("new"),
    );
    expect(readdirSync(folder).sort()).toEqual(["a.txt", "deep", "link.txt", "real.txt"]);
    expect(lstatSync(join(folder, "link.txt")).isSymbolicLink()).toBe(true);
    expect(statSync(join(folder, "a.txt")).mode & 0o777).toBe(0o751);
  });

  it("touches none where one says something else than it has to", async () => {
    const folder = tempFolder({ "a.txt": "old", "b.txt": "saved meanwhile" });
    const all = (text: (name: string) => string | null) =>
      new Map(["a.txt", "b.txt", "c.txt"].map((name) => [join(folder, name), text(name)]));
    const old = (name: string) => (name === "c.txt" ? null : "old");
    await expect(
      writeTogether(
        all(() => "new"),
        all(old),
      ),
    ).rejects.toThrow(ChangedMeanwhile);
    expect(readdirSync(folder).sort()).toEqual(["a.txt", "b.txt"]);
    expect([read(folder, "a.txt"), read(folder, "b.txt")]).toEqual(["old", "saved meanwhile"]);
    const now = (name: string) => (name === "b.txt" ? "saved meanwhile" : old(name));
    await writeTogether(
      all(() => "new"),
      all(now),
    );
    expect(readdirSync(folder).map((name) => read(folder, name))).toEqual(["new", "new", "new"]);
  });

  it("touches none where one cannot be written", async () => {
    const folder = tempFolder({ "a.txt": "old", "gone.txt": "old", file: "" });
    const texts = new Map([
      [join(folder, "a.txt"), "new"],
      [join(folder, "gone.txt"), null],
      [join(folder, "file/b.txt"), "new"],
    ]);
    await expect(writeTogether(texts)).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(readdirSync(folder).sort()).toEqual(["a.txt", "file", "gone.txt"]);
    expect(read(folder, "a.txt")).toBe("old");
  });

  it("says so where some were replaced before one could not be", async () => {
    const folder = tempFolder({ "a.txt": "old" });
    mkdirSync(join(folder, "b.txt"));
    const texts = new Map(["a.txt", "b.txt"].map((name) => [join(folder, name), "new"]));
    const error = await writeTogether(texts).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(PartlyWritten);
    expect(error).toMatchObject({ written: 1 });
    expect(readdirSync(folder).sort()).toEqual(["a.txt", "b.txt"]);
  });
});

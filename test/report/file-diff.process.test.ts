import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileDiff } from "../../src/report/change/pull-changes.ts";
import { tempFolder } from "../support/temp.ts";

const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `${word} ${index}\n`).join("");

describe("the diff of a file", () => {
  it.each([
    ["edited", "a\nb\nc\n", "a\nB\nc\n"],
    ["new and long", undefined, lines(9000, "new")],
    ["without a line end", "a\nb", "a\nc"],
    ["of lines that have nothing in common, and far too many", `${lines(9000, "old")}x`, lines(8000, "new")],
  ])("%s is one that git applies", (_name, before, after) => {
    const cwd = tempFolder(before === undefined ? {} : { "x.sql": before });
    const diff = fileDiff({ file: "x.sql", before, after });
    const { status, stderr } = spawnSync("git", ["apply", "-"], { cwd, input: diff });
    expect([status, String(stderr)]).toEqual([0, ""]);
    expect(readFileSync(join(cwd, "x.sql"), "utf8")).toBe(after);
  });
});

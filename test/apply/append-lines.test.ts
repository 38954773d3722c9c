// Lines of a run's outcomes: in order, each on its way at once, many to one append.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { appendLines } from "../../src/apply/record-run.ts";
import { tempFolder } from "../support/temp.ts";

describe("lines", () => {
  it("are in the file in the order in which they were added, each when its promise says so", async () => {
    const file = `${tempFolder()}/lines`;
    const add = appendLines(() => file);
    const seen: number[] = [];
    const lines = Array.from({ length: 50 }, (_, number) => `line ${number}`);
    await Promise.all(
      lines.map(async (line) => {
        await add(line);
        seen.push(readFileSync(file, "utf8").split("\n").indexOf(line));
      }),
    );
    expect(readFileSync(file, "utf8")).toBe(lines.map((line) => `${line}\n`).join(""));
    expect(seen).toEqual(lines.map((_, number) => number));
  });

  it("that cannot be written are told, and those after them are tried", async () => {
    const folder = tempFolder();
    let path = `${folder}/none/lines`;
    const add = appendLines(() => path);
    await expect(add("one")).rejects.toThrow("ENOENT");
    path = `${folder}/lines`;
    await add("two");
    expect(readFileSync(path, "utf8")).toBe("two\n");
  });
});

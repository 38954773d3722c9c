import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { ROOT } from "./support/documents.ts";

describe("the text files that Git tracks", () => {
  it("hold no marker of a merge that nobody finished", () => {
    // Outside of a checkout nothing is tracked; `=======` alone also underlines a heading.
    const marker = "^(<{7}|>{7}|[|]{7})( |$)";
    const inside = spawnSync("git", ["rev-parse", "--is-inside-work-tree"], { cwd: ROOT, encoding: "utf8" });
    if (inside.stdout?.trim() !== "true") return;
    const { status, stdout } = spawnSync("git", ["grep", "-nIE", marker], { cwd: ROOT, encoding: "utf8" });
    expect([status, stdout]).toEqual([1, ""]);
  });
});

import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ensureFolder } from "../../src/files/index.ts";
import { tempFolder } from "../support/temp.ts";

describe("ensureFolder", () => {
  it("makes what is missing, with its mode, and leaves what is there", () => {
    const root = tempFolder({});
    mkdirSync(join(root, "a"), { mode: 0o755 });
    ensureFolder(join(root, "a/b/c"), 0o700);
    ensureFolder(join(root, "a/b/c"), 0o755);
    const modes = ["a", "a/b", "a/b/c"].map((name) => statSync(join(root, name)).mode & 0o777);
    expect(modes).toEqual([0o755, 0o700, 0o700]);
  });

  it("says why it cannot", () => {
    const root = tempFolder({ file: "" });
    expect(() => ensureFolder(join(root, "file"))).toThrow("EEXIST");
    expect(() => ensureFolder(join(root, "file/below"))).toThrow("ENOTDIR");
  });

  it.skipIf(!existsSync("/proc/self"))("gives up where no folder can ever be made", () => {
    expect(() => ensureFolder("/proc/nope")).toThrow("ENOENT");
    expect(() => ensureFolder("/proc/nope/deeper")).toThrow("ENOENT");
  });
});

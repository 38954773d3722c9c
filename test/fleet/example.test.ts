// examples/fleet does what its first lines say.
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const EXAMPLE = fileURLToPath(new URL("../../examples/fleet/", import.meta.url));

it("lints without a finding, applies in three waves, and has nothing left to do", async () => {
  const cwd = tempFolder();
  cpSync(EXAMPLE, cwd, { recursive: true });
  const lint = await boardwright(["lint", "--max-warnings", "0"], { cwd });
  expect(lint.code, lint.stdout + lint.stderr).toBe(0);
  const applied = await boardwright(["apply", "--target", "tenants", "--waves", "1,1,rest", "--yes"], {
    cwd,
  });
  expect(applied.code, applied.stdout + applied.stderr).toBe(0);
  expect(applied.stdout).toContain("3 targets in 3 waves: all done.");
  const again = await boardwright(["plan", "--target", "tenants", "--detailed-exitcode"], { cwd });
  expect(again.code, again.stdout).toBe(0);
});

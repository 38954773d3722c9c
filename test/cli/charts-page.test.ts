// docs/charts.md: each recipe can be pasted into a new project and applied as it is.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readText } from "../support/documents.ts";
import { tempFolder } from "../support/temp.ts";
import { run } from "./server.ts";

it("docs/charts.md: every recipe passes lint with the data model, runs its queries, and is applied", async () => {
  const cwd = tempFolder();
  await run(cwd, ["init", "--no-example"]);
  const recipes = [...readText("docs/charts.md").matchAll(/^## (.+)\n[^#]*?```yaml\n([\s\S]*?)^```$/gm)];
  expect(recipes.map(([, title]) => title)).toEqual([
    "A number",
    "A line by month",
    "Bars",
    "A pie",
    "A table",
    "Filters that work on all of them",
  ]);
  mkdirSync(join(cwd, "dashboards"));
  for (const [at, [, , text = ""]] of recipes.entries())
    writeFileSync(join(cwd, "dashboards", `${at}.yaml`), text);
  const lint = await run(cwd, ["lint", "--online", "--max-warnings", "0"]);
  expect([lint.code, lint.stdout]).toEqual([0, expect.stringContaining("0 errors, 0 warnings in 6 files.")]);
  expect((await run(cwd, ["fmt", "--check"])).stdout).toBe("");
  const queries = await run(cwd, ["test"]);
  expect([queries.code, queries.stdout]).toEqual([0, expect.stringContaining("7 are ok: 7 queries")]);
  expect((await run(cwd, ["apply", "--yes"])).code).toBe(0);
  expect((await run(cwd, ["plan"])).stdout).toContain("Nothing to do");
});

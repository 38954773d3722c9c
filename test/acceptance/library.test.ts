// The library in the cases: what it plans is what `plan --json` prints, and what it plans it applies.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { apply, type HazardCode, loadProject, plan, readJson, writeJson } from "../../src/index.ts";
import { rows } from "../support/runs.ts";
import { prepareCase } from "./case.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const CASES = readdirSync(HERE, { withFileTypes: true }).filter((one) => one.isDirectory());

describe("the library", () => {
  it.each(rows(CASES).map(({ name }) => name))("plans %s as the command does, and applies that", async (name) => {
    const { options, open } = await prepareCase(join(HERE, name));
    const { run, cwd, env, close } = await open();
    onTestFinished(close);
    const { target, flags = [], allow = [] } = options;
    const prune = flags.includes("--prune");
    const { digest: _, ...printed } = readJson((await run("plan", "--json", ...flags)).stdout) as object & {
      digest?: string;
    };
    const project = await loadProject({ cwd, env });
    const where = { env, cwd, ...(target !== undefined && { target }) };
    const planned = await plan(project, { ...where, prune });
    expect(readJson(writeJson(planned))).toEqual(printed);
    const applied = await apply(project, planned, { ...where, allow: allow as HazardCode[] });
    expect(applied.interrupted).toBe(false);
    if (!options.fails) expect(applied.summary.failed).toBe(0);
  });
});

// The cases again, each command cold, with a cache that it fills, warm, and beside a cache of another version: it says the same, and the
// apply from a warm cache converges.
import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCache } from "../../src/cache/index.ts";
import { prepareCase } from "./case.ts";
import { applyCase, CASES, expectConverged, expectLive, folderOf, readPlan } from "./rounds.ts";
import { tempFolder } from "../support/temp.ts";

const elsewhere = tempFolder();

/** What a build that is not this one, with its own key, left under every name that is looked for. */
function replaceWithOthers(cache: string): void {
  const memory = openCache({ folder: elsewhere, secret: Buffer.alloc(32), tool: "another" }).open("");
  memory.keep("0".repeat(64), { head: "{}", body: Buffer.alloc(0) });
  memory.close(true);
  const [other] = readdirSync(elsewhere) as [string];
  for (const name of readdirSync(cache)) copyFileSync(join(elsewhere, other), join(cache, name));
}

describe.each(CASES)("%s", (name) => {
  it("says the same with any cache, and is applied from a warm one", async () => {
    const ready = await prepareCase(folderOf(name));
    const { flags = [], fails = false } = ready.options;
    const { sandbox, run, cache, close } = await ready.open();
    try {
      for (const [command, ...args] of [
        ["lint", "--json"],
        ["plan", ...flags],
        ["plan", "--json", ...flags],
        ["drift", "--json"],
      ] as [string, ...string[]][]) {
        const cold = await run(command, ...args, "--no-cache");
        expect(await run(command, ...args), "filled").toEqual(cold);
        expect(readdirSync(cache)).not.toEqual([]);
        expect(await run(command, ...args), "warm").toEqual(cold);
        replaceWithOthers(cache);
        expect(await run(command, ...args), "beside another's").toEqual(cold);
      }
      const plan = readPlan((await run("plan", "--json", ...flags)).stdout);
      for (const { code, stdout, stderr } of await applyCase(run, ready))
        expect(code, stdout + stderr).toBe(fails ? 1 : 0);
      await expectConverged(run, ready);
      expectLive(sandbox, plan, ready.options);
    } finally {
      await close();
    }
  });
});

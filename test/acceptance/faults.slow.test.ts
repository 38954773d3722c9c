// The cases again, each while the platform fails in every way it can: they get there all the same.
import { beforeAll, describe, expect, it } from "vitest";
import { type Case, prepareCase } from "./case.ts";
import { CASES, expectConverged, expectLive, folderOf, readPlan } from "./rounds.ts";

/** How the platform misbehaves. */
const FAULTS: Record<string, string> = {
  "429 and 503": "429:0.15,503:0.15,retry-after=0",
  "dropped connections": "drop-before:0.15,drop-after:0.15",
  "conflicts and lost answers": "conflict:0.2,drop-after:0.1,500:0.1",
};

describe.concurrent.each(CASES)("%s", (name) => {
  let ready: Case;
  beforeAll(async () => {
    ready = await prepareCase(folderOf(name));
  });

  it.each(Object.entries(FAULTS))("converges under %s", async (_fault, faults) => {
    const { sandbox, run, close } = await ready.open({ faults });
    try {
      const flags = ready.options.flags ?? [];
      const plan = readPlan((await run("plan", "--json", ...flags)).stdout);
      const applied = await run("apply", "--yes", "--json", ...flags, ...ready.allow);
      expect(applied.code, applied.stdout + applied.stderr).toBe(ready.options.fails ? 1 : 0);
      await expectConverged(run, ready);
      expectLive(sandbox, plan, ready.options);
    } finally {
      await close();
    }
  });
});

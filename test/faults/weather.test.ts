// A bad day of the platform: every fifth connection lost, conflicts in storms, too many requests, a token that runs out. Whatever the
// weather: nothing lost, nothing doubled, the report tells the truth, and a re-run converges.
import { describe, expect, it } from "vitest";
import type { SandboxOptions } from "../../src/sandbox/index.ts";
import { openWorld, type World } from "../support/world.ts";
import { expectNothingDoubled, small, worldOf, writeFiles } from "./worlds.ts";

const WEATHER: Record<string, SandboxOptions> = {
  "every 5th connection dropped before the platform acted": { faults: "drop-before@5" },
  "every 5th connection dropped after the platform acted": { faults: "drop-after@5" },
  "every 5th of either": { faults: "drop-before@5,drop-after@7" },
  "every 5th after it acted, on a platform that heals": { faults: "drop-after@5", heal: true, merge: "deep" },
  "two of three upserts in conflict": { faults: "conflict:0.66" },
  "conflicts, and answers that are lost": { faults: "conflict@2,drop-after@3", heal: true },
  "one in three requests one too many": { faults: "429:0.33" },
  "one in three requests one too many, with Retry-After": { faults: "429:0.33,retry-after=1" },
  "every 5th of either, and lists that mix kinds, leave out meta and have empty pages": {
    faults: "drop-before@5,drop-after@7",
    quirks: "mixed-lists,ids-per-kind,lists-without-meta,empty-pages",
  },
  "answers that are lost, and lists that come late": { faults: "drop-after@5", quirks: "late-lists" },
  "conflicts, and a platform that fills in and reorders": {
    faults: "conflict@2,429:0.2",
    quirks: "fills-defaults,drops-nulls,sorts-keys",
  },
  "web pages in place of answers, by a gateway that fails": { faults: "502@4,503@7" },
};

describe.each(Object.entries(WEATHER))("%s", (_name, options) => {
  it("neither loses nor doubles anything, and the report is what is there", async () => {
    const { faults: _, ...calm } = options;
    const peaceful = await openWorld({ sandbox: calm, files: { "dashboards/all.yaml": "{}" } });
    const stormy = await openWorld({ sandbox: options, files: { "dashboards/all.yaml": "{}" } });
    for (const word of ["one", "two"]) {
      writeFiles(peaceful.cwd, small(word));
      await peaceful.deploy();
      writeFiles(stormy.cwd, small(word));
      await expectTruth(stormy, word);
      // A storm that hits every second request may hit the same workbook each time: then it takes one more run. As its faults are counted, a
      // run of just as many requests would meet the same again: one more is sent between two.
      for (let runs = 0; runs < 6 && (await stormy.actions()).length > 0; runs += 1) {
        await stormy.deploy();
        await stormy.platform.listFolders(1).catch(() => []);
      }
      expect(await stormy.actions()).toEqual([]);
      const now = await worldOf(stormy.sandbox);
      expectNothingDoubled(now);
      expect(now).toEqual(await worldOf(peaceful.sandbox));
    }
  });
});

/** One apply, and that each outcome is what became of it. */
async function expectTruth({ deploy, sandbox }: World, word: string): Promise<void> {
  const { results } = await deploy();
  for (const { kind, key, status, id } of results) {
    if (kind !== "workbook" || status !== "applied") continue;
    const live = sandbox.workbook(key);
    expect(live?.id).toBe(id);
    expect(live?.dashboardDraft?.title).toMatch(word);
    if (key === "drawn") expect(live?.dashboardPublished).toEqual(live?.dashboardDraft);
  }
}

// Two applies of the same project at once: real processes, one platform.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { SandboxOptions } from "../../src/sandbox/index.ts";
import { openTeam, type Team } from "./processes.ts";
import { expectNothingDoubled, type Files, small } from "./worlds.ts";

/** Three of everything: each workbook has its own folder and its own report, and all are published. */
function many(word: string): Files {
  const files: Files = { workbooks: {}, reports: {} };
  for (const key of ["a", "b", "c"]) {
    const { drawn, plain } = small(word).workbooks;
    const text = JSON.stringify(drawn).replace("counted", `counted-${key}`);
    files.workbooks[`drawn-${key}`] = { ...(JSON.parse(text) as JsonObject), folder: `Team/${key}` };
    files.workbooks[`plain-${key}`] = { ...plain, name: `Plain ${key}`, publish: true };
    files.reports = {
      ...files.reports,
      [`counted-${key}`]: { ...small(word).reports?.counted, workbook: `drawn-${key}` },
    };
  }
  return files;
}

/** Lets the two first upserts of a key wait for each other: both have decided to create before either did. */
function rendezvous(keys: readonly string[]): SandboxOptions["betweenDecisionAndApply"] {
  const waiting = new Map<string, { count: number; go: () => void; both: Promise<void> }>();
  for (const key of keys) {
    let go = () => {};
    const both = new Promise<void>((resolve) => {
      go = resolve;
    });
    waiting.set(key, { count: 0, go, both });
  }
  return (key) => {
    const pair = waiting.get(key);
    if (!pair) return;
    pair.count += 1;
    if (pair.count === 2) pair.go();
    return pair.both;
  };
}

const KINDS: Record<string, SandboxOptions> = {
  "a platform that keeps drafts": { faults: "latency:2" },
  "a platform that heals and merges deeply": { faults: "latency:2", heal: true, merge: "deep" },
};

describe.each(Object.entries(KINDS))("two applies at once on %s", (_name, options) => {
  it("lose nothing, double nothing, tell the truth, and one more completes them", async () => {
    const peaceful = await openTeam({ sandbox: options });
    const team = await openTeam({ sandbox: options });
    for (const word of ["one", "two"]) {
      peaceful.declare(many(word));
      expect((await peaceful.apply()).code).toBe(0);
      team.declare(many(word));
      await bothAtOnce(team);
      const now = await team.live();
      expect(now).toEqual(await peaceful.live());
      expectNothingDoubled(now);
    }
  });
});

describe("two applies that meet at the very same creation", () => {
  it("are one creation", async () => {
    const team = await openTeam({ sandbox: { betweenDecisionAndApply: rendezvous(["drawn", "plain"]) } });
    team.declare(small("one"));
    await bothAtOnce(team);
    expectNothingDoubled(await team.live());
    const conflicts = team.sandbox.requests.filter(({ status }) => status === 409);
    expect(conflicts.length).toBeGreaterThan(0);
  });
});

/** After it live is as declared. A workbook that the other one wrote first may be stale, never wrong, and a re-run is all it needs. */
async function bothAtOnce(team: Team): Promise<void> {
  const ran = await Promise.all([team.apply(), team.apply()]);
  for (const { code, results, summary, stderr, stdout } of ran) {
    const told = results.filter(({ status }) => status !== "applied");
    expect(
      told.filter(({ status }) => status === "failed"),
      stdout,
    ).toEqual([]);
    expect(code, stderr + stdout).toBe(told.length === 0 ? 0 : 1);
    expect(summary.failed + summary.skipped).toBe(told.length);
    for (const { kind, key, id } of results.filter(({ status }) => status === "applied")) {
      if (kind === "workbook") expect(team.sandbox.workbook(key)?.id, key).toBe(id);
    }
  }
  const last = await team.apply();
  expect(last.code, last.stderr + last.stdout).toBe(0);
  expect((await team.planned()).changes).toEqual([]);
}

// `rename` and the apply after it: the plan renames and does nothing else, whatever the platform does meanwhile, and whoever else applies.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { SandboxOptions } from "../../src/sandbox/index.ts";
import { openTeam, type Team } from "./processes.ts";
import { expectNothingDoubled, small } from "./worlds.ts";

const KINDS: Record<string, SandboxOptions> = {
  "as the document has it": {},
  "that fills in and merges deeply": { heal: true, merge: "deep", quirks: "fills-defaults" },
  "with lists that say little": { quirks: "mixed-lists,lists-without-meta,empty-pages,late-lists" },
};
const FAULTS: Record<string, string> = {
  "in peace": "",
  "while connections are lost before and after": "drop-before@5,drop-after@3",
  "while a gateway fails, and too many requests come": "502@4,429:0.3",
};
const RENAMES = [
  ["workbook", "drawn", "shown"],
  ["report", "counted", "tally"],
  ["workbook", "plain", "flat"],
] as const;
/** Each kind in peace, and each weather on the first. */
const cases = Object.entries(KINDS).flatMap(([kind, sandbox], row) =>
  Object.entries(FAULTS).flatMap(([name, faults], column) =>
    row === 0 || column === 0 ? [{ kind, name, sandbox: { ...sandbox, faults } }] : [],
  ),
);

describe.each(cases)("on a platform $kind, $name", ({ sandbox }) => {
  it("two applies at once rename each workbook once, and keep its id and what viewers see", async () => {
    const team = await openTeam({ sandbox });
    team.declare(small("one"));
    await settle(team);
    const before = ["drawn", "plain"].map((slug) => standing(team, slug));
    const file = () => readFileSync(join(team.cwd, "dashboards/all.yaml"), "utf8");
    const text = file();
    for (const [kind, from, to] of RENAMES) await renamed(team, kind, from, to);
    for (const [kind, from, to] of [...RENAMES].reverse()) await renamed(team, kind, to, from);
    expect(file()).toBe(text);
    for (const [kind, from, to] of RENAMES) await renamed(team, kind, from, to);

    const { changes } = await team.planned();
    expect(changes.map(({ kind, key, action, was, hazards }) => [kind, key, action, was, hazards])).toEqual([
      ["report", "tally", "rename", "counted", []],
      ["workbook", "flat", "rename", "plain", []],
      ["workbook", "shown", "rename", "drawn", []],
    ]);
    await Promise.all([team.apply(), team.apply()]);
    await settle(team);
    expect(["shown", "flat"].map((slug) => standing(team, slug))).toEqual(before);
    expect(["drawn", "plain"].map((slug) => team.sandbox.workbook(slug))).toEqual([undefined, undefined]);
    expectNothingDoubled(await team.live());
  });
});

async function renamed({ ok }: Team, ...names: string[]): Promise<void> {
  await ok("rename", ...names);
}

/** Applies until nothing is left; a storm may need some runs. */
async function settle(team: Team): Promise<void> {
  for (let runs = 0; runs < 6; runs += 1) {
    await team.apply();
    if ((await team.planned()).changes.length === 0) return;
  }
  expect((await team.planned()).changes).toEqual([]);
}

function standing({ sandbox }: Team, slug: string): JsonObject {
  const { id, dashboardDraft = null, dashboardPublished = null } = sandbox.workbook(slug)!;
  return { id, dashboardDraft, dashboardPublished };
}

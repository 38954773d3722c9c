// A run that is killed at any of its writes leaves nothing that looks like an edit, whatever the platform makes of what it is sent.
import fc from "fast-check";
import { it } from "vitest";
import { runs } from "../support/runs.ts";
import { kill, openKills } from "./kills.ts";

/** All rows together. More by hand: BOARDWRIGHT_RUNS=1000. */
const RUNS = runs(54);

/** Each with numbers kept: what a platform rounds is told, and nobody's edit. */
const QUIRKS = [
  "",
  "trims-strings",
  "fills-defaults",
  "fills-defaults,trims-strings,sorts-keys",
  "fills-defaults,drops-nulls,merges-report-meta",
  "fills-publications,trims-strings",
  "fills-publications,fills-defaults",
];
const ROWS = QUIRKS.flatMap((quirks) =>
  (["shallow", "deep"] as const).map((merge) => [quirks, merge] as const),
);

for (const [quirks, merge] of ROWS) {
  it(`killed on a platform that merges ${merge}ly: ${quirks || "as asked"}`, {
    timeout: 3_600_000,
  }, async () => {
    const world = await openKills(quirks === "" ? "big-integers" : `${quirks},big-integers`, merge);
    await fc.assert(
      fc.asyncProperty(kill, async (one) => void (await world.run(one))),
      { numRuns: Math.ceil(RUNS / ROWS.length) },
    );
  });
}

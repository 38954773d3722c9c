// Random pairs of states on every platform that the sandbox can be: what a plan says is what its apply changes, and nothing is listed
// that is no difference.
import fc from "fast-check";
import { it } from "vitest";
import { runs } from "../support/runs.ts";
import { PLATFORMS, REPORT_PLATFORMS } from "./quirk-platforms.ts";
import { life } from "./quirk-states.ts";
import { openQuirkWorld } from "./quirk-world.ts";
import { reportLife } from "./report-states.ts";
import { openReportWorld } from "./report-world.ts";

/** All rows together. More by hand: BOARDWRIGHT_RUNS=10000. */
const RUNS = runs(200);

const ROWS = Object.entries(PLATFORMS).flatMap(([name, platform]) =>
  (["shallow", "deep"] as const).map((merge) => ({ name, merge, platform })),
);

const REPORT_ROWS = Object.entries(REPORT_PLATFORMS);
const EACH = Math.ceil(RUNS / (ROWS.length + REPORT_ROWS.length));

for (const { name, merge, platform } of ROWS) {
  it(`${name}, ${merge} merge: changes what the plan says, and lists nothing else`, {
    timeout: 3_600_000,
  }, async () => {
    const world = await openQuirkWorld({ ...platform, merge });
    await fc.assert(
      fc.asyncProperty(life, async (one) => void (await world.run(one))),
      { numRuns: EACH },
    );
  });
}

for (const [name, row] of REPORT_ROWS) {
  it(`reports: ${name}: changes what the plan says, and lists nothing else`, {
    timeout: 3_600_000,
  }, async () => {
    const world = await openReportWorld(row);
    await fc.assert(
      fc.asyncProperty(reportLife, async (one) => void (await world.run(one))),
      { numRuns: EACH },
    );
  });
}

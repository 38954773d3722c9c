// Lint and plans without changes against their floors, and how they grow.

import { compare } from "../measure.mjs";
import { startPlatform } from "../platform.mjs";
import { against, applyAll, planNothing, runFloor, runOurs, runWarm } from "./run.mjs";

const WANTED = {
  lint: { ratio: 1, megabytes: 300 },
  warmLint: { ratio: 0.3, megabytes: 300 },
  plan: { ratio: 1.05, megabytes: 300 },
  warmPlan: { ratio: 0.45, megabytes: 300 },
  singleDrafts: { ratio: 1.15 },
  growth: { ratio: 10, megabytes: 350 },
};
const DELAY_MS = 50;

/** lint against reading, parsing and validating the same files. */
export async function measureLint(project, times) {
  const { floor, cold, warm } = await compare(
    {
      floor: () => runFloor("lint", [project.folder]),
      cold: () => runOurs(project, undefined, "lint"),
      warm: () => runWarm(project, undefined, "lint"),
    },
    times,
  );
  return [
    against(`lint of ${project.name}`, cold, ["floor", floor], WANTED.lint),
    against(`lint of ${project.name}, from the cache`, warm, ["floor", floor], WANTED.warmLint),
  ];
}

/** A plan without changes against the same reading and paging the same list. */
export async function measurePlan(project, platform, times) {
  const { floor, cold, warm } = await compare(
    {
      floor: () => runFloor("plan", [project.folder, platform.url], platform),
      cold: () => planNothing(project, platform),
      warm: () => planNothing(project, platform, runWarm),
    },
    times,
  );
  const name = `plan of ${project.name}, no changes`;
  return [
    against(name, cold, ["floor", floor], WANTED.plan),
    against(`${name}, from the cache`, warm, ["floor", floor], WANTED.warmPlan),
  ];
}

/** The same where lists show no drafts, and each request is 50 ms on its way. `seed`: a file that says so. */
export async function measureSingleDrafts(project, seed, times) {
  const platform = await startPlatform({ seed, delayMs: DELAY_MS });
  try {
    await applyAll(project, platform);
    const { floor, ours } = await compare(
      {
        floor: () => runFloor("plan", [project.folder, platform.url, "each"], platform),
        ours: () => planNothing(project, platform),
      },
      times,
    );
    const name = `plan of ${project.name}, each draft read by itself, ${DELAY_MS} ms a request`;
    return [against(name, ours, ["floor", floor], WANTED.singleDrafts)];
  } finally {
    await platform.stop();
  }
}

/** How time and memory grow from the small project to the large one: its time against the small one's. */
export async function measureGrowth(small, large, platforms, times) {
  const commands = {
    lint: (project) => runOurs(project, undefined, "lint"),
    "plan without changes": (project) => planNothing(project, platforms.get(project)),
  };
  const rows = [];
  for (const [name, run] of Object.entries(commands)) {
    const taken = await compare({ small: () => run(small), large: () => run(large) }, times);
    rows.push(against(`${name}, ${large.name}`, taken.large, [small.name, taken.small], WANTED.growth));
  }
  return rows;
}

// What is measured, and what is wanted of it on two cores. Each case gives rows of the table.

import { fileURLToPath } from "node:url";
import { CLI, compare, runNode, summary } from "./measure.mjs";
import { startPlatform } from "./platform.mjs";

/** Start-up is so short that a few runs say little. */
const SHORT = 8;
const WANTED_RATIO = { startUp: 1.6, floor: 1.5, growth: 11 };
/** Megabytes. */
export const WANTED_PEAK = { small: 300, large: 700 };

/** Start-up against bare node, and what the shortest real work adds to it. */
export async function measureStartUp(single, times) {
  const run =
    (...args) =>
    () =>
      runNode(args, { cwd: single.folder });
  const { bare, ...ours } = await compare(
    {
      bare: run("-e", "0"),
      "--version": run(CLI, "--version"),
      "--help": run(CLI, "--help"),
      "lint of 1 file": run(CLI, "lint"),
    },
    times * SHORT,
  );
  return Object.entries(ours).map(([name, { ms }]) => ({
    name: `start-up: ${name}`,
    ms,
    against: { name: "node -e 0", ms: bare.ms },
    wanted: name === "--version" ? WANTED_RATIO.startUp : undefined,
  }));
}

/** lint against reading, parsing and validating the same files. */
export async function measureLint(project, times) {
  const { floor, ours } = await compare(
    { floor: () => runFloor("floor-lint.mjs", project), ours: () => lint(project) },
    times,
  );
  return [againstFloor(`lint of ${project.name}`, ours, floor)];
}

/** apply of everything into an empty platform, a new one for each run. The last one is given back, for plans. */
export async function measureApply(project, times, wantedMegabytes) {
  const taken = [];
  let platform;
  for (let turn = 0; turn < times; turn++) {
    await platform?.stop();
    platform = await startPlatform();
    try {
      taken.push(await onPlatform(project, platform, "apply", "--yes", "--quiet"));
    } catch (error) {
      await platform.stop();
      throw error;
    }
  }
  const { ms, megabytes } = summary(taken);
  const row = { name: `apply of ${project.name}, all new`, ms, megabytes, wantedMegabytes };
  return { rows: [row], platform };
}

/** A plan without changes against the same reading and paging the same list. */
export async function measurePlan(project, platform, times) {
  const { floor, ours } = await compare(
    {
      floor: () => runFloor("floor-plan.mjs", project, platform),
      ours: () => plan(project, platform),
    },
    times,
  );
  return [againstFloor(`plan of ${project.name}, no changes`, ours, floor)];
}

/** How time and memory grow from the small project to the large one: its time against the small one's. */
export async function measureGrowth(small, large, platforms, times) {
  const commands = {
    lint: (project) => lint(project),
    "plan without changes": (project) => plan(project, platforms.get(project)),
  };
  const rows = [];
  for (const [name, run] of Object.entries(commands)) {
    const taken = await compare({ small: () => run(small), large: () => run(large) }, times);
    rows.push({
      name: `${name}, ${large.name}`,
      ms: taken.large.ms,
      against: { name: small.name, ms: taken.small.ms },
      wanted: WANTED_RATIO.growth,
      megabytes: taken.large.megabytes,
      wantedMegabytes: WANTED_PEAK.large,
    });
  }
  return rows;
}

function againstFloor(name, ours, floor) {
  return {
    name,
    ms: ours.ms,
    against: { name: "floor", ms: floor.ms },
    wanted: WANTED_RATIO.floor,
    megabytes: ours.megabytes,
    wantedMegabytes: WANTED_PEAK.small,
  };
}

function runFloor(script, project, platform) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const args = platform ? [path, project.folder, platform.url] : [path, project.folder];
  return runNode(args, { env: platform?.env, peak: true });
}

function lint(project) {
  return runNode([CLI, "lint"], { cwd: project.folder, peak: true });
}

/** Fails where there is anything to do: then it would not be the plan that is meant. */
function plan(project, platform) {
  return onPlatform(project, platform, "plan", "--detailed-exitcode");
}

function onPlatform(project, { env }, ...args) {
  return runNode([CLI, ...args], { cwd: project.folder, env, peak: true });
}

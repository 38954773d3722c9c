// What the cases run: our commands, and their floors.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CLI, runNode } from "../measure.mjs";

export function runFloor(name, args, platform) {
  const path = fileURLToPath(new URL(`../floors/${name}.mjs`, import.meta.url));
  return runNode([path, ...args], { env: platform?.env, peak: true });
}

/** Without a cache from an earlier run, which this one fills. */
export function runOurs(project, platform, ...args) {
  rmSync(join(project.folder, ".boardwright/cache"), { recursive: true, force: true });
  return runWarm(project, platform, ...args);
}

/** With the cache that the last run left. */
export function runWarm({ folder }, platform, ...args) {
  return runNode([CLI, ...args], { cwd: folder, env: platform?.env, peak: true });
}

/** Fails where there is anything to do: then it would not be the plan that is meant. */
export function planNothing(project, platform, run = runOurs) {
  return run(project, platform, "plan", "--detailed-exitcode");
}

export function applyAll(project, platform) {
  return runOurs(project, platform, "apply", "--yes", "--quiet");
}

/** A row of the table: ours against another's. */
export function against(name, ours, [other, { ms }], { ratio, megabytes } = {}) {
  return {
    name,
    ms: ours.ms,
    against: { name: other, ms },
    wanted: ratio,
    megabytes: ours.megabytes,
    wantedMegabytes: megabytes,
  };
}

// npm run bench: speed and memory of the built command, whole processes, medians, floors measured in the same run. `--quick` runs
// everything once, `--peers` times other tools beside it. Exit 1 where something wanted is missed.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measureAction } from "./cases/action.mjs";
import { measureGrowth, measureLint, measurePlan, measureSingleDrafts } from "./cases/check.mjs";
import { measureFleet, measureRows } from "./cases/many.mjs";
import { measurePull } from "./cases/pull.mjs";
import { measureStartUp } from "./cases/start-up.mjs";
import { measureStudio } from "./cases/studio.mjs";
import { measureFirstApply, measureWrites } from "./cases/write.mjs";
import { writeProject, writeSeed } from "./generate.mjs";
import { CLI } from "./measure.mjs";
import { measurePeers } from "./peers/measure.mjs";
import { describeMachine, isMissed, writeTable } from "./table.mjs";

const FOLDER = fileURLToPath(new URL("../.bench/", import.meta.url));
/** Megabytes. */
const WANTED_PEAK = { small: 300, large: 500 };

const flags = process.argv.slice(2);
const unknown = flags.filter((flag) => flag !== "--quick" && flag !== "--peers");
if (unknown.length > 0) throw new Error(`bench takes --quick and --peers, not ${unknown.join(" ")}`);
if (!existsSync(CLI)) throw new Error("there is no dist/: npm run build");
const times = flags.includes("--quick") ? 1 : 5;

const before = describeMachine();
const project = (count, edition) => {
  const folder = join(FOLDER, `files-${count}${edition ? `-${edition}` : ""}`);
  writeProject(folder, count, edition);
  return { name: `${count.toLocaleString("en")} files`, folder };
};
const [single, few, small, large] = [1, 46, 1_000, 10_000].map((count) => project(count));
const changed = project(1_000, 2);
const rows = [];
const add = (more) => {
  for (const row of more) console.error(`${row.name}: ${Math.round(row.ms)} ms`);
  rows.push(...more);
};

add(await measureStartUp(single, times));
add(await measureLint(small, times));
add(await measureWrites(small, changed, Math.ceil(times / 2)));
const platforms = new Map();
try {
  for (const [all, megabytes] of [
    [small, WANTED_PEAK.small],
    [large, WANTED_PEAK.large],
  ]) {
    const applied = await measureFirstApply(all, megabytes);
    platforms.set(all, applied.platform);
    add(applied.rows);
  }
  add(await measurePlan(small, platforms.get(small), times));
  add(await measureGrowth(small, large, platforms, Math.ceil(times / 2)));
} finally {
  for (const platform of platforms.values()) await platform.stop();
}
const withoutDrafts = join(FOLDER, "without-drafts.json");
writeFileSync(withoutDrafts, JSON.stringify({ listDrafts: false }));
add(await measureSingleDrafts(small, withoutDrafts, Math.ceil(times / 2)));
add(await measurePull(writeSeed(join(FOLDER, "seed.json"), 1_000, 5_000), Math.ceil(times / 2)));
add(await measureRows(FOLDER, times));
add(await measureFleet(FOLDER, Math.ceil(times / 2)));
add(await measureAction(few, times));
add(await measureStudio(few, small, times));
if (flags.includes("--peers")) add(await measurePeers(small, changed, Math.ceil(times / 2)));

console.log(`${before}\nafter: ${describeMachine()}\n\n${writeTable(rows)}`);
if (rows.some(isMissed)) process.exitCode = 1;

// npm run bench: speed and memory of the built command, whole processes, medians, floors measured in the same run. `--quick` runs
// everything once. Exit 1 where something wanted is missed.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  measureApply,
  measureGrowth,
  measureLint,
  measurePlan,
  measureStartUp,
  WANTED_PEAK,
} from "./cases.mjs";
import { writeProject } from "./generate.mjs";
import { CLI } from "./measure.mjs";
import { describeMachine, isMissed, writeTable } from "./table.mjs";

const FOLDER = fileURLToPath(new URL("../.bench/", import.meta.url));

const flags = process.argv.slice(2);
if (flags.some((flag) => flag !== "--quick")) throw new Error(`bench takes --quick, not ${flags.join(" ")}`);
if (!existsSync(CLI)) throw new Error("there is no dist/: npm run build");
const times = flags.includes("--quick") ? 1 : 5;

const before = describeMachine();
const [single, small, large] = [1, 1_000, 10_000].map((count) => {
  const folder = join(FOLDER, `files-${count}`);
  writeProject(folder, count);
  return { name: `${count.toLocaleString("en")} files`, folder };
});
const rows = [];
const add = (more) => {
  for (const row of more) console.error(`${row.name}: ${Math.round(row.ms)} ms`);
  rows.push(...more);
};

add(await measureStartUp(single, times));
add(await measureLint(small, times));
const platforms = new Map();
try {
  for (const project of [small, large]) {
    // A plan that creates 10,000 workbooks holds 10,000 requests: its memory is told, and nothing is wanted of it.
    const isSmall = project === small;
    const applied = await measureApply(project, isSmall ? times : 1, isSmall ? WANTED_PEAK.small : undefined);
    platforms.set(project, applied.platform);
    add(applied.rows);
    if (isSmall) add(await measurePlan(project, applied.platform, times));
  }
  add(await measureGrowth(small, large, platforms, Math.ceil(times / 2)));
} finally {
  for (const platform of platforms.values()) await platform.stop();
}

console.log(`${before}\nafter: ${describeMachine()}\n\n${writeTable(rows)}`);
if (rows.some(isMissed)) process.exitCode = 1;

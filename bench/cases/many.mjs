// Many from one: rows of a template against the same workbooks as files, and how a fleet of targets grows in one process.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeProjectFile } from "../generate.mjs";
import { CLI, compare, runNode } from "../measure.mjs";
import { startPlatform } from "../platform.mjs";
import { against, applyAll, planNothing, runOurs, runWarm } from "./run.mjs";

const ROWS = 1_000;
const WIDGETS = 26;
/** Workbooks of each target of a fleet. */
const WORKBOOKS = 10;
const WANTED = {
  rows: { ratio: 1, megabytes: 300 },
  /** The time of a target among 200 against that among 50, and the peak against that of 20 targets. */
  fleet: { ratio: 1.2, peak: 1.5 },
};

/** The same workbooks, as `files` or as `rows` of one template. */
function writeRows(folder, count, as, targets) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "dashboards"), { recursive: true });
  writeProjectFile(folder, targets);
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const numbers = Array.from({ length: count }, (_, number) => number);
  if (as === "files") {
    for (const number of numbers)
      write(`dashboards/sales-r${number}.yaml`, workbook(`r${number}`, `Region ${number}`));
    return folder;
  }
  const template = workbook("${row.key}", "${row.title}", "    each: { $include: ../regions.csv }\n");
  write("dashboards/sales.yaml", template);
  write("regions.csv", `key,title\n${numbers.map((number) => `r${number},Region ${number}\n`).join("")}`);
  return folder;
}

function workbook(key, title, each = "") {
  const widgets = Array.from({ length: WIDGETS }, (_, index) => {
    const position = `[${(index % 2) * 6}, ${Math.floor(index / 2) * 4}, 6, 4]`;
    const filter = `{ member: orders.region, operator: equals, values: ["${key}"] }`;
    return `        - id: w${index}
          type: CHART
          position: ${position}
          config: { reportId: ${5_000 + index}, title: "${title} ${index}", note: "Figures of ${title}", filters: [${filter}] }
`;
  });
  return `workbooks:
  sales-${key}:
${each}    name: Sales ${title}
    dashboard:
      kind: CLASSIC
      layout: { cols: { lg: 12 }, rowHeight: 40 }
      widgets:
${widgets.join("")}`;
}

/** lint and plan of rows against the same as files: read anew, and from the cache. */
export async function measureRows(folder, times) {
  const projects = ["files", "rows"].map((as) => ({
    folder: writeRows(join(folder, `many-${as}`), ROWS, as),
  }));
  const [files, rows] = projects;
  const platforms = [await startPlatform(), await startPlatform()];
  try {
    for (const [index, project] of projects.entries()) await applyAll(project, platforms[index]);
    const runs = {
      lint: (project) => runOurs(project, undefined, "lint"),
      "lint, from the cache": (project) => runWarm(project, undefined, "lint"),
      "plan without changes": (project) => planNothing(project, platforms[projects.indexOf(project)]),
      "plan without changes, from the cache": (project) =>
        planNothing(project, platforms[projects.indexOf(project)], runWarm),
    };
    const measured = [];
    for (const [name, run] of Object.entries(runs)) {
      const taken = await compare({ files: () => run(files), rows: () => run(rows) }, times);
      const title = `${name}, ${ROWS.toLocaleString("en")} rows of one template`;
      measured.push(against(title, taken.rows, ["as files", taken.files], WANTED.rows));
    }
    return measured;
  } finally {
    for (const platform of platforms) await platform.stop();
  }
}

/** plan and apply over 200 targets in one process against as many as there would be of 50, and its peak against that of 20. */
export async function measureFleet(folder, times) {
  const counts = [20, 50, 200];
  const [few, some, all] = counts.map((count) => {
    const targets = Array.from({ length: count }, (_, index) => index + 1);
    const project = writeRows(join(folder, `fleet-${count}`), WORKBOOKS, "rows", targets);
    const seed = join(project, "seed.json");
    writeFileSync(seed, JSON.stringify({ deployments: targets.map((id) => ({ id })) }));
    return { folder: project, seed };
  });
  const runs = {
    "plan of 200 targets": ["plan", "--target", "t-*", "--quiet"],
    "apply of 200 targets in waves": [
      "apply",
      "--target",
      "t-*",
      "--waves",
      "1,10%,rest",
      "--yes",
      "--quiet",
    ],
  };
  const measured = [];
  for (const [name, args] of Object.entries(runs)) {
    const run = (project) => () => onFreshPlatform(project, args);
    const taken = await compare({ few: run(few), some: run(some), all: run(all) }, times);
    const { ratio, peak } = WANTED.fleet;
    const fourTimes = ["4 times 50 targets", { ms: 4 * taken.some.ms }];
    const megabytes = Math.round(peak * taken.few.megabytes);
    measured.push(against(name, taken.all, fourTimes, { ratio, megabytes }));
  }
  return measured;
}

async function onFreshPlatform({ folder, seed }, args) {
  const platform = await startPlatform({ seed });
  try {
    rmSync(join(folder, ".boardwright"), { recursive: true, force: true });
    return await runNode([CLI, ...args], { cwd: folder, env: platform.env, peak: true });
  } finally {
    await platform.stop();
  }
}

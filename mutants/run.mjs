// Changes a room of the sources one place at a time and counts which changes the tests notice: `npm run mutants -- plan`.
// The tests of the room go first; what they let pass, all unit tests are asked about. What nobody notices is listed with its place.
//   npm run mutants -- ROOM            every mutant of the room
//   npm run mutants -- ROOM --part 2/5 every fifth stretch of ten lines, from the second on
//   npm run mutants -- ROOM --own      only the tests of the room
//   npm run mutants -- ROOM --quick    nothing that only runs when a file is loaded, which every test would have to be run for
//   npm run mutants -- ROOM src/plan/diff.ts…   only these files
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const OUT = join(ROOT, ".mutants");
const STRETCH = 10;

/** The sources of a room and the folders of its own tests. */
const ROOMS = {
  plan: { sources: ["src/plan"], tests: ["test/plan"] },
  apply: { sources: ["src/apply"], tests: ["test/apply"] },
  live: { sources: ["src/live"], tests: ["test/live"] },
  pull: { sources: ["src/features/pull", "src/edit"], tests: ["test/pull", "test/edit"] },
  http: { sources: ["src/platform/http"], tests: ["test/platform"] },
  action: { sources: ["src/action"], tests: ["test/action"] },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: "string", default: "1/1" },
    own: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const [name, ...files] = positionals;
const room = ROOMS[name];
if (room === undefined) {
  console.error(`Which room? One of: ${Object.keys(ROOMS).join(", ")}`);
  process.exit(64);
}

/** Every n-th stretch of the files, in Stryker's notation `file:first-last`; the whole files where nothing is left out. */
function chooseStretches(paths, [part, parts]) {
  if (parts === 1) return paths;
  const stretches = paths.flatMap((path) => {
    const lines = readFileSync(join(ROOT, path), "utf8").split("\n").length;
    return Array.from({ length: Math.ceil(lines / STRETCH) }, (_, index) => {
      const first = index * STRETCH + 1;
      return `${path}:${first}-${Math.min(first + STRETCH - 1, lines)}`;
    });
  });
  return stretches.filter((_, index) => index % parts === part - 1);
}

/** Runs Stryker over `mutate` with the tests that match; its report as mutants with their file, place and status. */
function runStryker(mutate, tests, report) {
  mkdirSync(OUT, { recursive: true });
  const config = join(OUT, `${report}.config.json`);
  const jsonReporter = { fileName: join(OUT, `${report}.json`) };
  writeFileSync(
    config,
    JSON.stringify({
      mutate,
      testRunner: "vitest",
      plugins: [join(ROOT, "mutants/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js")],
      vitest: { configFile: "mutants/vitest.config.ts", related: false },
      coverageAnalysis: "perTest",
      concurrency: 1,
      ignoreStatic: values.quick,
      timeoutMS: 20_000,
      tempDirName: `.mutants/${report}`,
      ignorePatterns: [".bench", ".mutants", "dist"],
      // Stryker reads it with an API that the project's compiler does not have.
      tsconfigFile: "none.json",
      disableTypeChecks: true,
      reporters: ["json"],
      jsonReporter,
      logLevel: "warn",
    }),
  );
  const stryker = join(ROOT, "mutants/node_modules/@stryker-mutator/core/bin/stryker.js");
  const { status } = spawnSync(process.execPath, [stryker, "run", config], {
    cwd: ROOT,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, MUTANTS_TESTS: tests.join(",") },
  });
  if (status !== 0) process.exit(1);
  const { files: reported } = JSON.parse(readFileSync(jsonReporter.fileName, "utf8"));
  const completed = Object.values(reported).flatMap(({ mutants }) =>
    mutants.map(({ testsCompleted = 0 }) => testsCompleted),
  );
  const most = Math.max(0, ...completed);
  return Object.entries(reported).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status: outcome }) => outcome !== "Ignored" && outcome !== "CompileError")
      .map((mutant) => ({
        file,
        line: source.split("\n")[mutant.location.start.line - 1].trim(),
        ...mutant,
        // Stryker counts failed tests, and a file that the change keeps from being collected has none: its tests are missing instead.
        // With `--quick` all miss some: only those that reach the change are run.
        ...(!values.quick &&
          mutant.static &&
          mutant.testsCompleted < most &&
          mutant.status === "Survived" && { status: "Killed" }),
      })),
  );
}

const isAlive = ({ status }) => status === "Survived" || status === "NoCoverage";
/** In the notation of Stryker's `mutate`, whose columns begin at 0 while those of its report begin at 1. */
const placeOf = ({ file, location: { start, end } }) =>
  `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
const nameOf = (mutant) => `${placeOf(mutant)} ${mutant.mutatorName} ${mutant.replacement ?? ""}`;
const percent = (count, of) => `${((100 * count) / Math.max(of, 1)).toFixed(1)} %`;

const filesIn = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `${folder}/${path}`);
const paths = files.length > 0 ? files : room.sources.flatMap(filesIn);
const all = runStryker(
  chooseStretches(paths.sort(), values.part.split("/").map(Number)),
  room.tests.map((folder) => `${folder}/**/*.test.ts`),
  name,
);
let alive = all.filter(isAlive);
console.log(
  `${name}: ${all.length} mutants, ${percent(all.length - alive.length, all.length)} killed by the room's own tests`,
);
if (!values.own && alive.length > 0) {
  const asked = new Set(alive.map(nameOf));
  const again = runStryker([...new Set(alive.map(placeOf))], ["test/**/*.test.ts"], `${name}-all`);
  alive = again.filter((mutant) => isAlive(mutant) && asked.has(nameOf(mutant)));
  console.log(`${name}: ${percent(all.length - alive.length, all.length)} killed by all unit tests`);
}
for (const mutant of alive)
  console.log(
    `${mutant.file}:${mutant.location.start.line}  ${mutant.mutatorName} → ${(mutant.replacement ?? "").replaceAll(/\s+/g, " ").slice(0, 80)}\n    ${mutant.line.slice(0, 120)}`,
  );

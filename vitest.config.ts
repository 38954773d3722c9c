import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { shared } from "./scripts/bundle.mjs";
import { FAST_FOLDERS } from "./test/support/lanes.ts";

// CONTRIBUTING.md, "Tests", says what belongs where: the folder and the name of a file say its project.
const FAST = ["test/*.test.ts", `test/{${FAST_FOLDERS.join(",")}}/**/*.test.ts`];
const ROUNDS = ["test/**/*.{slow,property}.test.ts", "test/{acceptance,faults,preview}/**/*.test.ts"];
const PROCESS = ["test/**/*.process.test.ts"];
const SLOW = ["test/**/*.slow.{test,process.test}.ts"];
const GENERATE = ["test/support/generate.ts"];
const ROOT = fileURLToPath(new URL(".", import.meta.url));
const { define } = shared(ROOT);

// One sequence of random cases for everybody; the nightly run has another each time.
process.env.BOARDWRIGHT_SEED ??= "20261122";

// `npm run test:full` is `vitest run --mode full`: what is slow as well, and properties with all their cases.
export default defineConfig(({ mode }) => {
  const full = mode === "full";
  const left = full ? [] : SLOW;
  return {
    define,
    test: {
      ...(full && { env: { BOARDWRIGHT_FULL: "1" } }),
      globalSetup: ["test/support/temp-root.ts"],
      reporters: ["default", "./test/support/closing-line.ts"],
      // Nothing is timed: a machine that is busy may take long.
      testTimeout: 240_000,
      hookTimeout: 240_000,
      expect: { poll: { timeout: 60_000 } },
      pool: "forks",
      maxWorkers: 2,
      // Loading the modules anew for each file takes longer than most files run. So no test may leave a trace in its process.
      isolate: false,
      setupFiles: ["test/support/seed.ts", "test/support/waits.ts"],
      experimental: { fsModuleCache: true },
      projects: [
        {
          extends: true,
          test: { name: "fast", include: FAST, exclude: [...ROUNDS, ...PROCESS], globalSetup: GENERATE },
        },
        {
          extends: true,
          test: {
            name: "unit",
            include: ["test/**/*.test.ts"],
            exclude: [...FAST, ...ROUNDS, ...PROCESS],
            globalSetup: GENERATE,
          },
        },
        {
          extends: true,
          test: { name: "rounds", include: ROUNDS, exclude: [...PROCESS, ...left], globalSetup: GENERATE },
        },
        {
          extends: true,
          test: { name: "process", include: PROCESS, exclude: left, globalSetup: ["test/support/build.ts"] },
        },
      ],
    },
  };
});

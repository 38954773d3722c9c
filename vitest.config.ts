import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { shared } from "./scripts/bundle.mjs";

// CONTRIBUTING.md, "Tests", says what belongs where. A new file is in `unit` unless its name or its folder says otherwise.
const SLOW = ["test/**/*.slow.{test,process.test}.ts"];
const PROCESS = ["test/**/*.process.test.ts"];
const ROUNDS = ["test/**/*.{slow,property}.test.ts", "test/{acceptance,faults,preview}/**/*.test.ts"];
const GENERATE = ["test/support/generate.ts"];
const { define } = shared(fileURLToPath(new URL(".", import.meta.url)));

// `npm test` is `vitest run --mode full`: what is slow as well, and properties with all their cases.
export default defineConfig(({ mode }) => {
  const full = mode === "full";
  const left = full ? [] : SLOW;
  return {
    define,
    test: {
      ...(full && { env: { BOARDWRIGHT_FULL: "1" } }),
      reporters: ["default", "./test/support/closing-line.ts"],
      // Nothing is timed: a machine that is busy may take long.
      testTimeout: 240_000,
      hookTimeout: 240_000,
      pool: "forks",
      maxWorkers: 2,
      // Loading the modules anew for each file takes longer than most files run. So no test may leave a trace in its process.
      isolate: false,
      setupFiles: ["test/support/seed.ts"],
      experimental: { fsModuleCache: true },
      projects: [
        {
          extends: true,
          test: {
            name: "unit",
            include: ["test/**/*.test.ts"],
            exclude: [...ROUNDS, ...PROCESS],
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

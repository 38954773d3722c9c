import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { shared } from "./scripts/bundle.mjs";

// CONTRIBUTING.md, "Tests", says what belongs where. A new file is in `unit` unless its name or its folder says otherwise.
const PROCESS = ["test/**/*.process.test.ts"];
const SLOW = ["test/**/*.{slow,property}.test.ts", "test/{acceptance,faults,preview}/**/*.test.ts"];
const GENERATE = ["test/support/generate.ts"];
const { define } = shared(fileURLToPath(new URL(".", import.meta.url)));

export default defineConfig({
  define,
  test: {
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
          exclude: [...SLOW, ...PROCESS],
          globalSetup: GENERATE,
        },
      },
      {
        extends: true,
        test: { name: "slow", include: SLOW, exclude: PROCESS, globalSetup: GENERATE },
      },
      {
        extends: true,
        test: { name: "process", include: PROCESS, globalSetup: ["test/support/build.ts"] },
      },
    ],
  },
});

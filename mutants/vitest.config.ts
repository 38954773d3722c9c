// The unit tests in one process, as Stryker runs them: only those of the room that is changed, or all but the ones that read files
// which Stryker does not copy. `MUTANTS_TESTS` says which, as globs with commas between them.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { shared } from "../scripts/bundle.mjs";

const { define } = shared(fileURLToPath(new URL("..", import.meta.url)));

export default defineConfig({
  define,
  test: {
    include: (process.env.MUTANTS_TESTS ?? "test/**/*.test.ts").split(","),
    exclude: [
      // The Action's tests run its sources in their own process here (test/action/in-process.ts).
      "test/!(action)/**/*.process.test.ts",
      "test/action/{bundle,local-action}.process.test.ts",
      "test/**/*.{slow,property}.test.ts",
      "test/{acceptance,faults,preview,scripts,guide,examples,schemas}/**",
      "test/*.test.ts",
    ],
    globalSetup: ["test/support/generate.ts", "test/support/temp-root.ts"],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

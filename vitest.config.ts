import { defineConfig } from "vitest/config";

export default defineConfig({
  define: { BOARDWRIGHT_VERSION: JSON.stringify("0.0.0-test") },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/build.ts"],
    reporters: ["default", "./test/support/closing-line.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
  },
});

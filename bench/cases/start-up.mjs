// Start-up against bare node, and what the shortest real work adds to it.

import { CLI, compare, runNode } from "../measure.mjs";

/** Start-up is so short that a few runs say little. */
const SHORT = 8;
const WANTED = { "--version": 1.25, "lint of 1 file": 3.5 };

export async function measureStartUp(single, times) {
  const run =
    (...args) =>
    () =>
      runNode(args, { cwd: single.folder });
  const { bare, ...ours } = await compare(
    {
      bare: run("-e", "0"),
      "--version": run(CLI, "--version"),
      "--help": run(CLI, "--help"),
      "lint of 1 file": run(CLI, "lint"),
    },
    times * SHORT,
  );
  return Object.entries(ours).map(([name, { ms }]) => ({
    name: `start-up: ${name}`,
    ms,
    against: { name: "node -e 0", ms: bare.ms },
    wanted: WANTED[name],
  }));
}

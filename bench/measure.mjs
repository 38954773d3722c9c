// Runs whole processes of node and takes their time and their peak memory. The environment is bare: NODE_EXTRA_CA_CERTS alone costs
// bare node 30 ms.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const CLI = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const PEAK = fileURLToPath(new URL("peak.cjs", import.meta.url));

/** A process of node with a bare environment; descriptor 3 is a pipe. */
export function startNode(args, { cwd, env = {} } = {}) {
  return spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
}

/** One run from start to end. Throws where it fails: a fast failure is no result. */
export function runNode(args, options = {}) {
  const start = performance.now();
  const child = startNode(options.peak ? ["--require", PEAK, ...args] : args, options);
  const texts = ["", ""];
  child.stdout.on("data", () => {});
  child.stderr.on("data", (data) => (texts[0] += data));
  child.stdio[3].on("data", (data) => (texts[1] += data));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const ms = performance.now() - start;
      if (code !== 0) reject(new Error(`node ${args.join(" ")} ended with ${code}\n${texts[0]}`));
      else resolve({ ms, megabytes: Number(texts[1]) / 1000 });
    });
  });
}

/**
 * Runs each of the given functions `times` times, in turns, so that what disturbs the machine disturbs all of them, after one turn
 * that does not count. Gives the median time and the highest peak of each, by name.
 */
export async function compare(runs, times) {
  const taken = Object.fromEntries(Object.keys(runs).map((name) => [name, []]));
  for (let turn = 0; turn <= times; turn++) {
    for (const [name, run] of Object.entries(runs)) {
      const result = await run();
      if (turn > 0) taken[name].push(result);
    }
  }
  return Object.fromEntries(Object.entries(taken).map(([name, results]) => [name, summary(results)]));
}

export function summary(results) {
  const times = results.map(({ ms }) => ms).sort((a, b) => a - b);
  const middle = times.length >> 1;
  const median = times.length % 2 === 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
  return { ms: median, megabytes: Math.max(...results.map(({ megabytes }) => megabytes)) };
}

// The platform that plans and applies talk to: the embedded one, as a process of its own, in memory.

import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { CLI, startNode } from "./measure.mjs";

const RELAY = fileURLToPath(new URL("relay.mjs", import.meta.url));

/**
 * Gives its address, its key, and `stop`. `seed`: a file of what it holds; without one it is empty. `delayMs`: how long each request is
 * on its way.
 */
export async function startPlatform({ seed, delayMs } = {}) {
  const sandbox = await start([CLI, "sandbox", "--port", "0", "--json", ...(seed ? ["--seed", seed] : [])]);
  const { apiKey } = sandbox.told;
  const relay = delayMs && (await start([RELAY, sandbox.told.url, String(delayMs)]));
  const { url } = (relay || sandbox).told;
  const stop = async () => {
    await relay?.stop();
    await sandbox.stop();
  };
  return { url, env: { PLATFORM_API_KEY: apiKey, PLATFORM_API_URL: url }, stop };
}

/** A server that says in its first line, in JSON, where it listens. */
export async function start(args) {
  const child = startNode(args);
  child.stderr.pipe(process.stderr);
  const ended = new Promise((resolve) => child.on("close", resolve));
  for await (const line of createInterface(child.stdout)) {
    const stop = () => {
      child.kill("SIGTERM");
      return ended;
    };
    return { told: JSON.parse(line), stop };
  }
  throw new Error(`${args.join(" ")} did not start`);
}

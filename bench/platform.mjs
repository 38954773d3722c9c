// The platform that plans and applies talk to: the embedded one, as a process of its own, empty and in memory.

import { createInterface } from "node:readline";
import { CLI, startNode } from "./measure.mjs";

/** Gives its address, its key, and `stop`. */
export async function startPlatform() {
  const child = startNode([CLI, "sandbox", "--port", "0", "--json"]);
  child.stderr.pipe(process.stderr);
  const ended = new Promise((resolve) => child.on("close", resolve));
  for await (const line of createInterface(child.stdout)) {
    const { url, apiKey } = JSON.parse(line);
    const stop = () => {
      child.kill("SIGTERM");
      return ended;
    };
    return { url, env: { PLATFORM_API_KEY: apiKey, PLATFORM_API_URL: url }, stop };
  }
  throw new Error("the sandbox did not start");
}

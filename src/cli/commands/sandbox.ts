// boardwright sandbox: the embedded platform as a server of its own, until Ctrl-C.

import { resolve } from "node:path";
import { EXIT, UsageError } from "../../model/index.ts";
import { createSandbox, QUIRKS, type SandboxOptions } from "../../sandbox/index.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { portNumber } from "../option-values.ts";

export interface SandboxFlags extends GlobalFlags {
  port?: number;
  data?: string;
  seed?: string;
  merge?: string;
  faults?: string;
  quirks?: string;
}

export const command: Declaration = {
  options: [
    ["--port <n>", "port on 127.0.0.1 (default: a free one)", portNumber],
    ["--data <file>", "keep what is written in this file"],
    ["--seed <file>", "start with what this JSON file holds"],
    ["--merge <depth>", "how an upsert merges meta: shallow (default) or deep"],
    ["--faults <spec>", "fail on purpose, as in 503:0.1,conflict:0.05"],
    ["--quirks <names>", `do what other platforms may do: ${Object.keys(QUIRKS).join(", ")}`],
  ],
  examples: [
    "boardwright sandbox --port 4400 --data .boardwright/sandbox.json",
    "boardwright sandbox --faults 503:0.1,conflict:0.05   # a platform on a bad day",
    "boardwright sandbox --quirks mixed-lists,drops-stamp   # another platform",
  ],
  async run(terminal, _args, flags: SandboxFlags) {
    const { port, data, seed, merge, faults, quirks } = flags;
    // Asked for before anybody can know that it runs: from now on Ctrl-C ends it in its own way.
    const { interrupted } = terminal;
    if (merge !== undefined && merge !== "shallow" && merge !== "deep") {
      throw new UsageError(`--merge takes shallow or deep, not ${JSON.stringify(merge)}`);
    }
    const options: SandboxOptions = { record: false };
    if (port !== undefined) options.port = port;
    if (data !== undefined) options.data = resolve(terminal.cwd, data);
    if (seed !== undefined) options.seed = resolve(terminal.cwd, seed);
    if (merge !== undefined) options.merge = merge;
    if (faults !== undefined) options.faults = faults;
    if (quirks !== undefined) options.quirks = quirks;
    const sandbox = await createSandbox(options);
    const { url, apiKey, deployments } = sandbox;
    if (flags.json) {
      terminal.out(JSON.stringify({ url, apiKey, deployments }));
    } else {
      terminal.show(
        `The sandbox listens on ${url}\n  API key       ${apiKey}\n  deployments   ${deployments.join(", ")}`,
      );
      terminal.out(
        `\nUse it from another terminal:\n  export PLATFORM_API_URL=${url} PLATFORM_API_KEY=${apiKey}`,
      );
      if (data === undefined) terminal.err("What is written is kept in memory; --data FILE keeps it.");
    }
    if (!interrupted.aborted) {
      await new Promise<void>((done) => interrupted.addEventListener("abort", () => done(), { once: true }));
    }
    await sandbox.close();
    return EXIT.ok;
  },
};

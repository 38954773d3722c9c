// The same dashboards for decK: each the configuration of a plugin of its own, in a file of its own.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { dump, load } from "js-yaml";

/** What `deck version` says; undefined where there is none. */
export function deckVersion() {
  try {
    return execFileSync("deck", ["version"], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

/** Writes `project` as decK's files into `folder`, and gives that. */
export function writeDeckFiles(project, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(join(project.folder, "dashboards"), { recursive: true });
  for (const file of files.filter((name) => name.endsWith(".yaml"))) {
    const { workbooks, layouts } = load(readFileSync(join(project.folder, "dashboards", file), "utf8"));
    const [[name, config]] = Object.entries(workbooks);
    const plugin = { name, enabled: true, config: { ...config, ...(layouts && { layouts }) } };
    writeFileSync(join(folder, basename(file)), dump({ _format_version: "1.1", plugins: [plugin] }));
  }
  return folder;
}

/** `deck diff` or `deck sync` with eight in flight, from start to end. Throws where it fails, or does not do what it should. */
export function runDeck(command, folder, url, expected) {
  const begun = performance.now();
  const child = spawn("deck", [command, "-s", folder, "--kong-addr", url, "--parallelism", "8"]);
  let text = "";
  child.stdout.on("data", (data) => (text += data));
  child.stderr.on("data", (data) => (text += data));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const ms = performance.now() - begun;
      if (code === 0 && text.includes(expected)) resolve({ ms, megabytes: Number.NaN });
      else reject(new Error(`deck ${command} ended with ${code}: ${text.slice(-500)}`));
    });
  });
}

// Programs of the machine that are asked something. The folder that they are asked about may be somebody else's checkout: nothing
// in it may make them run anything, and they see no secret.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import type { Environment } from "../target/index.ts";

const run = promisify(execFile);

/** In milliseconds. Git's answers are useful, and nothing depends on them; npm's are all that was asked for. */
const PATIENCE = { git: 10_000, npm: 60_000 };
/** In bytes, of one answer. */
const LONGEST = 64 * 1024 * 1024;

/** How programs are found and where their own settings are; on Windows under these names in other capitals, too. */
const BARE = ["PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "APPDATA", "LOCALAPPDATA", "COMSPEC", "PATHEXT"];
/** What npm needs on top to reach its registry as `npm install` would. */
const NETWORK = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS", "NPM_CONFIG_REGISTRY"];

/**
 * git-config(1): an embedded bare repository is none (`safe.bareRepository`), and neither its file watcher nor its hooks run.
 * Submodules have settings of their own, so none is looked into.
 */
const HARMLESS = [
  ...["-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"],
  ...["-c", "status.submoduleSummary=false", "-c", "diff.ignoreSubmodules=dirty", "--no-optional-locks"],
  "--no-replace-objects",
];
/** git(1): nothing is fetched, and nobody asked, for what a partial clone lacks. */
const OFFLINE = { GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" };

/** What git prints; rejects where it fails or is not there. `args` may only read. */
export async function runGit(cwd: string, env: Environment, args: readonly string[]): Promise<string> {
  const options = { cwd, env: { ...pick(env, BARE), ...OFFLINE }, timeout: PATIENCE.git, maxBuffer: LONGEST };
  const { stdout } = await run("git", [...HARMLESS, ...args], options);
  return stdout;
}

/** What npm prints; rejects like `execFile`, with `stdout` in the error. Asked in an empty folder: a checkout's `.npmrc` is not read. */
export async function runNpm(env: Environment, args: readonly string[]): Promise<string> {
  const empty = await mkdtemp(join(tmpdir(), "boardwright-npm-"));
  try {
    // On Windows npm is a script, which only a shell runs.
    const shell = process.platform === "win32";
    const options = { cwd: empty, env: pick(env, [...BARE, ...NETWORK]), shell, timeout: PATIENCE.npm };
    const { stdout } = await run("npm", ["--prefix", empty, ...args], options);
    return stdout;
  } finally {
    await rm(empty, { recursive: true, force: true });
  }
}

function pick(env: Environment, names: readonly string[]): Record<string, string> {
  const entries = Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || !names.includes(name.toUpperCase())) return [];
    return [[name, name.toUpperCase() === "PATH" ? onlyAbsolute(value) : value] as const];
  });
  return Object.fromEntries(entries);
}

/** A relative entry would be looked up in the folder that is asked about. */
function onlyAbsolute(path: string): string {
  return path.split(delimiter).filter(isAbsolute).join(delimiter);
}

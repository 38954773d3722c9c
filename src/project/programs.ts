// Programs of the machine that are asked something. The folder that they are asked about may be somebody else's checkout: nothing
// in it may make them run anything, and they see no secret.
import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";
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

/** How a program with a window finds its screen, its language and the one of its kind that runs already. */
const WINDOW = [
  ...["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "BROWSER", "LANG", "LC_ALL"],
  ...["XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "XDG_DATA_DIRS", "XDG_CONFIG_DIRS"],
  ...["XDG_CONFIG_HOME", "XDG_DATA_HOME", "TMPDIR", "TEMP", "TMP", "SYSTEMDRIVE", "PROGRAMFILES", "USER"],
  ...["WSL_DISTRO_NAME", "WSL_INTEROP", "VSCODE_IPC_HOOK_CLI"],
];

/**
 * git-config(1): an embedded bare repository is none (`safe.bareRepository`), and neither its file watcher nor its hooks run.
 * Submodules have settings of their own, so none is looked into.
 */
const HARMLESS = [
  ...["-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"],
  ...["-c", "status.submoduleSummary=false", "-c", "diff.ignoreSubmodules=dirty", "--no-optional-locks"],
  "--no-replace-objects",
];
/** git(1): nothing is fetched, and nobody asked, for what a partial clone lacks; older ones do not know the first, and obey the last. */
const OFFLINE = { GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0", GIT_ALLOW_PROTOCOL: "none" };

/**
 * What git prints; rejects where it fails or is not there. `args` may only read, and read no content of the working tree: for those that
 * do there is runGitOnFiles.
 */
export async function runGit(cwd: string, env: Environment, args: readonly string[]): Promise<string> {
  if (!isInRepository(realpathSync(cwd))) throw new Error(`${cwd} is in no Git repository`);
  const options = { cwd, env: { ...pick(env, BARE), ...OFFLINE }, timeout: PATIENCE.git, maxBuffer: LONGEST };
  const { stdout } = await run("git", [...HARMLESS, ...args], options);
  return stdout;
}

/**
 * Whether git would find one: without its variables, which it does not get, and bare ones, by `.git` here or further up. `folder`: its real
 * path, from which git looks.
 */
function isInRepository(folder: string): boolean {
  const parent = dirname(folder);
  return existsSync(join(folder, ".git")) || (parent !== folder && isInRepository(parent));
}

/** The same for what compares files of the working tree: without the filters that `.gitattributes` names and the configuration defines. */
export async function runGitOnFiles(cwd: string, env: Environment, args: readonly string[]): Promise<string> {
  return runGit(cwd, env, [...withoutFilters(await readFilters(cwd, env)), ...args]);
}

/** The names of all filters that are configured, by what files of the configuration ever, those that it includes as well. */
async function readFilters(cwd: string, env: Environment): Promise<string[]> {
  const listed = await runGit(cwd, env, ["config", "--list", "--includes", "--name-only", "-z"]);
  const found = listed.split("\0").map((key) => /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1]);
  return [...new Set(found.filter((name) => name !== undefined))];
}

/** gitattributes(5): an empty command is none, and one that is required and is none would be an error. */
function withoutFilters(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    // `-c` ends a key at the first `=`: such a filter would keep its program.
    if (name.includes("=")) throw new Error(`a filter whose name holds an equals sign: ${name}`);
    const settings = ["clean=", "smudge=", "process=", "required=false"];
    return settings.flatMap((setting) => ["-c", `filter.${name}.${setting}`]);
  });
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

/** For a browser or an editor, which goes on without us. */
export const windowEnvironment = (env: Environment): Record<string, string> =>
  pick(env, [...BARE, ...WINDOW]);

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

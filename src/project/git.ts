// What Git says of the project. Only reads.

import { basename, relative, resolve } from "node:path";
import type { Change, Project, RunCommit } from "../model/index.ts";
import type { History } from "../plan/index.ts";
import type { Environment } from "../target/index.ts";
import { runGit, runGitOnFiles } from "./programs.ts";

/** The commit that is checked out, or undefined if there is no Git, no repository or no commit. What applies leave does not make it dirty. */
export async function readCommit(
  { root, apply: { backups } }: Project,
  env: Environment,
): Promise<RunCommit | undefined> {
  const git = (...args: string[]) => runGit(root, env, args);
  try {
    const commit = (await git("rev-parse", "--verify", "HEAD")).trim();
    // As the commit says it: in a shallow clone, as CI has it, its parents are not there.
    const head = (await git("cat-file", "commit", commit)).split("\n\n", 1)[0] ?? "";
    const parents = head.split("\n").filter((line) => line.startsWith("parent "));
    // The embedded platform's file and what applies leave are no part of what was declared.
    const ours = [".boardwright", ...(backups === false ? [] : [relative(root, resolve(root, backups))])];
    const paths = [".", ...ours.map((path) => `:(exclude)${path}`)];
    // Whatever `.gitmodules` says, no git runs in a submodule, whose settings are its own.
    const asked = ["status", "--porcelain", "--no-renames", "--ignore-submodules=dirty"];
    const status = await runGitOnFiles(root, env, [...asked, "--", ...paths]);
    return { commit, dirty: status.trim() !== "", merge: parents.length > 1 };
  } catch {
    return undefined;
  }
}

/** The branches that this clone knows, its own and those of its remotes, each once; none without Git. */
export async function readBranches(cwd: string, env: Environment): Promise<string[]> {
  try {
    const refs = await runGit(cwd, env, [
      "for-each-ref",
      "--format=%(refname)",
      "refs/heads",
      "refs/remotes",
    ]);
    const names = refs.split("\n").map((ref) => ref.replace(/^refs\/(heads|remotes\/[^/]+)\//, ""));
    return [...new Set(names.filter((name) => name !== "" && name !== "HEAD"))];
  } catch {
    return [];
  }
}

/** Those of the commits that Git knows here, and that HEAD does not contain; none if history is cut off, which cannot say. */
export async function readUnmerged(root: string, env: Environment, commits: readonly string[]) {
  const unmerged = await listCommits(root, env, [...commits, "^HEAD"]).catch(() => new Set<string>());
  const asked = commits.filter((commit) => unmerged.has(commit));
  return new Set(asked.length > 0 && (await isWhole(root, env)) ? asked : []);
}

/** Commits that are not here are left out of what is asked. */
async function listCommits(root: string, env: Environment, asked: readonly string[]): Promise<Set<string>> {
  return new Set((await runGit(root, env, ["rev-list", "--ignore-missing", ...asked, "--"])).split("\n"));
}

/** Whether no history is cut off, and `path` is in the commit that is checked out. */
async function isWhole(root: string, env: Environment, path = ""): Promise<boolean> {
  const asked = ["rev-parse", "--is-shallow-repository", `HEAD:./${path}`];
  return (await runGit(root, env, asked).catch(() => "")).startsWith("false");
}

/**
 * Which of the orphans this repository once declared: those that `isRecorded` by a run, those that were applied from a commit that is here, and
 * those whose key is in a file of any commit. The whole history is asked for only what is left by then.
 */
export async function readHistory(
  { root, file }: Pick<Project, "root" | "file">,
  env: Environment,
  orphans: readonly { change: Change; commit: string | undefined; isRecorded: boolean }[],
): Promise<History> {
  if (orphans.length === 0) return { isWhole: false, known: new Set() };
  const commits = orphans.flatMap(({ commit }) => commit ?? []);
  const here = await listCommits(root, env, ["--no-walk", ...commits]).catch(() => new Set());
  const left = orphans.filter(({ commit, isRecorded }) => !isRecorded && !here.has(commit ?? ""));
  const known = new Set(orphans.flatMap((one) => (left.includes(one) ? [] : one.change)));
  // A project file that is in no commit is in no repository of its own.
  if (left.length === 0 || !(await isWhole(root, env, basename(file)))) return { isWhole: false, known };
  // One level deep, or anywhere on a line that names the section.
  const start = `(^( {1,4}|\t)|(workbooks|reports|layouts).*[{,"' ])["']?`;
  const end = `["']?[ \t]*:`;
  const keys = left.map(({ change: { key } }) => key.replace(/[.[\](){}*+?^$|\\]/g, "\\$&"));
  const patches = await runGit(root, env, [
    ...[
      "log",
      "--all",
      "--format=",
      "--patch",
      "--unified=0",
      "--no-color",
      "--no-ext-diff",
      "--no-textconv",
    ],
    ...["--no-show-signature", "--regexp-ignore-case", `-G${start}(${keys.join("|")})${end}`],
    ...["--", ":(top)*.yaml", ":(top)*.yml", ":(top)*.json"],
  ]).catch(() => undefined);
  const lines = patches?.replace(/^[+-]/gm, "") ?? "";
  left.forEach(({ change }, at) => {
    if (new RegExp(`${start}${keys[at]}${end}`, "im").test(lines)) known.add(change);
  });
  return { isWhole: patches !== undefined, known };
}

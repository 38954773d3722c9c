// What Git says of the project. Only reads.

import { relative } from "node:path";
import type { RunCommit } from "../model/index.ts";
import type { Environment } from "../target/index.ts";
import { runGit, runGitOnFiles } from "./programs.ts";

/** The commit that is checked out, or undefined if there is no Git, no repository or no commit. `except` does not make it dirty. */
export async function readCommit(
  root: string,
  { except, env }: { except: string; env: Environment },
): Promise<RunCommit | undefined> {
  const git = (...args: string[]) => runGit(root, env, args);
  try {
    const commit = (await git("rev-parse", "--verify", "HEAD")).trim();
    // As the commit says it: in a shallow clone, as CI has it, its parents are not there.
    const head = (await git("cat-file", "commit", commit)).split("\n\n", 1)[0] ?? "";
    const parents = head.split("\n").filter((line) => line.startsWith("parent "));
    // The embedded platform's file and what applies leave are no part of what was declared.
    const ours = [".boardwright", relative(root, except)].filter((path) => !path.startsWith(".."));
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

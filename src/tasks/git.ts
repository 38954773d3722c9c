// What Git says of the project: only ever asked, never changed.

import { execFile } from "node:child_process";
import { relative } from "node:path";
import { promisify } from "node:util";
import type { RunCommit } from "../model/index.ts";
import type { Environment } from "../target/index.ts";

const run = promisify(execFile);
/** A repository that does not answer within this time is not asked for more: nothing depends on it. */
const PATIENCE = 10_000;

/** The commit that is checked out, or undefined where there is no Git, no repository or no commit. `except` does not make it dirty. */
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
    const status = await git("status", "--porcelain", "--", ...paths);
    return { commit, dirty: status.trim() !== "", merge: parents.length > 1 };
  } catch {
    return undefined;
  }
}

async function runGit(cwd: string, env: Environment, args: string[]): Promise<string> {
  // Its index is left alone: another Git may be at work in it.
  const { PLATFORM_API_KEY: _token, ...others } = env;
  const own = { ...others, GIT_OPTIONAL_LOCKS: "0" };
  const { stdout } = await run("git", args, {
    cwd,
    env: own,
    timeout: PATIENCE,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

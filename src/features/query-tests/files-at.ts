// The files of a project as a Git revision has them, where they differ from those on the disk. Only reads.

import type { Overlay } from "../../desired/index.ts";
import { UsageError } from "../../model/index.ts";
import { runGit, runGitOnFiles } from "../../project/programs.ts";
import type { Environment } from "../../target/index.ts";

const LONGEST = 250;

/**
 * By name in the project: the text at the revision, null for a file that it lacks. It is where the branch of the checkout left the revision,
 * so that what others changed there since is no change of this branch. Throws a UsageError if Git does not have it.
 */
export async function readFilesAt(root: string, revision: string, env: Environment): Promise<Overlay> {
  const commit = await findBase(root, revision, env);
  const listed = await runGitOnFiles(root, env, [
    ...["diff", "--name-status", "-z", "--no-renames", "--relative", "--ignore-submodules", commit],
    ...["--", "."],
  ]);
  const others = await runGit(root, env, ["ls-files", "--others", "--exclude-standard", "-z", "--", "."]);
  const files = new Map<string, string | null>(split(others).map((file) => [file, null]));
  const words = split(listed);
  for (let at = 0; at + 1 < words.length; at += 2) {
    const status = words[at]!;
    const file = words[at + 1]!;
    files.set(file, status === "A" ? null : await readAt(root, `${commit}:./${file}`, env));
  }
  return files;
}

async function findBase(root: string, revision: string, env: Environment): Promise<string> {
  const ask = async (...args: string[]) => (await runGit(root, env, args).catch(() => "")).trim();
  const isUsable = revision.length <= LONGEST && !/^-|^$|[\u0000-\u0020\u007f]/.test(revision);
  if (!isUsable)
    throw new UsageError(`--against takes a Git revision, not ${JSON.stringify(revision.slice(0, 80))}`, [
      "Name a branch, a tag or a commit: `--against origin/main`.",
    ]);
  const commit = await ask("rev-parse", "--verify", "--quiet", `${revision}^{commit}`);
  // A shallow clone has no base of both: then what was changed is counted from the revision itself.
  if (commit !== "") return (await ask("merge-base", commit, "HEAD")) || commit;
  const isHere = (await ask("rev-parse", "--is-inside-work-tree")) === "true";
  throw new UsageError(
    isHere ? `there is no revision ${revision} in this clone` : "--against needs Git: this is no repository",
    isHere ? ["Fetch it, then run this again; CI needs a checkout with history (`fetch-depth: 0`)."] : [],
  );
}

async function readAt(root: string, name: string, env: Environment): Promise<string> {
  try {
    return await runGit(root, env, ["cat-file", "blob", name]);
  } catch {
    throw new UsageError(`this clone does not have the content of ${name}`, [
      "A partial clone fetches content only when it is asked for: check that revision out once, or clone whole.",
    ]);
  }
}

const split = (listed: string) => listed.split("\0").filter((name) => name !== "");

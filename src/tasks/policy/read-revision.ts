// A project file as a revision of its checkout has it, read from Git's objects: nothing of the checkout runs, no filter is applied and
// nothing is fetched (programs.ts).

import { decodeText } from "../../desired/index.ts";
import type { Environment } from "../../target/index.ts";
import { runGit } from "../programs.ts";
import { type Entry, findPolicy, type Policy, type Tree } from "./find-at.ts";
import { findCommit, type Git } from "./find-commit.ts";
import { PolicyError } from "./policy-error.ts";
import type { Way } from "./way.ts";

export interface FileAtRevision extends Policy {
  /** The commit that the revision means, in full. */
  commit: string;
}

/** The policy for a project. Rejects like openTree and findPolicy. */
export async function readAtRevision(way: Way, revision: string, env: Environment): Promise<FileAtRevision> {
  const { commit, tree } = await openTree(way, revision, env);
  return { commit, ...(await findPolicy(way, tree)) };
}

/**
 * The files of a revision. Rejects with a UsageError for what cannot be one, and with a PolicyError that says what to do if Git, the revision
 * or its objects are not there, or the way leads where it says nothing.
 */
export async function openTree(
  { root, barrier }: Way,
  revision: string,
  env: Environment,
): Promise<{ commit: string; tree: Tree }> {
  // Of what is checked out nothing is under review, wherever it is.
  if (barrier && revision !== "HEAD") throw barrier;
  const git: Git = (...args) => runGit(root, env, args);
  const commit = await findCommit(revision, git);
  const list = async (path: string): Promise<Listed | undefined> => {
    const listed = await git("ls-tree", "-z", commit, "--", path).catch((cause: unknown) => {
      throw lacking(revision, path, cause);
    });
    const [, mode, id] = /^(\d{6}) \w+ ([0-9a-f]+)\t/.exec(listed) ?? [];
    return mode === undefined || id === undefined ? undefined : { mode, id };
  };
  const contentOf = async (path: string, { id }: Listed): Promise<string> => {
    const bytes = await git("cat-file", "blob", id).catch((cause: unknown) => {
      throw lacking(revision, path, cause);
    });
    const text = decodeText(Buffer.from(bytes));
    if (typeof text === "string") return text;
    throw new PolicyError(`${path} at ${revision} cannot be read`, [text.message]);
  };
  const tree: Tree = {
    revision,
    async read(path) {
      const listed = await list(path);
      if (!listed) return undefined;
      // A link's content is a path, which may lead out of the repository.
      if (listed.mode.startsWith("100")) return contentOf(path, listed);
      throw new PolicyError(`${path} is no regular file at ${revision}, so the policy cannot be read`, [
        "Make it one there, or name another revision.",
      ]);
    },
    async entry(path): Promise<Entry | undefined> {
      const listed = await list(path);
      if (!listed) return undefined;
      if (listed.mode === "120000") return { kind: "link", to: await contentOf(path, listed) };
      const kinds = { "040000": "folder", "160000": "submodule" } as const;
      return { kind: kinds[listed.mode as keyof typeof kinds] ?? "file" };
    },
  };
  return { commit, tree };
}

interface Listed {
  mode: string;
  id: string;
}

/** The commit that a checkout has under the full name of a ref, or as HEAD; undefined if it has none, or Git cannot say. */
export async function readCommit(folder: string, ref: string, env: Environment): Promise<string | undefined> {
  const said = await runGit(folder, env, ["rev-parse", "--verify", "--quiet", ref]).catch(() => "");
  return said.trim() || undefined;
}

function lacking(revision: string, name: string, cause: unknown): PolicyError {
  return new PolicyError(
    `the policy cannot be read: this clone does not have the content of ${name} at ${revision}`,
    [
      "A partial clone fetches content only when it is asked for: check that revision out once, or clone whole.",
    ],
    cause,
  );
}

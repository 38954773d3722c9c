// A project file as a revision of its checkout has it, read from Git's objects: nothing of the checkout runs, no filter is applied and
// nothing is fetched (programs.ts).

import { decodeText } from "../../desired/index.ts";
import { UsageError } from "../../model/index.ts";
import type { Environment } from "../../target/index.ts";
import { runGit } from "../programs.ts";
import { type Entry, findPolicy, type Policy, type Tree } from "./find-at.ts";
import { PolicyError, type Way } from "./way.ts";

// The commit that a revision means, whatever else a branch's author gave its name to.

/** Runs Git in the checkout; resolves to what it prints. */
type Git = (...args: string[]) => Promise<string>;

/** Names that for-each-ref takes as they are: without the signs of its patterns. */
const PLAIN_REF = /^[\w./+@-]+$/;
const LONGEST = 250;

/**
 * The commit's full id. Rejects with a UsageError for what cannot be a revision, and with a PolicyError that says what to do if Git, the
 * revision or its objects are not there.
 */
async function findCommit(revision: string, git: Git): Promise<string> {
  requireRevision(revision);
  const said = await git("rev-parse", "--is-shallow-repository", "--show-prefix").catch(noRepository);
  const [shallow, prefix = ""] = said.split("\n");
  // Git takes a folder above for the repository: paths would mean others there.
  if (prefix !== "") noRepository({});
  const isShallow = shallow === "true";
  const named = await refuseAmbiguous(revision, git);
  const meant =
    idIn(revision) === undefined ? revision : await findObject(revision, { named, isShallow, git });
  const commit = (await git("rev-parse", "--verify", "--quiet", `${meant}^{commit}`).catch(() => "")).trim();
  if (!/^[0-9a-f]{40,64}$/.test(commit)) throw unknownRevision(revision, isShallow);
  return commit;
}

function requireRevision(revision: string): void {
  const isUsable = revision.length <= LONGEST && !/^-|^$|[\u0000-\u0020\u007f]/.test(revision);
  if (isUsable) return;
  throw new UsageError(
    `a policy is read at a Git revision, not at ${JSON.stringify(revision.slice(0, 80))}`,
    ["Name a branch, a tag or a commit: `--policy origin/main`."],
  );
}

/** What a revision is said of: `origin/main~1` of `origin/main`. */
function nameIn(revision: string): string {
  return revision.split(/[~^:]|@\{/, 1)[0] ?? "";
}

/** The digits of the id that a revision is said of, whole or abbreviated, also as `git describe` writes it (`v1.0-3-g1a2b3c4`). */
function idIn(revision: string): string | undefined {
  return /^(?:.+-g)?([0-9a-f]{4,64})$/i.exec(nameIn(revision))?.[1]?.toLowerCase();
}

const FULL_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Where it is no full id, Git prefers a tag or branch of that name to the commit, and whoever may push chose it then: what looks like an id
 * is one, or nothing. Resolves to the revision with the full id. `named`: the refs of that name. Rejects with a PolicyError for none and for
 * several.
 */
async function findObject(
  revision: string,
  { named, isShallow, git }: { named: readonly string[]; isShallow: boolean; git: Git },
): Promise<string> {
  const [name, id = ""] = [nameIn(revision), idIn(revision)];
  const steps = revision.slice(name.length);
  if (FULL_ID.test(id)) return id + steps;
  const listed = (await git("rev-parse", `--disambiguate=${id}`).catch(() => "")).split("\n").filter(Boolean);
  const kinds = await Promise.all(listed.map((one) => git("cat-file", "-t", one).catch(() => "")));
  const commits = listed.filter((_, index) => /^(?:commit|tag)$/.test((kinds[index] ?? "").trim()));
  const [ref] = named;
  if (ref !== undefined) {
    const object = commits[0] === undefined ? "" : ` and the beginning of the commit ${commits[0]}`;
    throw new PolicyError(
      `${name} looks like the id of a commit and is the name of ${ref}${object}, so no policy is read from it`,
      [
        "Whoever may push can give a tag or a branch such a name.",
        // Nobody copies the name that somebody may have pushed.
        commits[0] === undefined
          ? "Name the commit that you trust by its full id."
          : `Name the one that you trust in full, as in --policy ${commits[0]}.`,
      ],
    );
  }
  if (commits.length > 1) {
    throw new PolicyError(`${name} is the beginning of several commits, so no policy is read from it`, [
      `It is ${commits.join(" and ")}: name the one that you trust in full.`,
    ]);
  }
  if (commits[0] === undefined) throw unknownRevision(revision, isShallow);
  return commits[0] + steps;
}

/**
 * The refs of the name that a revision is said of. Git prefers a tag to a branch of the same name, and whoever may push one of them chose it
 * then: rejects with a PolicyError where there are two.
 */
async function refuseAmbiguous(revision: string, git: Git): Promise<string[]> {
  const name = nameIn(revision);
  if (!PLAIN_REF.test(name) || name.startsWith("refs/")) return [];
  const places = ["refs", "refs/tags", "refs/heads", "refs/remotes"].map((place) => `${place}/${name}`);
  // `origin` means the default branch of that remote.
  places.push(`refs/remotes/${name}/HEAD`);
  const found = (await git("for-each-ref", "--format=%(refname)", ...places)).split("\n");
  const named = found.filter((ref) => places.includes(ref));
  if (named.length < 2) return named;
  throw new PolicyError(`${name} is the name of several revisions, so no policy is read from it`, [
    `It is ${named.join(" and ")}: whoever may push can make a tag or a branch of that name.`,
    // Any of them as an example would be the one that is copied.
    "Name the one that you trust in full, from `refs/` on, or the commit by its full id.",
  ]);
}

function noRepository(cause: unknown): never {
  const { code, stderr = "" } = cause as { code?: unknown; stderr?: string };
  if (code === "ENOENT") {
    throw new PolicyError("the policy cannot be read: git is not there", [
      "Install git, or run this where it is: a policy is a file of another revision.",
    ]);
  }
  const said = stderr.trim().split("\n", 1)[0] ?? "";
  throw new PolicyError("the policy cannot be read: this is no Git repository", [
    ...(said === "" ? [] : [said]),
    "A policy is read at a revision of the repository that holds the project file.",
  ]);
}

function unknownRevision(revision: string, isShallow: boolean): PolicyError {
  const isCommit = /^[0-9a-f]{40,64}$/.test(revision);
  const branch = revision.replace(/^(?:refs\/remotes\/)?origin\//, "");
  const depth = isShallow ? " --depth 1" : "";
  const fetch = isCommit
    ? `git fetch${depth} origin ${revision}`
    : `git fetch${depth} origin ${branch}:refs/remotes/origin/${branch}`;
  return new PolicyError(`the policy cannot be read: there is no revision ${revision} in this clone`, [
    ...(isShallow ? ["The clone is shallow: it holds only the commit that was checked out."] : []),
    PLAIN_REF.test(revision) ? `Fetch it, then run this again: ${fetch}` : "Fetch it, then run this again.",
  ]);
}

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

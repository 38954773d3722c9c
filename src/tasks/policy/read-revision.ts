// A file of a checkout as a revision has it, read from Git's objects: nothing of the checkout runs, no filter is applied and nothing is
// fetched (programs.ts).

import { basename, dirname } from "node:path";
import { decodeText } from "../../desired/index.ts";
import { UsageError } from "../../model/index.ts";
import type { Environment } from "../../target/index.ts";
import { runGit } from "../programs.ts";
import { PolicyError } from "./policy-error.ts";

export interface FileAtRevision {
  /** The commit that the revision means, in full. */
  commit: string;
  /** Undefined if there is no such file in it. */
  text: string | undefined;
  /** Whether, if there is none, a folder above has one in it, which the file now comes before. */
  isNearer: boolean;
}

/** Names that for-each-ref takes as they are: without the signs of its patterns. */
const PLAIN_REF = /^[\w./+@-]+$/;
const LONGEST = 250;

/**
 * `file`: absolute, in the working tree; its folder need not exist in the revision. Rejects with a UsageError for what cannot be a
 * revision, and with a PolicyError that says what to do if Git, the revision or its objects are not there.
 */
export async function readAtRevision(
  file: string,
  revision: string,
  env: Environment,
): Promise<FileAtRevision> {
  requireRevision(revision);
  const git = (...args: string[]) => runGit(dirname(file), env, args);
  const isShallow = (await git("rev-parse", "--is-shallow-repository").catch(noRepository)).trim() === "true";
  const named = await refuseAmbiguous(revision, git);
  const meant =
    idIn(revision) === undefined ? revision : await findObject(revision, { named, isShallow, git });
  const commit = (await git("rev-parse", "--verify", "--quiet", `${meant}^{commit}`).catch(() => "")).trim();
  if (!/^[0-9a-f]{40,64}$/.test(commit)) throw unknownRevision(revision, isShallow);
  const name = basename(file);
  const listed = await git("ls-tree", "-z", commit, "--", `./${name}`).catch((cause: unknown) => {
    throw lacking(revision, name, cause);
  });
  const [, mode, id] = /^(\d{6}) \w+ ([0-9a-f]+)\t/.exec(listed) ?? [];
  if (mode === undefined || id === undefined) {
    const prefix = (await git("rev-parse", "--show-prefix")).trim();
    const above = placesAbove(prefix, name);
    const found =
      above.length > 0 && (await git("ls-tree", "-z", "--full-tree", commit, "--", ...above)) !== "";
    return { commit, text: undefined, isNearer: found };
  }
  // A link's content is a path, which may lead out of the repository.
  if (!mode.startsWith("100")) {
    throw new PolicyError(`${name} is no regular file at ${revision}, so the policy cannot be read`, [
      "Make it one there, or name another revision.",
    ]);
  }
  const bytes = await git("cat-file", "blob", id).catch((cause: unknown) => {
    throw lacking(revision, name, cause);
  });
  const text = decodeText(Buffer.from(bytes));
  if (typeof text !== "string")
    throw new PolicyError(`${name} at ${revision} cannot be read`, [text.message]);
  return { commit, text, isNearer: false };
}

/** Where the project of a folder would be found if it had no file of its own, nearest first. `prefix`: "" or ending in a slash. */
export function placesAbove(prefix: string, name: string): string[] {
  const folders = prefix.split("/").slice(0, -1);
  return folders.map((_, left) => [...folders.slice(0, folders.length - 1 - left), name].join("/"));
}

/** The commit that a checkout has under the full name of a ref, or as HEAD; undefined if it has none, or Git cannot say. */
export async function readCommit(file: string, ref: string, env: Environment): Promise<string | undefined> {
  const said = await runGit(dirname(file), env, ["rev-parse", "--verify", "--quiet", ref]).catch(() => "");
  return said.trim() || undefined;
}

function requireRevision(revision: string): void {
  const isUsable = revision.length <= LONGEST && !/^-|^$|[\u0000-\u0020\u007f]/.test(revision);
  if (isUsable) return;
  throw new UsageError(
    `a policy is read at a Git revision, not at ${JSON.stringify(revision.slice(0, 80))}`,
    ["Name a branch, a tag or a commit: `--policy origin/main`."],
  );
}

type Git = (...args: string[]) => Promise<string>;

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
        `Name the one that you trust in full, as in --policy ${commits[0] ?? ref}.`,
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
    `It is ${named.join(" and ")}: name the one that you trust in full, as in --policy ${named[1]}.`,
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

function lacking(revision: string, name: string, cause: unknown): PolicyError {
  return new PolicyError(
    `the policy cannot be read: this clone does not have the content of ${name} at ${revision}`,
    [
      "A partial clone fetches content only when it is asked for: check that revision out once, or clone whole.",
    ],
    cause,
  );
}

// The policy of a change under review: that of the commit that it is compared with, else of the default branch, from the checkout or over
// GitHub's API.

import { resolve } from "node:path";
import { decodeText } from "../desired/index.ts";
import { type Project, UserError } from "../model/index.ts";
import { applyPolicy, readPolicy } from "../project/policy/apply-policy.ts";
import { findPolicy, type Tree } from "../project/policy/find-at.ts";
import { openTree, readCommit } from "../project/policy/read-revision.ts";
import { PolicyError, surveyWay, type Way, WayError } from "../project/policy/way.ts";
import type { Environment } from "../target/index.ts";
import type { RunEvent } from "./event.ts";
import type { GitHub } from "./forge/github.ts";

interface PolicyOrigin {
  event: Pick<RunEvent, "name" | "base" | "branch" | "sha" | "defaultBranch">;
  /** Absolute: where the project was looked for, as it was named. */
  cwd: string;
  env: Environment;
  github: GitHub | undefined;
}

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * The project under that policy; as it is if what is checked out is the event's own commit of the default branch. BOARDWRIGHT_POLICY,
 * which only the workflow sets, names another revision of the checkout. Rejects with a PolicyError if neither the checkout nor GitHub has
 * the file.
 */
export async function underBasePolicy(project: Project, place: PolicyOrigin): Promise<Project> {
  const { event, env } = place;
  const way = wayOf(project, place);
  if (env.BOARDWRIGHT_POLICY) return readPolicy(project, way, { revision: env.BOARDWRIGHT_POLICY, env });
  const base = event.base ?? (await commitOfDefault(way, place));
  if (base === undefined) return project;
  if (!COMMIT.test(base))
    throw new PolicyError(`the event ${event.name} does not say which commit is the base`, [
      "Without it the change under review would decide where the key goes. Run this on pull_request.",
    ]);
  const policy = await findAtCommit(way, base, { ...place, find: findPolicy });
  return applyPolicy(project, { revision: base, commit: base, ...policy });
}

/**
 * What `find` finds in the files of a commit, of the checkout's objects, else of GitHub. Rejects with a PolicyError if neither has them, or if
 * the way leads elsewhere there.
 */
export async function findAtCommit<T>(
  way: Way,
  commit: string,
  {
    env,
    github,
    find,
  }: Pick<PolicyOrigin, "env" | "github"> & { find: (way: Way, tree: Tree) => Promise<T> },
): Promise<T> {
  try {
    return await find(way, (await openTree(way, commit, env)).tree);
  } catch (cause) {
    if (!(cause instanceof PolicyError) || cause instanceof WayError) throw cause;
    return find(way, treeOnGitHub(commit, github, cause));
  }
}

/** How the Action looks for its project. */
export function wayOf({ file }: Project, { cwd, env }: Pick<PolicyOrigin, "cwd" | "env">): Way {
  const workspace = env.GITHUB_WORKSPACE && resolve(env.GITHUB_WORKSPACE);
  return surveyWay(file, { from: cwd, ...(workspace && { workspace }) });
}

/**
 * Of an event that names no base: anybody who may push starts it at a branch or tag of theirs, or has it check one out. So the default
 * branch counts, whatever the event is called; undefined if its commit is what is checked out.
 */
async function commitOfDefault(way: Way, { event, env, github }: PolicyOrigin): Promise<string | undefined> {
  const { branch, sha, defaultBranch } = event;
  const said: string[] = [];
  const ask = async (question: (github: GitHub) => Promise<string>): Promise<string | undefined> => {
    if (!github) return undefined;
    try {
      return await question(github);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      said.push(error.message);
      return undefined;
    }
  };
  const name = defaultBranch ?? (await ask((it) => it.defaultBranch()));
  if (name !== undefined && branch === name)
    // A submodule may be of any commit of any repository.
    return !way.barrier && (await readCommit(way.root, "HEAD", env)) === sha ? undefined : sha;
  const commit =
    name &&
    ((await ask((it) => it.commitOf(name))) ??
      (await readCommit(way.root, `refs/remotes/origin/${name}`, env)));
  if (commit) return commit;
  if (!github) said.push("There is no `github-token` to ask GitHub with.");
  const at = branch === undefined ? "no branch" : `the branch ${branch}`;
  throw new PolicyError(
    `${event.name} runs at ${at}, and the policy of the default branch${name ? ` ${name}` : ""} cannot be read, neither from GitHub nor from the checkout`,
    [...said, ...WAYS, TRUST_HEAD],
  );
}

/** In most jobs only the merge commit was checked out. `cause`: why the checkout does not have the commit. */
function treeOnGitHub(commit: string, github: GitHub | undefined, cause: PolicyError): Tree {
  const revision = commit.slice(0, 12);
  const [why = cause.message] = cause.details;
  const missing = (said: readonly string[]) =>
    new PolicyError(
      `the policy of the commit ${revision} cannot be read, neither from the checkout nor from GitHub`,
      [...said, `The checkout: ${why}`, ...WAYS],
      cause,
    );
  const ask = async <T>(question: (github: GitHub) => Promise<T>): Promise<T> => {
    if (!github) throw missing(["There is no `github-token` to ask GitHub with."]);
    try {
      return await question(github);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw missing([error.message]);
    }
  };
  return {
    revision,
    async read(path) {
      const bytes = await ask((it) => it.fileAt(path, commit));
      const text = bytes && decodeText(bytes);
      if (text === undefined || typeof text === "string") return text;
      throw missing([`${path}: ${text.message}`]);
    },
    entry: (path) => ask((it) => it.entryAt(path, commit)),
  };
}

const WAYS = [
  "Give the job `permissions: { contents: read }`, or check out with `fetch-depth: 0`.",
  "Without that policy, the branch that is checked out would decide where the key goes.",
];
const TRUST_HEAD =
  "If only reviewed changes reach this branch, trust its own file: set BOARDWRIGHT_POLICY=HEAD in the `env` of the step.";

// The policy of a change under review: that of the commit that it is compared with, else of the default branch, from the checkout or over
// GitHub's API.

import { basename, dirname } from "node:path";
import { decodeText } from "../desired/index.ts";
import { type Project, UserError } from "../model/index.ts";
import type { Environment } from "../target/index.ts";
import { applyPolicy, readPolicy } from "../tasks/policy/apply-policy.ts";
import { PolicyError } from "../tasks/policy/policy-error.ts";
import {
  type FileAtRevision,
  placesAbove,
  readAtRevision,
  readCommit,
} from "../tasks/policy/read-revision.ts";
import { repositoryPrefix } from "../tasks/repository.ts";
import type { RunEvent } from "./event.ts";
import type { GitHub } from "./github.ts";

interface Place {
  event: Pick<RunEvent, "name" | "base" | "branch" | "sha" | "defaultBranch">;
  env: Environment;
  github: GitHub | undefined;
}

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * The project under that policy; as it is if what is checked out is the event's own commit of the default branch. BOARDWRIGHT_POLICY,
 * which only the workflow sets, names another revision of the checkout. Rejects with a PolicyError if neither the checkout nor GitHub has
 * the file.
 */
export async function underBasePolicy(project: Project, place: Place): Promise<Project> {
  const { event, env } = place;
  if (env.BOARDWRIGHT_POLICY) return readPolicy(project, env.BOARDWRIGHT_POLICY, env);
  const base = event.base ?? (await commitOfDefault(project, place));
  if (base === undefined) return project;
  if (!COMMIT.test(base))
    throw new PolicyError(`the event ${event.name} does not say which commit is the base`, [
      "Without it the change under review would decide where the key goes. Run this on pull_request.",
    ]);
  return applyPolicy(project, { revision: base, ...(await readAtCommit(project.file, base, place)) });
}

/** A file of the project as a commit has it, from the checkout, else from GitHub. Rejects with a PolicyError if neither has it. */
export async function readAtCommit(
  file: string,
  commit: string,
  { env, github }: Pick<Place, "env" | "github">,
): Promise<FileAtRevision> {
  try {
    return await readAtRevision(file, commit, env);
  } catch (cause) {
    if (!(cause instanceof PolicyError)) throw cause;
    return { commit, ...(await askGitHub(file, github, { base: commit, cause })) };
  }
}

/**
 * Of an event that names no base: anybody who may push starts it at a branch or tag of theirs, or has it check one out. So the default
 * branch counts, whatever the event is called; undefined if its commit is what is checked out.
 */
async function commitOfDefault(project: Project, { event, env, github }: Place): Promise<string | undefined> {
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
    return (await readCommit(project.file, "HEAD", env)) === sha ? undefined : sha;
  const commit =
    name &&
    ((await ask((it) => it.commitOf(name))) ??
      (await readCommit(project.file, `refs/remotes/origin/${name}`, env)));
  if (commit) return commit;
  if (!github) said.push("There is no `github-token` to ask GitHub with.");
  const at = branch === undefined ? "no branch" : `the branch ${branch}`;
  throw new PolicyError(
    `${event.name} runs at ${at}, and the policy of the default branch${name ? ` ${name}` : ""} cannot be read, neither from GitHub nor from the checkout`,
    [...said, ...WAYS, TRUST_HEAD],
  );
}

/** In most jobs only the merge commit was checked out. */
async function askGitHub(
  file: string,
  github: GitHub | undefined,
  { base, cause }: { base: string; cause: PolicyError },
): Promise<Pick<FileAtRevision, "text" | "isNearer">> {
  const prefix = repositoryPrefix(dirname(file));
  const name = prefix + basename(file);
  const [why = cause.message] = cause.details;
  const missing = (said: readonly string[]) =>
    new PolicyError(
      `the policy of the commit ${base.slice(0, 12)} cannot be read, neither from the checkout nor from GitHub`,
      [...said, `The checkout: ${why}`, ...WAYS],
      cause,
    );
  if (!github) throw missing(["There is no `github-token` to ask GitHub with."]);
  const read = (path: string): Promise<Buffer | undefined> =>
    github.fileAt(path, base).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      throw missing([error.message]);
    });
  const bytes = await read(name);
  if (bytes === undefined) {
    const above = placesAbove(prefix, basename(file));
    for (const path of above)
      if ((await read(path)) !== undefined) return { text: undefined, isNearer: true };
    return { text: undefined, isNearer: false };
  }
  const text = decodeText(bytes);
  if (typeof text === "string") return { text, isNearer: false };
  throw missing([`${name}: ${text.message}`]);
}

const WAYS = [
  "Give the job `permissions: { contents: read }`, or check out with `fetch-depth: 0`.",
  "Without that policy, the branch that is checked out would decide where the key goes.",
];
const TRUST_HEAD =
  "If only reviewed changes reach this branch, trust its own file: set BOARDWRIGHT_POLICY=HEAD in the `env` of the step.";

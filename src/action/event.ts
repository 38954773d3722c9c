// What started the workflow: the few facts of GitHub's event that the Action uses.

import { UserError } from "../model/index.ts";

export interface PullRequest {
  number: number;
  /** The commit that reviewers see; the event's own commit is a merge that GitHub makes up. */
  headSha: string;
  /** Whether it comes from another repository: then it has no secrets, and its token may only read. */
  isFork: boolean;
  /** What happened to it, like `closed`; undefined if the event does not say. */
  action: string | undefined;
  /** The label that was given or taken away. */
  label: string | undefined;
  /** Those it had when the event happened. */
  labels: readonly string[];
  /** Whether the event is that it was closed without being merged. */
  isDropped: boolean;
  isMerged: boolean;
  /** The commit that it was merged by; undefined if the event does not say. */
  merge: string | undefined;
  /** The branch that it goes to; undefined if the event does not say. */
  base: string | undefined;
}

export interface RunEvent {
  /** `pull_request`, `push`, `schedule`, `workflow_dispatch`, … */
  name: string;
  owner: string;
  repo: string;
  /** The commit that the run is of. */
  sha: string;
  /** The branch of that commit; undefined for a tag or a pull request. */
  branch: string | undefined;
  /** Where GitHub's API is: that of the server that the run is on. */
  apiUrl: string;
  /** Where people read the repository: the server that the run is on. */
  serverUrl: string;
  /** The pull request that started it, if one did. */
  pull: PullRequest | undefined;
  /** See baseCommit: "" if the event should name one and does not; undefined if it is about no change under review. */
  base: string | undefined;
  /** Of a push the commit that the branch was at before; undefined if the event does not say. */
  before: string | undefined;
  /** Undefined if the event does not say. */
  defaultBranch: string | undefined;
  /** Where the run's log can be read. */
  runUrl: string | undefined;
  /** From 1; more if somebody ran it again. */
  attempt: number;
}

/** The part of `@actions/github`'s context that is read. Its `repo` throws if nothing names one. */
export interface Context {
  eventName: string;
  sha: string;
  /** Like `refs/heads/main`. */
  ref: string;
  apiUrl: string;
  serverUrl: string;
  runId: number;
  runAttempt: number;
  repo: { owner: string; repo: string };
  payload: {
    action?: unknown;
    label?: unknown;
    pull_request?: unknown;
    merge_group?: unknown;
    repository?: unknown;
    before?: unknown;
  };
}

export function readEvent(context: Context): RunEvent {
  const { owner, repo } = readRepository(context);
  const pull = readPull(context.payload);
  const branch = /^refs\/heads\/(.+)$/.exec(context.ref)?.[1];
  return {
    name: context.eventName,
    owner,
    repo,
    sha: pull?.headSha ?? context.sha,
    branch,
    pull,
    base: baseCommit(context),
    before: textOf(context.payload.before),
    defaultBranch: readDefaultBranch(context, branch),
    apiUrl: context.apiUrl,
    serverUrl: context.serverUrl,
    runUrl: context.runId ? `${context.serverUrl}/${owner}/${repo}/actions/runs/${context.runId}` : undefined,
    attempt: context.runAttempt || 1,
  };
}

function readRepository(context: Context): Context["repo"] {
  try {
    return context.repo;
  } catch (cause) {
    throw new UserError("nothing says which repository this runs for", {
      details: ["GITHUB_REPOSITORY is not set: this is for GitHub Actions. At a terminal, use the command."],
      cause,
    });
  }
}

interface Side {
  sha?: string;
  ref?: string;
  repo?: { full_name?: string } | null;
}

function readPull({ action, label, pull_request }: Context["payload"]): PullRequest | undefined {
  const { number, head, base, merged, merge_commit_sha, labels } = (pull_request ?? {}) as {
    number?: number;
    head?: Side;
    base?: Side;
    merged?: boolean;
    merge_commit_sha?: unknown;
    labels?: unknown;
  };
  if (typeof number !== "number" || typeof head?.sha !== "string") return undefined;
  // The repository of a deleted fork is null: nothing of it is trusted either.
  const isFork = head.repo == null || head.repo.full_name !== base?.repo?.full_name;
  const isDropped = action === "closed" && merged === false;
  return {
    ...{ number, headSha: head.sha, isFork, isDropped, isMerged: merged === true },
    ...{ merge: textOf(merge_commit_sha), base: base?.ref },
    ...{ action: textOf(action), label: isRecord(label) ? textOf(label.name) : undefined },
    labels: Array.isArray(labels) ? labels.flatMap((one) => (isRecord(one) && textOf(one.name)) || []) : [],
  };
}

/**
 * The commit that the change under review is compared with: whoever wrote the change did not write that (contract 11). Of a pull request its
 * base, also once it is merged; of a merge queue the base of the group. From GitHub's "Events that trigger workflows".
 */
function baseCommit({ eventName, payload }: Context): string | undefined {
  const { pull_request: pull, merge_group: group } = payload;
  if (isRecord(pull)) return (isRecord(pull.base) && textOf(pull.base.sha)) || "";
  if (eventName.startsWith("pull_request")) return "";
  return isRecord(group) ? (textOf(group.base_sha) ?? "") : undefined;
}

/** A schedule only ever runs at the default branch, and its event may not name the repository. */
function readDefaultBranch({ eventName, payload }: Context, branch: string | undefined): string | undefined {
  const { repository } = payload;
  const named = isRecord(repository) ? textOf(repository.default_branch) : undefined;
  return named ?? (eventName === "schedule" ? branch : undefined);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

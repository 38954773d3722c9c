// What started the workflow: the few facts of GitHub's event that the Action uses.

import { UserError } from "../model/index.ts";

export interface PullRequest {
  number: number;
  /** The commit that reviewers see; the event's own commit is a merge that GitHub makes up. */
  headSha: string;
  /** Whether it comes from another repository: then it has no secrets, and its token may only read. */
  isFork: boolean;
  /** Whether the event is that it was closed without being merged. */
  isDropped: boolean;
  isMerged: boolean;
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
  /** The repository's default branch; undefined if the event does not say. */
  defaultBranch: string | undefined;
  /** The pull request that started it, if one did. */
  pull: PullRequest | undefined;
  /** See trustedCommit: "" if the event should name one and does not; undefined if what is checked out is trusted itself. */
  base: string | undefined;
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
    repository?: unknown;
    action?: unknown;
    pull_request?: unknown;
    merge_group?: unknown;
    issue?: unknown;
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
    defaultBranch: readDefaultBranch(context, branch),
    pull,
    base: trustedCommit(context),
    apiUrl: context.apiUrl,
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

/** The clock starts workflows of the default branch alone, and its event need not name the repository. */
function readDefaultBranch(
  { eventName, payload: { repository } }: Context,
  branch: string | undefined,
): string | undefined {
  if (isRecord(repository)) return textOf(repository.default_branch);
  return eventName === "schedule" ? branch : undefined;
}

interface Side {
  sha?: string;
  ref?: string;
  repo?: { full_name?: string } | null;
}

function readPull({ action, pull_request }: Context["payload"]): PullRequest | undefined {
  const { number, head, base, merged } = (pull_request ?? {}) as {
    number?: number;
    head?: Side;
    base?: Side;
    merged?: boolean;
  };
  if (typeof number !== "number" || typeof head?.sha !== "string") return undefined;
  // The repository of a deleted fork is null: nothing of it is trusted either.
  const isFork = head.repo == null || head.repo.full_name !== base?.repo?.full_name;
  const isDropped = action === "closed" && merged === false;
  return { number, headSha: head.sha, isFork, isDropped, isMerged: merged === true, base: base?.ref };
}

/** Events that may be about a change under review though they run at the default branch: GITHUB_SHA is its newest commit then. */
const AT_DEFAULT_BRANCH: readonly string[] = ["workflow_run", "check_run", "check_suite"];

/**
 * The commit that the change under review is compared with: whoever wrote the change did not write that (contract 11). Of a pull request its
 * base, and once it is merged the merge; of a merge queue the base of the group. From GitHub's "Events that trigger workflows".
 */
function trustedCommit({ eventName, payload, sha }: Context): string | undefined {
  const { pull_request: pull, merge_group: group, issue } = payload;
  if (isRecord(pull)) {
    const merged = pull.merged === true ? textOf(pull.merge_commit_sha) : undefined;
    return merged ?? (isRecord(pull.base) ? (textOf(pull.base.sha) ?? "") : "");
  }
  if (eventName.startsWith("pull_request")) return "";
  if (isRecord(group)) return textOf(group.base_sha) ?? "";
  const isComment = eventName === "issue_comment" && isRecord(issue) && isRecord(issue.pull_request);
  return isComment || AT_DEFAULT_BRANCH.includes(eventName) ? sha : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

// What set the workflow off: the few facts of GitHub's event that the Action goes by.

export interface PullRequest {
  number: number;
  /** The commit that reviewers see; the event's own commit is a merge that GitHub makes up. */
  headSha: string;
  /** The branch that it comes from. */
  headRef: string;
  /** Whether it comes from another repository: then it has no secrets, and its token may only read. */
  isFork: boolean;
}

export interface RunEvent {
  /** `pull_request`, `push`, `schedule`, `workflow_dispatch`, … */
  name: string;
  owner: string;
  repo: string;
  /** The commit that the run is of. */
  sha: string;
  /** The pull request that set it off, if one did. */
  pull: PullRequest | undefined;
  /** Where the run's log can be read. */
  runUrl: string | undefined;
}

/** The part of `@actions/github`'s context that is read. */
export interface Context {
  eventName: string;
  sha: string;
  serverUrl: string;
  runId: number;
  repo: { owner: string; repo: string };
  payload: { pull_request?: unknown };
}

export function readEvent(context: Context): RunEvent {
  const { owner, repo } = context.repo;
  const pull = readPull(context.payload.pull_request);
  return {
    name: context.eventName,
    owner,
    repo,
    sha: pull?.headSha ?? context.sha,
    pull,
    runUrl: context.runId ? `${context.serverUrl}/${owner}/${repo}/actions/runs/${context.runId}` : undefined,
  };
}

interface Side {
  sha?: string;
  ref?: string;
  repo?: { full_name?: string } | null;
}

function readPull(raw: unknown): PullRequest | undefined {
  const { number, head, base } = (raw ?? {}) as { number?: number; head?: Side; base?: Side };
  if (typeof number !== "number" || !head) return undefined;
  // The repository of a deleted fork is null: nothing of it is trusted either.
  const isFork = head.repo?.full_name !== base?.repo?.full_name || head.repo == null;
  return { number, headSha: head.sha ?? "", headRef: head.ref ?? "", isFork };
}

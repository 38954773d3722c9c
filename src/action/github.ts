// What the Action asks of GitHub's API: comments, issues, what a pull request changes. Each method rejects with a GitHubError whose
// message says what was tried and what to do; the caller decides whether that matters.

import { getOctokit } from "@actions/github";
import { UserError } from "../model/index.ts";
import { changedLines } from "./changed-lines.ts";
import type { RunEvent } from "./event.ts";

export interface Note {
  id: number;
  body: string;
}

export interface Issue {
  number: number;
  body: string;
}

export class GitHubError extends UserError {
  override readonly name = "GitHubError";
}

const WORKFLOW_BOT = "github-actions[bot]";
const TIMEOUT_MS = 10_000;

export type GitHub = ReturnType<typeof connectGitHub>;

/** Nothing is sent before a method is called. */
export function connectGitHub(
  token: string,
  { owner, repo, apiUrl }: Pick<RunEvent, "owner" | "repo" | "apiUrl">,
) {
  const octokit = getOctokit(token, { baseUrl: apiUrl });
  // No answer is waited for longer than the runner leaves a cancelled step.
  // Before, not around: the token's own hook stands around as well, and goes on with the options that it was given first.
  octokit.hook.before("request", (options) => {
    options.request = { ...options.request, signal: AbortSignal.timeout(TIMEOUT_MS) };
  });
  const at = { owner, repo };
  let login: Promise<string> | undefined;

  /** Whose comments are ours: the one question that tokens of apps (the workflow's own is one) and of people both may ask. */
  const self = (): Promise<string> => {
    login ??= octokit.graphql<{ viewer: { login: string } }>("{ viewer { login } }").then(
      ({ viewer }) => viewer.login,
      (error: unknown) => {
        if (isRefused(error)) return WORKFLOW_BOT;
        // Taken for another account, its own comments would not count.
        login = undefined;
        throw error;
      },
    );
    return login;
  };

  return {
    /** Our comments on the issue or pull request that `isOurs` accepts, oldest first. Those of other people never count: a marker can be copied. */
    async findComments(issue: number, isOurs: (body: string) => boolean): Promise<Note[]> {
      return explained(`read the comments of #${issue}`, "pull-requests: read", async () => {
        const name = await self();
        const comments = await octokit.paginate(octokit.rest.issues.listComments, {
          ...at,
          issue_number: issue,
          per_page: 100,
        });
        return comments
          .filter(({ body, user }) => user?.login === name && isOurs(body ?? ""))
          .map(({ id, body }) => ({ id, body: body ?? "" }));
      });
    },
    /** Writes a new comment, or puts it in the place of `known`. Returns its id. */
    async saveComment(issue: number, known: Note | undefined, body: string): Promise<number> {
      return explained(`write a comment on #${issue}`, "pull-requests: write", async () => {
        if (!known)
          return (await octokit.rest.issues.createComment({ ...at, issue_number: issue, body })).data.id;
        if (known.body !== body)
          await octokit.rest.issues.updateComment({ ...at, comment_id: known.id, body });
        return known.id;
      });
    },
    /** The number of the pull request whose merge brought the commit, if one did. */
    async pullOf(sha: string): Promise<number | undefined> {
      return explained(`find the pull request of ${sha.slice(0, 7)}`, "pull-requests: read", async () => {
        const { data } = await octokit.rest.repos.listPullRequestsAssociatedWithCommit({
          ...at,
          commit_sha: sha,
        });
        const merged = data.filter(({ merged_at }) => merged_at);
        // One that was merged from here to another branch has the commit as well, and is not what brought it.
        return (merged.find(({ merge_commit_sha }) => merge_commit_sha === sha) ?? merged[0])?.number;
      });
    },
    /** Whether it is closed, merged or not. */
    async isClosed(pull: number): Promise<boolean> {
      return explained(`read #${pull}`, "pull-requests: read", async () => {
        const { data } = await octokit.rest.pulls.get({ ...at, pull_number: pull });
        return data.state === "closed";
      });
    },
    /** File → the lines of it that the pull request added or changed; a file whose patch is too large to be shown has none. */
    async changedLines(pull: number): Promise<Map<string, Set<number>>> {
      return explained(`read what #${pull} changes`, "pull-requests: read", async () => {
        const files = await octokit.paginate(octokit.rest.pulls.listFiles, {
          ...at,
          pull_number: pull,
          per_page: 100,
        });
        return new Map(files.map(({ filename, patch }) => [filename, changedLines(patch ?? "")]));
      });
    },
    /** The bytes of a file at a commit; undefined if it is not there. `path`: from the repository's root. */
    async fileAt(path: string, commit: string): Promise<Buffer | undefined> {
      return explained(`read ${path} of ${commit.slice(0, 12)}`, "contents: read", async () => {
        const place = path.split("/").map(encodeURIComponent).join("/");
        try {
          const { data } = await octokit.request(`GET /repos/{owner}/{repo}/contents/${place}`, {
            ...at,
            ref: commit,
          });
          const { type, encoding, content } = data as Record<string, unknown>;
          if (type !== "file" || encoding !== "base64" || typeof content !== "string")
            throw new Error(`200, but no file of a size that it hands out`);
          return Buffer.from(content, "base64");
        } catch (error) {
          if ((error as { status?: number }).status !== 404) throw error;
          // A token that may not read the repository is answered 404 as well, for its commits, too.
          await octokit.rest.git.getCommit({ ...at, commit_sha: commit });
          return undefined;
        }
      });
    },
    /** Our open issue that `isOurs` accepts. */
    async findIssue(isOurs: (body: string) => boolean): Promise<Issue | undefined> {
      return explained("read the issues", "issues: read", async () => {
        const name = await self();
        const pages = octokit.paginate.iterator(octokit.rest.issues.listForRepo, {
          ...at,
          state: "open",
          creator: name,
          per_page: 100,
        });
        for await (const { data } of pages) {
          const found = data.find(
            ({ body, user, pull_request }) => !pull_request && user?.login === name && isOurs(body ?? ""),
          );
          if (found) return { number: found.number, body: found.body ?? "" };
        }
        return undefined;
      });
    },
    /** Opens the issue, or brings `known` up to date. Returns its number. */
    async saveIssue(known: Issue | undefined, title: string, body: string): Promise<number> {
      return explained("write an issue", "issues: write", async () => {
        if (!known) return (await octokit.rest.issues.create({ ...at, title, body })).data.number;
        if (known.body !== body)
          await octokit.rest.issues.update({ ...at, issue_number: known.number, title, body });
        return known.number;
      });
    },
    async closeIssue({ number }: Issue, comment: string): Promise<void> {
      await explained(`close #${number}`, "issues: write", async () => {
        await octokit.rest.issues.createComment({ ...at, issue_number: number, body: comment });
        await octokit.rest.issues.update({
          ...at,
          issue_number: number,
          state: "closed",
          state_reason: "completed",
        });
      });
    },
  };
}

async function explained<T>(what: string, permission: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const { status, message } = error as { status?: number; message: string };
    const said = status === undefined ? message : `${status} ${message}`;
    throw new GitHubError(`could not ${what}: GitHub answered ${said}`, {
      details: isRefused(error)
        ? [`Give the job \`permissions: { ${permission} }\`, or a \`github-token\` that has it.`]
        : ["The result of the command stands; run the job again for the comment."],
      cause: error,
    });
  }
}

/** An answer that says no, and would again. GraphQL says it with the status of a success, and then the error has none. */
function isRefused(error: unknown): boolean {
  const { name, status } = error as { name?: string; status?: number };
  return name === "GraphqlResponseError" || status === 401 || status === 403 || status === 404;
}

// What the Action asks of GitHub's API: issues, files, branches, and from their own files comments and pull requests. Each method rejects with a GitHubError whose message says what
// was tried and what to do; the caller decides whether that matters.

import { getOctokit } from "@actions/github";
import type { Entry } from "../../project/policy/find-at.ts";
import type { RunEvent } from "../event.ts";
import { commentCalls } from "./comment-calls.ts";
import { explained, isRefused, NotJson } from "./github-error.ts";
import { pullQueries } from "./github-pulls.ts";
import { previewCalls } from "./preview-calls.ts";
import { proposalCalls } from "./proposal-calls.ts";

export interface Issue {
  number: number;
  body: string;
}

/** Names what an issue is about: one that a person closed still does, and one that we closed does not. */
export const editsLine = (digest: string): string => `\n<!-- boardwright:edits of=${digest} -->\n`;
const withoutEdits = (body: string) => body.replace(/\n<!-- boardwright:edits .*$/s, "");

/** Who a workflow's own token is, on GitHub, Gitea and Forgejo. */
const WORKFLOW_BOTS = ["github-actions[bot]", "gitea-actions", "forgejo-actions"];
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
  // A proxy or a page for signing in answers so, with the status of a success.
  octokit.hook.after("request", ({ status, headers, data }, { method }) => {
    // Nothing at all would be taken for an empty list.
    if (method === "GET" && data === null) throw new TypeError("no answer");
    const isNothing = method === "GET" && (data === "" || data === undefined);
    if (isNothing || (typeof data === "string" && data !== ""))
      throw new NotJson(status, headers["content-type"]);
  });
  const at = { owner, repo };
  let logins: Promise<string[]> | undefined;

  /** Whose comments are ours. GraphQL: the one question that tokens of apps (the workflow's own is one) and of people both may ask. */
  const self = (): Promise<string[]> => {
    logins ??= octokit.graphql<{ viewer: { login: string } }>("{ viewer { login } }").then(
      ({ viewer }) => [viewer.login],
      (error: unknown) => {
        if (isRefused(error)) return withoutGraphql();
        // Taken for another account, its own comments would not count.
        logins = undefined;
        throw error;
      },
    );
    return logins;
  };
  const withoutGraphql = (): Promise<string[]> =>
    octokit.rest.users.getAuthenticated().then(
      ({ data }) => [data.login],
      () => WORKFLOW_BOTS,
    );
  const contentAt = async (path: string, commit: string): Promise<Record<string, unknown> | undefined> => {
    const place = path.split("/").map(encodeURIComponent).join("/");
    try {
      const route = `GET /repos/{owner}/{repo}/contents/${place}`;
      return (await octokit.request(route, { ...at, ref: commit })).data as Record<string, unknown>;
    } catch (error) {
      if ((error as { status?: number }).status !== 404) throw error;
      // A token that may not read the repository is answered 404 as well, for the root of its commits, too.
      await octokit.request("GET /repos/{owner}/{repo}/contents", { ...at, ref: commit });
      return undefined;
    }
  };

  return {
    ...pullQueries(octokit, at),
    ...commentCalls(octokit, at, self),
    ...previewCalls(octokit, at),
    ...proposalCalls(octokit, at, apiUrl),
    /** The bytes of a file at a commit; undefined if it is not there. `path`: from the repository's root. */
    async fileAt(path: string, commit: string): Promise<Buffer | undefined> {
      return explained(`read ${path} of ${commit.slice(0, 12)}`, "contents: read", async () => {
        const held = await contentAt(path, commit);
        if (held === undefined) return undefined;
        const { type, encoding, content } = held;
        if (type !== "file" || encoding !== "base64" || typeof content !== "string")
          throw new Error(`200, but no file of a size that it hands out`);
        return Buffer.from(content, "base64");
      });
    },
    /** What a commit has there; undefined if nothing. A link to a file is that file, as the servers answer it. */
    async entryAt(path: string, commit: string): Promise<Entry | undefined> {
      return explained(`read ${path} of ${commit.slice(0, 12)}`, "contents: read", async () => {
        const held = await contentAt(path, commit);
        if (held === undefined) return undefined;
        if (Array.isArray(held)) return { kind: "folder" };
        const { type, target } = held;
        if (type === "symlink") return { kind: "link", to: typeof target === "string" ? target : undefined };
        return { kind: type === "submodule" ? "submodule" : "file" };
      });
    },
    /** The branch that a repository has for all that names none. */
    async defaultBranch(): Promise<string> {
      return explained("read which branch is the default", "contents: read", async () => {
        const { data } = await octokit.rest.repos.get(at);
        return data.default_branch;
      });
    },
    /** The newest commit of a branch. */
    async commitOf(branch: string): Promise<string> {
      return explained(`read the branch ${branch}`, "contents: read", async () => {
        const { data } = await octokit.rest.repos.getBranch({ ...at, branch });
        // Gitea and Forgejo call it `id`.
        const { sha, id } = data.commit as { sha?: string; id?: string };
        const commit = sha ?? id;
        if (commit === undefined) throw new Error("200, but no commit");
        return commit;
      });
    },
    /** Our newest issue that `isOurs` accepts. */
    async findIssue(
      isOurs: (body: string) => boolean,
      state: "open" | "closed" = "open",
    ): Promise<Issue | undefined> {
      return explained("read the issues", "issues: read", async () => {
        const names = await self();
        const pages = octokit.paginate.iterator(octokit.rest.issues.listForRepo, {
          ...at,
          state,
          ...(names.length === 1 && { creator: names[0] }),
          per_page: 100,
        });
        for await (const { data } of pages) {
          const found = data.find(
            ({ body, user, pull_request }) =>
              !pull_request && names.includes(user?.login ?? "") && isOurs(body ?? ""),
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
    async closeIssue({ number, body }: Issue, comment: string): Promise<void> {
      await explained(`close #${number}`, "issues: write", async () => {
        await octokit.rest.issues.createComment({ ...at, issue_number: number, body: comment });
        await octokit.rest.issues.update({
          ...at,
          issue_number: number,
          state: "closed",
          state_reason: "completed",
          body: withoutEdits(body),
        });
      });
    },
  };
}

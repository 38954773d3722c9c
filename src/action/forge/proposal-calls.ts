// What a proposal asks of the server: its branch, the commit on it, its pull request. GitHub takes trees and commits over its Git data API;
// Gitea and Forgejo only read those, and take all changes of a commit in one request. No Git runs, and the checkout stays as it is.

import type { getOctokit } from "@actions/github";
import { UserError } from "../../model/index.ts";
import { explained, GitHubError, isMissing, isRefused } from "./github-error.ts";
import type { Repository } from "./github-pulls.ts";
import { readPages } from "./pages.ts";

// What a server refused of a proposal, in words, with what to do about it.

const PULLS = "pull-requests: write";

/** GitHub has it off by default, and refuses with a status that says nothing of it. */
const SETTING =
  "On GitHub also allow it: Settings, Actions, General, `Allow GitHub Actions to create and approve pull requests`.";
const RULES =
  "A rule of the repository refuses it, and would again: let the rule leave out `boardwright/drift/**`, or let the job's token pass it.";
const AGAIN = "Run the job again. What was edited outside Git is in this report all the same.";

/** As `explained`, with what to do about a proposal. */
async function asked<T>(what: string, permission: string, run: () => Promise<T>): Promise<T> {
  try {
    return await explained(what, permission, run);
  } catch (error) {
    if (error instanceof GitHubError && error.cause instanceof UserError) throw error.cause;
    if (!(error instanceof GitHubError)) throw error;
    const { message, advice, cause } = error;
    const isSetting = permission === PULLS && isRefused(cause);
    const own = isRuled(cause) ? RULES : AGAIN;
    throw new GitHubError(message, { advice: isSetting ? `${advice} ${SETTING}` : (advice ?? own), cause });
  }
}

/** A ruleset or a protected branch: it would refuse the next run as well. */
function isRuled(error: unknown): boolean {
  const { status, message = "" } = error as { status?: number; message?: string };
  return status === 422 && /rule violation|protected (branch|ref)|cannot create ref/i.test(message);
}

function movedMeanwhile(branch: string, now: string | undefined): UserError {
  const what = now === undefined ? "was deleted" : `is at ${now.slice(0, 12)}`;
  return new UserError(`the branch ${branch} is left as it is: it ${what} since this run looked at it`, {
    details: [
      "Somebody wrote to it meanwhile. Merge it, or delete the branch: the next run then makes it anew.",
    ],
  });
}

/** A file of the commit that is proposed. */
export interface FileEdit {
  /** From the repository's root. */
  path: string;
  /** Null for a file that goes. */
  text: string | null;
  /** The object of the file before; undefined if it is new. */
  before: string | undefined;
  isExecutable: boolean;
}

export interface ProposalPull {
  number: number;
  title: string;
  body: string;
  isOpen: boolean;
  isMerged: boolean;
  /** The newest commit that it had; undefined if the server does not say. */
  headSha: string | undefined;
}

export interface Proposing {
  branch: string;
  /** The commit that `branch` is at; undefined if there is none yet. */
  head: string | undefined;
  /** The branch and commit that the edits are of. */
  onto: string;
  base: string;
  message: string;
  edits: readonly FileEdit[];
}

export interface Committed {
  sha: string;
  /** Whether the branch was deleted and made again, which closed its pull request. */
  isReplaced: boolean;
}

interface WirePull {
  number: number;
  title: string;
  body?: string | null;
  state: string;
  merged_at?: string | null;
  merged?: boolean;
  head?: { ref?: string; sha?: string; repo?: { full_name?: string } | null };
}

const WRITE = "contents: write";

export function proposalCalls(octokit: ReturnType<typeof getOctokit>, at: Repository, apiUrl: string) {
  const { rest } = octokit;
  /** Both serve their API there; GitHub Enterprise at /api/v3. */
  const isGitea = /\/api\/v1\/?$/.test(apiUrl);
  const repository = `${at.owner}/${at.repo}`.toLowerCase();

  const listPulls = async (branch: string, state: "open" | "closed"): Promise<ProposalPull[]> => {
    const query = { ...at, state, head: `${at.owner}:${branch}` };
    const route = "GET /repos/{owner}/{repo}/pulls";
    // Gitea and Forgejo do not know `head`: of what is closed, the newest of all.
    const all: WirePull[] =
      state === "open"
        ? await readPages<WirePull>(octokit, route, query)
        : ((await octokit.request(route, { ...query, per_page: 100, limit: 50 })).data as WirePull[]);
    // A fork may call a branch alike.
    return all
      .filter(({ head }) => head?.ref === branch && head.repo?.full_name?.toLowerCase() === repository)
      .map(({ number, title, body, state: now, merged, merged_at, head }) => ({
        ...{ number, title, body: body ?? "", headSha: head?.sha },
        isOpen: now === "open",
        isMerged: merged === true || Boolean(merged_at),
      }));
  };

  const commitOnGitHub = async ({ branch, head, base, message, edits }: Proposing): Promise<Committed> => {
    const { tree } = (await rest.git.getCommit({ ...at, commit_sha: base })).data;
    const entries = edits.map(({ path, text, isExecutable }) => ({
      path,
      mode: isExecutable ? ("100755" as const) : ("100644" as const),
      type: "blob" as const,
      ...(text === null ? { sha: null } : { content: text }),
    }));
    const made = await rest.git.createTree({ ...at, base_tree: tree.sha, tree: entries });
    // Neither author nor committer: both are then whose token it is.
    const commit = await rest.git.createCommit({ ...at, message, tree: made.data.sha, parents: [base] });
    const { sha } = commit.data;
    await requireAt(branch, head);
    if (head === undefined) await rest.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha });
    else await rest.git.updateRef({ ...at, ref: `heads/${branch}`, sha, force: true });
    return { sha, isReplaced: false };
  };

  const commitOnGitea = async ({ branch, head, onto, message, edits }: Proposing): Promise<Committed> => {
    const files = edits.map(({ path, text, before }) => ({
      operation: text === null ? "delete" : before === undefined ? "create" : "update",
      path,
      ...(text === null ? {} : { content: Buffer.from(text).toString("base64") }),
      ...(before === undefined ? {} : { sha: before }),
    }));
    const ask = (more: object) =>
      octokit.request("POST /repos/{owner}/{repo}/contents", {
        ...{ ...at, branch: onto, new_branch: branch, message, files, ...more },
      });
    let isReplaced = false;
    const write = async () => {
      await requireAt(branch, head);
      if (head === undefined) return ask({});
      try {
        return await ask({ force_push: true });
      } catch (error) {
        const { status, message: said } = error as { status?: number; message: string };
        if (status !== 422 || !/branch.*exist/i.test(said)) throw error;
        // A server that cannot move a branch elsewhere.
        await requireAt(branch, head);
        await removeBranch(branch);
        isReplaced = true;
        return ask({});
      }
    };
    const { commit } = (await write()).data as { commit?: { sha?: string } };
    if (commit?.sha === undefined) throw new Error("a success, but no commit");
    return { sha: commit.sha, isReplaced };
  };

  const readHead = async (branch: string): Promise<string | undefined> => {
    try {
      const { commit } = (await rest.repos.getBranch({ ...at, branch })).data;
      // Gitea and Forgejo call it `id`.
      const { sha, id } = commit as { sha?: string; id?: string };
      return sha ?? id;
    } catch (error) {
      if (!isMissing(error)) throw error;
      return undefined;
    }
  };

  /** Right before what no server makes conditional over REST: a commit that somebody pushed since the run began stays. */
  const requireAt = async (branch: string, head: string | undefined): Promise<void> => {
    const now = await readHead(branch);
    if (now !== head) throw movedMeanwhile(branch, now);
  };

  const removeBranch = async (branch: string): Promise<void> => {
    if (isGitea) await octokit.request("DELETE /repos/{owner}/{repo}/branches/{branch}", { ...at, branch });
    else await rest.git.deleteRef({ ...at, ref: `heads/${branch}` });
  };

  return {
    /** Whether a commit of the same edits on an older base is as good: where a branch may only be replaced with its pull request. */
    keepsBranches: isGitea,
    /** The commit of a branch; undefined if there is no such branch. */
    async headOf(branch: string): Promise<string | undefined> {
      return asked(`read the branch ${branch}`, "contents: read", async () => {
        return readHead(branch);
      });
    },
    /** The object of a file at a commit; undefined if there is none, and `other` for what is no file. */
    async blobOf(path: string, commit: string): Promise<string | undefined> {
      return asked(`read ${path} of ${commit.slice(0, 12)}`, "contents: read", async () => {
        const place = path.split("/").map(encodeURIComponent).join("/");
        try {
          const { data } = await octokit.request(`GET /repos/{owner}/{repo}/contents/${place}`, {
            ...{ ...at, ref: commit },
          });
          const { type, sha } = data as { type?: string; sha?: string };
          return type === "file" && sha !== undefined ? sha : "other";
        } catch (error) {
          if (!isMissing(error)) throw error;
          return undefined;
        }
      });
    },
    /** The pull requests of a branch of this repository, open ones first, then from the newest on. */
    async pullsOf(branch: string): Promise<ProposalPull[]> {
      return asked(`read the pull requests of ${branch}`, "pull-requests: read", async () => [
        ...(await listPulls(branch, "open")),
        ...(await listPulls(branch, "closed")),
      ]);
    },
    /** Puts one commit with the edits on the branch, in the place of what is there. */
    async commitEdits(proposing: Proposing): Promise<Committed> {
      return asked(`write the branch ${proposing.branch}`, WRITE, () =>
        isGitea ? commitOnGitea(proposing) : commitOnGitHub(proposing),
      );
    },
    /** Only as long as it is at that commit. */
    async deleteBranch(branch: string, head: string): Promise<void> {
      await asked(`delete the branch ${branch}`, WRITE, async () => {
        await requireAt(branch, head);
        await removeBranch(branch);
      });
    },
    /** Rejects with a UserError if the branch is at another commit by now. */
    async requireHead(branch: string, head: string): Promise<void> {
      await asked(`read the branch ${branch}`, "contents: read", () => requireAt(branch, head));
    },
    async openPull(branch: string, onto: string, { title, body }: { title: string; body: string }) {
      return asked("open a pull request", PULLS, async () => {
        const { data } = await rest.pulls.create({ ...at, head: branch, base: onto, title, body });
        return data.number;
      });
    },
    async updatePull(pull: ProposalPull, { title, body }: { title: string; body: string }): Promise<void> {
      if (pull.title === title && pull.body === body) return;
      await asked(`update #${pull.number}`, PULLS, () =>
        rest.pulls.update({ ...at, pull_number: pull.number, title, body }),
      );
    },
    async closePull(
      { number }: ProposalPull,
      { comment, body }: { comment: string; body: string },
    ): Promise<void> {
      await asked(`close #${number}`, PULLS, async () => {
        await rest.issues.createComment({ ...at, issue_number: number, body: comment });
        await rest.pulls.update({ ...at, pull_number: number, state: "closed", body });
      });
    },
  };
}

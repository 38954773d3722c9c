// What the Action asks of GitHub about pull requests: which one a commit came from, who approved it, what it changes. REST alone, and
// what Gitea and Forgejo lack of it is asked in their own way.

import type { getOctokit } from "@actions/github";
import { compareText } from "../../model/index.ts";
import { explained, isMissing } from "./github-error.ts";
import { readPages } from "./pages.ts";

/** A pull request that was merged. */
export interface MergedPull {
  number: number;
  /** Its last commit, the one that reviewers saw; undefined if the server does not say. */
  head: string | undefined;
  /** The branch that it came from, if the server says so and it is one of this repository. */
  branch?: string | undefined;
  /** The branch that it was merged into; undefined if the server does not say. */
  base: string | undefined;
  /** Whether the commit that was asked about is its very merge; false: it holds that commit as well. */
  isExact: boolean;
}

/** As the servers answer it; not all of it everywhere. */
interface WirePull {
  number: number;
  state?: string;
  merged?: boolean;
  merged_at?: string | null;
  merge_commit_sha?: string | null;
  head?: { sha?: string; ref?: string; repo?: { full_name?: string } | null };
  base?: { ref?: string };
  user?: Account;
  commits?: number;
}

type Account = { login?: string } | null;

interface WireCommit {
  sha: string;
  author?: Account;
  committer?: Account;
  commit: { message?: string };
}

interface WireFile {
  filename: string;
  patch?: string;
}

interface WireReview {
  state: string;
  commit_id?: string | null;
  user: { login: string; type?: string } | null;
  /** Gitea and Forgejo: whether the reviewer's word counts, and whether it was taken back. */
  official?: boolean;
  dismissed?: boolean;
}

/** The last words of those who may write, by login. */
export interface Opinions {
  approvers: string[];
  /** Who asked for changes and has not taken it back, of whichever commit that was. */
  objectors: string[];
  /** Of whom the server does not say whether they may write: their approvals do not count, their objections do. */
  unknown: string[];
  /** A commit of which the server does not say who wrote, committed or pushed it: it may be an approver's. */
  anonymous: string | undefined;
}

export interface Repository {
  owner: string;
  repo: string;
}

/** What an opinion replaces, and what it is replaced by. A comment is none. Gitea's names differ. */
const OPINIONS = ["APPROVED", "CHANGES_REQUESTED", "REQUEST_CHANGES", "DISMISSED"];
const OBJECTIONS = ["CHANGES_REQUESTED", "REQUEST_CHANGES"];
/** A trailer with the address that GitHub gives an account: `12+ada@users.noreply.github.com`. Whose any other is, nobody knows. */
const CO_AUTHOR = /^co-authored-by:[^<\n]*<(?:\d+\+)?([^@>\n]+)@users\.noreply\./gim;
/** No queue merges more at once. */
const MOST_EARLIER = 30;
const WRITERS = ["admin", "maintain", "write", "owner"];

export function pullQueries(octokit: ReturnType<typeof getOctokit>, at: Repository) {
  const { rest } = octokit;

  /** Undefined if the server has no such operation, or does not know the commit. */
  const askOfCommit = async (sha: string): Promise<WirePull[] | undefined> => {
    const all = await unlessMissing(
      readPages<WirePull>(octokit, "GET /repos/{owner}/{repo}/commits/{sha}/pulls", { ...at, sha }),
    );
    if (all) return all;
    // Gitea's and Forgejo's way: the one that was merged by it.
    const one = await unlessMissing(
      octokit.request("GET /repos/{owner}/{repo}/commits/{sha}/pull", { ...at, sha }),
    );
    return one && [one.data as WirePull];
  };

  /** Of the pull requests that were closed last. */
  const listMerged = async (): Promise<WirePull[]> => {
    const asked = { ...at, state: "closed", sort: "updated", direction: "desc", per_page: 100 } as const;
    return ((await rest.pulls.list(asked)).data as WirePull[]).filter(isMerged);
  };

  /** Undefined if the server does not say. Who belongs to an organization may be allowed to read alone, so membership says nothing. */
  const mayWrite = async ({ user, official }: WireReview): Promise<boolean | undefined> => {
    if (official !== undefined) return official;
    const username = user?.login ?? "";
    const known = await unlessMissing(rest.repos.getCollaboratorPermissionLevel({ ...at, username }), 403);
    return known && WRITERS.includes(known.data.permission);
  };

  /**
   * `writers`: in lower case, who wrote or pushed any commit of a pull request, as far as the server says: Gitea and Forgejo do not tell who
   * pushed. `anonymous`: see Opinions.
   */
  const writersOf = async ({ number: pull, head, user, commits: total = 0 }: WirePull) => {
    const route = "GET /repos/{owner}/{repo}/pulls/{pull}/commits";
    const commits = await readPages<WireCommit>(octokit, route, { ...at, pull });
    if (commits.length < total) throw new Error(`200, but only ${commits.length} of its ${total} commits`);
    const { repo, ref } = head ?? {};
    const from = `GET /repos/${repo?.full_name ?? `${at.owner}/${at.repo}`}/activity`;
    const asking = octokit.request(from, { ref: `refs/heads/${ref}`, per_page: 100 });
    const pushes: { after?: string; actor?: Account }[] = (await unlessMissing(asking, 403, 422))?.data ?? [];
    const own = pushes.filter(({ after }) => commits.some(({ sha }) => sha === after));
    const named = commits.flatMap(({ author, committer, commit: { message = "" } }) => [
      ...[author?.login, committer?.login],
      ...[...message.matchAll(CO_AUTHOR)].map(([, login]) => login),
    ]);
    const all = [user?.login, ...named, ...own.map(({ actor }) => actor?.login)];
    const writers = new Set(all.flatMap((login) => login?.toLowerCase() ?? []));
    // A push brings the commits up to its last one. GitHub commits in its own name for whoever clicks.
    const pushed = commits.findLastIndex(({ sha }) =>
      own.some(({ after, actor }) => after === sha && actor?.login),
    );
    const anonymous = commits.find(
      ({ author, committer }, at) =>
        at > pushed && !author?.login && (!committer?.login || committer.login === "web-flow"),
    );
    return { writers, anonymous: anonymous?.sha };
  };

  return {
    /**
     * The pull requests that brought the commit, those whose merge it is first. Servers connect the two a moment after the merge: so if
     * none is known yet, those that were closed last are looked at as well.
     */
    async mergedBy(sha: string): Promise<MergedPull[]> {
      return explained(`find the pull request of ${sha.slice(0, 7)}`, "pull-requests: read", async () => {
        const known = await askOfCommit(sha);
        const isMerge = ({ merge_commit_sha }: WirePull) => merge_commit_sha === sha;
        let found = (known ?? []).filter(isMerged);
        if (!found.some(isMerge)) {
          const last = known ? await unlessMissing(listMerged()) : await listMerged();
          found = [...(last ?? []).filter(isMerge), ...found];
        }
        const pulls = found.map(async (pull) => {
          const { number } = pull;
          const isWhole = !isMerge(pull) || pull.head?.sha !== undefined;
          const { head, base }: WirePull = isWhole
            ? pull
            : (await rest.pulls.get({ ...at, pull_number: number })).data;
          const isOwn = head?.repo?.full_name === `${at.owner}/${at.repo}`;
          const branch = isOwn ? head?.ref : undefined;
          return { number, head: head?.sha, branch, base: base?.ref, isExact: isMerge(pull) };
        });
        return (await Promise.all(pulls)).sort((a, b) => Number(b.isExact) - Number(a.isExact));
      });
    },
    /** Of the pull requests that were merged into a branch, the newest, from the last one on. `at`: when, in ms; NaN if nobody says. */
    async mergedInto(branch: string): Promise<(MergedPull & { at: number })[]> {
      return explained(`find what was merged into ${branch}`, "pull-requests: read", async () => {
        const merged = (await listMerged()).filter(({ base }) => base?.ref === branch);
        merged.sort((a, b) => compareText(b.merged_at ?? "", a.merged_at ?? "") || b.number - a.number);
        return merged.slice(0, MOST_EARLIER).map(({ number, head, merged_at }) => ({
          ...{ number, head: head?.sha, base: branch, isExact: false, at: Date.parse(merged_at ?? "") },
        }));
      });
    },
    /**
     * Who approved exactly this commit, and who objects: people who may write, but none who wrote some of it. Anybody may approve a public
     * repository's pull request, also one of a bot's to which they pushed, and some servers let authors approve their own.
     */
    async opinionsOn(pull: number, head: string): Promise<Opinions> {
      return explained(`read the reviews of #${pull}`, "pull-requests: read", async () => {
        const route = "GET /repos/{owner}/{repo}/pulls/{pull}/reviews";
        const reviews = await readPages<WireReview>(octokit, route, { ...at, pull });
        const last = new Map<string, WireReview>();
        for (const review of reviews) {
          if (review.user && OPINIONS.includes(review.state)) last.set(review.user.login, review);
        }
        const now: WirePull = (await rest.pulls.get({ ...at, pull_number: pull })).data;
        const { writers, anonymous } = await writersOf(now);
        last.delete(now.user?.login ?? "");
        const opinions: Opinions = { approvers: [], objectors: [], unknown: [], anonymous };
        for (const [login, review] of last) {
          const { state, commit_id, dismissed = false, user } = review;
          const isOther = user?.type !== "Bot" && !writers.has(login.toLowerCase());
          const approves = state === "APPROVED" && commit_id === head && isOther;
          const objects = OBJECTIONS.includes(state);
          if (dismissed || !(approves || objects)) continue;
          const may = await mayWrite(review);
          // Whoever objects and may write is obeyed; of whom nobody knows that, neither word may let an apply pass.
          if (may === undefined) opinions.unknown.push(login);
          if (may ?? objects) opinions[approves ? "approvers" : "objectors"].push(login);
        }
        return opinions;
      });
    },
    /** File → the lines of it that the pull request added or changed; a file whose patch is too large to be shown has none. */
    async changedLines(pull: number): Promise<Map<string, Set<number>>> {
      return explained(`read what #${pull} changes`, "pull-requests: read", async () => {
        const route = "GET /repos/{owner}/{repo}/pulls/{pull}/files";
        const files = await readPages<WireFile>(octokit, route, { ...at, pull });
        return new Map(files.map(({ filename, patch }) => [filename, changedLines(patch ?? "")]));
      });
    },
  };
}

function isMerged({ merged, merged_at }: WirePull): boolean {
  return merged === true || Boolean(merged_at);
}

/** The answer; undefined if there is no such thing, or it is refused with another status that is given. */
async function unlessMissing<T>(asking: Promise<T>, ...others: number[]): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (isMissing(error) || others.includes((error as { status?: number }).status ?? 0)) return undefined;
    throw error;
  }
}

// The lines that a pull request changes, from the patches that GitHub's API gives.

/** The numbers, in the new file, of the lines that a patch adds or changes (unified diff, one file, without file headers). */
export function changedLines(patch: string): Set<number> {
  const lines = new Set<number>();
  let at = 0;
  for (const text of patch.split("\n")) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text);
    if (hunk) at = Number(hunk[1]);
    else if (text.startsWith("+")) lines.add(at++);
    else if (!text.startsWith("-") && !text.startsWith("\\")) at++;
  }
  return lines;
}

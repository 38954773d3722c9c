// What the Action asks of GitHub about comments on a pull request. REST alone, and nothing that Gitea and Forgejo lack.

import type { getOctokit } from "@actions/github";
import { explained, isMissing } from "./github-error.ts";
import type { Repository } from "./github-pulls.ts";
import { readPages } from "./pages.ts";

export interface Note {
  id: number;
  body: string;
  /** Where it is shown; undefined if the server does not say. */
  address?: string | undefined;
  /** Whether it is another account's: it may be ours all the same, and the token may not be allowed to write over it. */
  isForeign?: true;
}

/** As the servers answer it. */
interface WireComment {
  id: number;
  user?: { login: string; type?: string } | null;
  body?: string | undefined;
  html_url?: string;
  /** Not of Gitea and Forgejo. */
  author_association?: string;
}

/** What GitHub says of an author who is none of the repository's people: they can copy a comment of ours, seal and all. */
const OUTSIDERS = ["NONE", "CONTRIBUTOR", "FIRST_TIMER", "FIRST_TIME_CONTRIBUTOR", "MANNEQUIN"];

export interface Finding {
  isOurs: (body: string) => boolean;
  /** Of those by other accounts. */
  isSealed?: (body: string) => boolean;
  /** Numbers of comments that this job has posted: they are ours, also where a server does not say who we are. */
  posted?: readonly number[];
}

/** `self`: the logins whose comments are ours. */
export function commentCalls(
  octokit: ReturnType<typeof getOctokit>,
  at: Repository,
  self: () => Promise<string[]>,
) {
  const { issues } = octokit.rest;
  const readComments = (issue: number) =>
    readPages<WireComment>(octokit, "GET /repos/{owner}/{repo}/issues/{issue}/comments", { ...at, issue });

  return {
    /** The comments of everybody on the pull request, oldest first: whoever may comment can write anything into them. */
    async listComments(pull: number): Promise<Note[]> {
      return explained(`read the comments of #${pull}`, "pull-requests: read", async () =>
        (await readComments(pull)).map(noteOf),
      );
    },
    /**
     * The comments on the pull request that `isOurs` accepts: those of our account, oldest first, then those of others whose seal holds. A
     * marker can be copied, and a server may not say who we are.
     */
    async findComments(
      pull: number,
      { isOurs, isSealed = () => false, posted = [] }: Finding,
    ): Promise<Note[]> {
      return explained(`read the comments of #${pull}`, "pull-requests: read", async () => {
        const names = await self();
        const all = (await readComments(pull)).filter(({ body = "" }) => isOurs(body));
        const isOwn = ({ id, user }: WireComment) => names.includes(user?.login ?? "") || posted.includes(id);
        const own = all.filter(isOwn).map(noteOf);
        const sealed = all.filter((one) => !isOwn(one) && !isOutsider(one) && isSealed(one.body ?? ""));
        return [...own, ...sealed.map((one): Note => ({ ...noteOf(one), isForeign: true }))];
      });
    },
    /** What it says now; undefined if it is gone. */
    async readComment({ id }: Pick<Note, "id">): Promise<string | undefined> {
      return explained(`read the comment ${id}`, "pull-requests: read", async () =>
        unlessGone(async () => (await issues.getComment({ ...at, comment_id: id })).data.body ?? ""),
      );
    },
    async createComment(pull: number, body: string): Promise<Note> {
      return explained(`write a comment on #${pull}`, "pull-requests: write", async () =>
        noteOf((await issues.createComment({ ...at, issue_number: pull, body })).data),
      );
    },
    async updateComment({ id }: Pick<Note, "id">, body: string): Promise<Note> {
      return explained(`write the comment ${id}`, "pull-requests: write", async () =>
        noteOf((await issues.updateComment({ ...at, comment_id: id, body })).data),
      );
    },
    /** Once it is gone, there is nothing to do. */
    async deleteComment({ id }: Pick<Note, "id">): Promise<void> {
      await explained(`delete the comment ${id}`, "pull-requests: write", () =>
        unlessGone(() => issues.deleteComment({ ...at, comment_id: id })),
      );
    },
  };
}

function noteOf({ id, body = "", html_url: address }: WireComment): Note {
  return { id, body, ...(address !== undefined && { address }) };
}

/** The account of a token that was used before is a bot, or one that works on the repository. */
function isOutsider({ user, author_association = "" }: WireComment): boolean {
  return user?.type !== "Bot" && OUTSIDERS.includes(author_association);
}

async function unlessGone<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

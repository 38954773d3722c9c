// What the Action asks of GitHub about comments on a pull request. REST alone, and nothing that Gitea and Forgejo lack.

import type { getOctokit } from "@actions/github";
import { readPages } from "../forge/pages.ts";
import { explained, isMissing } from "../github-error.ts";
import type { Place } from "../github-pulls.ts";

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
  user?: { login: string } | null;
  body?: string | undefined;
  html_url?: string;
}

/** `self`: the logins whose comments are ours. */
export function commentCalls(
  octokit: ReturnType<typeof getOctokit>,
  at: Place,
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
      isOurs: (body: string) => boolean,
      isSealed: (body: string) => boolean = () => false,
    ): Promise<Note[]> {
      return explained(`read the comments of #${pull}`, "pull-requests: read", async () => {
        const names = await self();
        const all = (await readComments(pull)).filter(({ body = "" }) => isOurs(body));
        const isOwn = ({ user }: (typeof all)[number]) => names.includes(user?.login ?? "");
        const own = all.filter(isOwn).map(noteOf);
        const sealed = all.filter((one) => !isOwn(one) && isSealed(one.body ?? ""));
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

async function unlessGone<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

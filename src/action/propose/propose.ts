// Drift as a pull request: what a pull would write becomes one commit on the target's own branch, and one pull request, brought up to date by
// each run and closed when nothing is left. A branch that somebody else wrote to is left alone.

import { createHash } from "node:crypto";
import {
  type Json,
  type Plan,
  type PullResult,
  UsageError,
  UserError,
  writeJson,
} from "../../model/index.ts";
import {
  isWithdrawn,
  type ProposalMarker,
  proposalTitle,
  readProposal,
  renderProposal,
  withdrawnProposal,
} from "../../report/index.ts";
import { readCommit } from "../../tasks/policy/read-revision.ts";
import { repositoryRoot } from "../../tasks/repository.ts";
import type { ProposalPull } from "../forge/proposal-calls.ts";
import type { GitHub } from "../github.ts";
import { allowedIn, type Job } from "../job.ts";
import { sealKeyOf } from "../sealed-plans.ts";
import { proposalBranch } from "./branch-name.ts";
import { readEdits } from "./read-edits.ts";

const NOTHING_LEFT = "Nothing is left that could be taken into the files.";
const ONLY_CONFLICTS =
  "Nothing is left that could be taken into the files by itself. What is left needs a decision: the issue of this run lists it.";

/** Where a proposal may be made, found before anything is asked of the platform. */
export interface Ground {
  github: GitHub;
  /** The default branch. */
  onto: string;
  /** What its proposals are sealed with. */
  key: string;
}

export interface Found {
  /** Only the edits made outside Git. */
  drift: Plan;
  pulled: PullResult;
  texts: ReadonlyMap<string, string | null>;
  /** Whether all was compared: only then is nothing to pull really nothing. */
  isWhole: boolean;
}

/** Throws a UsageError or a UserError if this run may not propose anything. */
export async function groundOf({ event, github, project, env }: Job): Promise<Ground> {
  if (event.pull || event.base !== undefined)
    throw new UsageError(`\`propose\` does nothing on ${event.name}`, [
      "What is live is proposed to the default branch. Run it on `schedule` or `workflow_dispatch`.",
    ]);
  if (!github)
    throw new UsageError("`propose` needs a `github-token`", [
      "The default is the workflow's own token. The job needs `contents: write` and `pull-requests: write`.",
    ]);
  const onto = event.defaultBranch ?? (await github.defaultBranch());
  if (event.branch !== onto)
    throw new UsageError(`\`propose\` is for the default branch ${onto}, and this run is of another one`, [
      "Start the workflow at the default branch.",
    ]);
  const checkedOut = await readCommit(repositoryRoot(project.root) ?? project.root, "HEAD", env);
  if (checkedOut !== event.sha)
    throw new UserError("the commit that the job runs on is not what is checked out", {
      details: [
        `It runs on ${event.sha.slice(0, 12)}, and the project's folder has ${checkedOut?.slice(0, 12) ?? "no commit"}.`,
        "Check out the repository of the workflow, without `ref`.",
      ],
    });
  const key = sealKeyOf({ env });
  if (key === undefined)
    throw new UsageError("`propose` needs an `api-key` or a `review-key`", [
      "By its seal a run knows the branch of an earlier one.",
    ]);
  return { github, onto, key };
}

export interface Proposed {
  /** The open pull request, if there is one. */
  pull?: number;
  /** Why there is none, though there is something to take in. */
  note?: string;
}

/** Rejects with a UserError: nothing of others was touched. */
export async function propose(
  job: Job,
  { github, onto, key }: Ground,
  { drift, pulled, texts, isWhole }: Found,
): Promise<Proposed> {
  const { event, project, prefix, log } = job;
  const target = drift.target.name;
  const branch = proposalBranch(target);
  const newest = await github.commitOf(onto);
  if (newest !== event.sha)
    throw new UserError(
      `${onto} has a newer commit (${newest.slice(0, 12)}) than this run (${event.sha.slice(0, 12)}): nothing was proposed`,
      { details: ["Start the workflow again: a new run takes the newest commit."] },
    );
  const checkout = { root: project.root, prefix, commit: event.sha, blobOf: github.blobOf };
  const edits = await readEdits(texts, checkout);
  const head = await github.headOf(branch);
  const pulls = head === undefined && edits.length === 0 ? [] : await github.pullsOf(branch);
  const known = findOurs(pulls, key, { project: project.name, target, head });
  if (edits.length === 0) {
    if (known && isWhole) {
      const comment = drift.changes.length > 0 ? ONLY_CONFLICTS : NOTHING_LEFT;
      await withdraw(github, { branch, head: known.marker.head, pull: known.pull, comment, key });
    }
    return known?.pull.isOpen && !isWhole ? { pull: known.pull.number } : {};
  }
  if (head !== undefined && !known) throw notOurs(branch, pulls);
  const files = digestOf(edits.map(({ path, text, before }) => [path, text, before ?? null]));
  const taken = digestOfEdits(pulled);
  const declined = known?.pull.isOpen
    ? undefined
    : findDeclined(pulls, key, { project: project.name, target, files, drift: taken });
  if (declined !== undefined) return { note: declinedNote(declined) };
  const isSame = known?.marker.files === files && (known.marker.base === event.sha || github.keepsBranches);
  const message = `Take in the edits made outside Git (${branch.split("/").at(-1)})`;
  const committed =
    isSame && head !== undefined
      ? { sha: head, isReplaced: false }
      : await github.commitEdits({ branch, head, onto, base: event.sha, message, edits });
  const base = isSame ? known.marker.base : event.sha;
  const marker = { project: project.name, target, head: committed.sha, base, files, drift: taken };
  const source = { allowed: allowedIn(job) };
  const body = renderProposal({ marker, drift, pulled, source, runUrl: event.runUrl, key });
  const text = { title: proposalTitle(target), body };
  if (known?.pull.isOpen && !committed.isReplaced) {
    await github.updatePull(known.pull, text);
    return { pull: known.pull.number };
  }
  // The server closed it with its branch: nobody declined what it proposed.
  if (known?.pull.isOpen)
    await github.updatePull(known.pull, { ...known.pull, body: withdrawnProposal(known.pull.body, key) });
  try {
    const number = await github.openPull(branch, onto, text);
    log.print(`Opened pull request #${number}.`);
    return { pull: number };
  } catch (error) {
    // A branch without a pull request would not be known as ours by the next run.
    await github.deleteBranch(branch, committed.sha).catch(() => undefined);
    throw error;
  }
}

interface Ours {
  pull: ProposalPull;
  marker: ProposalMarker;
}

/** The pull request whose branch is as a run of ours left it. */
function findOurs(
  pulls: readonly ProposalPull[],
  key: string,
  is: { project: string; target: string; head: string | undefined },
): Ours | undefined {
  for (const pull of pulls) {
    const marker = readProposal(pull.body, key);
    const isOurs = marker?.head === is.head && marker?.project === is.project && marker.target === is.target;
    if (marker && isOurs) return { pull, marker };
  }
  return undefined;
}

/**
 * The number of a pull request of ours that somebody closed, though it proposed the very same: these edits, also where the files they go
 * into changed since.
 */
function findDeclined(
  pulls: readonly ProposalPull[],
  key: string,
  is: { project: string; target: string; files: string; drift: string | undefined },
): number | undefined {
  return pulls.find(({ body, isOpen, isMerged, headSha }) => {
    const marker = readProposal(body, key);
    if (!marker || isOpen || isMerged || isWithdrawn(marker)) return false;
    if (headSha !== undefined && headSha !== marker.head) return false;
    const isSame = marker.files === is.files || (marker.drift !== undefined && marker.drift === is.drift);
    return isSame && marker.project === is.project && marker.target === is.target;
  })?.number;
}

function declinedNote(number: number): string {
  return `#${number} proposed the very same edits, and somebody closed it: it is not opened again. To take them in, reopen it or run \`boardwright pull\`; to discard them, let an apply do it. Other edits are proposed again, with these.`;
}

function notOurs(branch: string, pulls: readonly ProposalPull[]): UserError {
  const open = pulls.find(({ isOpen }) => isOpen);
  const why = open
    ? `it has commits that are not Boardwright's, or the text of #${open.number} was changed, or is sealed with another key`
    : "no pull request of Boardwright's is about it as it is now";
  return new UserError(`the branch ${branch} is left as it is: ${why}`, {
    details: [
      "Merge it, or delete the branch: the next run then makes it anew.",
      "Several projects of a repository need targets of different names.",
    ],
  });
}

/** The pull request stays open if somebody wrote to its branch since this run looked at it. */
async function withdraw(
  github: GitHub,
  options: { branch: string; head: string; pull: ProposalPull; comment: string; key: string },
): Promise<void> {
  const { branch, head, pull, comment, key } = options;
  await github.requireHead(branch, head);
  if (pull.isOpen) await github.closePull(pull, { comment, body: withdrawnProposal(pull.body, key) });
  await github.deleteBranch(branch, head);
}

/** Of what was edited and its live values; undefined where no field says it. */
function digestOfEdits({ pulled }: PullResult): string | undefined {
  const edited = pulled.filter(({ action }) => action === "edited" || action === "renamed");
  const list = edited.map(({ kind, key, was, change }): Json => {
    if (was !== undefined) return [kind, key, { was }];
    const fields = change?.fields ?? [];
    return [kind, key, fields.map(({ path, after }): Json => [path, after ?? null])];
  });
  return list.length === 0 ? undefined : digestOf(list);
}

function digestOf(list: Json): string {
  return createHash("sha256").update(writeJson(list)).digest("hex").slice(0, 32);
}

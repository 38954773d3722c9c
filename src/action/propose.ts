// Drift as a pull request: what a pull would write becomes one commit on the target's own branch, and one pull request, brought up to date by
// each run and closed when nothing is left. A branch that somebody else wrote to is left alone.

import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot } from "../desired/index.ts";
import { type Json, type Plan, type PullResult, UsageError, UserError, writeJson } from "../model/index.ts";
import { readCommit } from "../project/policy/read-revision.ts";
import {
  isWithdrawn,
  type ProposalMarker,
  proposalTitle,
  readProposal,
  renderProposal,
  withdrawnProposal,
} from "../report/index.ts";
import type { GitHub } from "./forge/github.ts";
import type { FileEdit, ProposalPull } from "./forge/proposal-calls.ts";
import { allowedIn, type Job } from "./job.ts";
import { sealKeyOf } from "./sealed-plans.ts";

// The branch of a proposal: one for each target, whatever the target is called.

const PREFIX = "boardwright/drift/";
/** Characters of an encoded name: Gitea takes 100 for the whole branch. */
const LONGEST = 64;
/** What a branch may be called as it is: no dot at its start or end, none beside another, and no `.lock` (`git check-ref-format`). */
const PLAIN = /^[\w-]+(?:\.(?!lock$)[\w-]+)*$/i;

/**
 * `boardwright/drift/<target>`. A target whose name no branch can have is written with `=` and the bytes in hex for whatever is no letter,
 * digit, `_` or `-`, so that two targets never share a branch; of a long name the end becomes a digest.
 */
export function proposalBranch(target: string): string {
  const name = PLAIN.test(target) ? target : target.replace(/[^\w-]/gu, inHex);
  if (name.length <= LONGEST) return PREFIX + name;
  const digest = createHash("sha256").update(target).digest("hex").slice(0, 12);
  return `${PREFIX}${name.slice(0, LONGEST - 13)}=${digest}`;
}

function inHex(one: string): string {
  return [...Buffer.from(one)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

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

// The files that a pull would write, as edits of the commit that the job runs on. A checkout that differs from that commit is refused: its
// files would be proposed with whatever else is in them.

interface Checkout {
  /** Absolute: the project's folder. */
  root: string;
  /** That folder within the repository, "" or ending in a slash. */
  prefix: string;
  commit: string;
  /** The object of a file at that commit; undefined if there is none. */
  blobOf(path: string, commit: string): Promise<string | undefined>;
}

/** `texts`: by name within the project, null for a file that goes. Rejects with a UserError. */
async function readEdits(
  texts: ReadonlyMap<string, string | null>,
  { root, prefix, commit, blobOf }: Checkout,
): Promise<FileEdit[]> {
  const edits: FileEdit[] = [];
  for (const [name, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const path = prefix + name;
    refuseLinks(root, name);
    const here = readHere(join(root, name));
    const before = await blobOf(path, commit);
    if (before !== (here && objectId(here.bytes, before?.length === 64 ? "sha256" : "sha1")))
      throw new UserError(`${path} is not as it is in ${commit.slice(0, 12)}, which the job runs on`, {
        details: [
          "A step before this one changed it, or something else was checked out. Nothing was proposed.",
          "Let the job run Boardwright right after actions/checkout, without a filter that changes line ends.",
        ],
      });
    edits.push({ path, text, before, isExecutable: here?.isExecutable ?? false });
  }
  return edits;
}

/** A server would put a file in the place of the link. */
function refuseLinks(root: string, name: string): void {
  for (let at = name; at !== "."; at = dirname(at)) {
    if (!lstatSync(join(root, at), { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    throw new UserError(`${at} is a symbolic link, and nothing can be proposed through one`, {
      details: ["Pull by hand: `boardwright pull`. Or put the files where the link leads into `include`."],
    });
  }
}

function readHere(path: string): { bytes: Buffer; isExecutable: boolean } | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) return undefined;
  return { bytes: readFileSync(path), isExecutable: (found.mode & 0o100) !== 0 };
}

/** As Git names a file's content. */
function objectId(bytes: Buffer, algorithm: "sha1" | "sha256"): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

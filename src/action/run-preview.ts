// preview-up and preview-down in the Action: what can be looked at in the comment, and gone when the pull request is closed.

import { previewDown } from "../features/preview/preview-down.ts";
import { previewUp } from "../features/preview/preview-up.ts";
import {
  blankSecrets,
  type PreviewDownResult,
  type PreviewRemoval,
  type PreviewUpResult,
  UsageError,
} from "../model/index.ts";
import { exitCodeOfPreview, exitCodeOfRemoval } from "../project/exit-codes.ts";
import { escapeTerminal, previewDownDocument, printTerminal, renderPreviewUp } from "../report/index.ts";
import { isGitea, previewName } from "./comment/links.ts";
import { saveSection } from "./comment/save-section.ts";
import type { PullRequest } from "./event.ts";
import { GitHubError } from "./forge/github-error.ts";
import type { PullNow } from "./forge/preview-calls.ts";
import { nothingDone } from "./fork.ts";
import { identityOf, type Job, withTarget } from "./job.ts";
import { NOTHING, type Outcome } from "./outcome.ts";
import { renderTexts, someNames } from "./texts.ts";

// A sweep takes down previews of pull requests that it was not started by: what their comments say of them is brought up to date.

/** As a pull request names its preview. */
const OF_PULL = /^pr-([1-9]\d{0,9})$/;

/** Writes no new comment, and only on a schedule. What GitHub refuses is said in the log once. */
async function tellEnded(job: Job, previews: readonly PreviewRemoval[]): Promise<void> {
  const { event, github, inputs, log, stop } = job;
  if (!github || !inputs.comment || event.name !== "schedule") return;
  for (const preview of previews) {
    const pull = Number(OF_PULL.exec(preview.name)?.[1] ?? 0);
    if (pull === 0 || stop.aborted) continue;
    const { comment } = renderTexts(job, { removal: { previews: [preview] } });
    try {
      await saveSection(pull, { ...comment, onlyAgain: true }, { github, stop });
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      const said = `Comments still link to previews that are gone: ${error.message}. ${error.advice ?? ""}`;
      return log.print(escapeTerminal(said.trim()));
    }
  }
}

// Whether a run of a preview comes too late: it may have waited for others, or been started again, while its pull request went on.

/** As the example workflows and the docs call the label of a preview. */
const PREVIEW = "preview";

/** Why nothing is put up any more; undefined if it is. If GitHub cannot be asked, it is. */
async function whyNotUp(job: Job): Promise<string | undefined> {
  const { pull } = job.event;
  const now = await askNow(job);
  if (!pull || !now) return undefined;
  if (now.isClosed)
    return "The pull request is already closed: no preview was put up, because nobody would take it down.";
  const label = job.inputs.label ?? meantLabel(pull);
  if (label !== undefined && now.labels && !now.labels.includes(label))
    return `The label ${JSON.stringify(label)} was taken away: no preview was put up.`;
  if (now.headSha === undefined || now.headSha === pull.headSha) return undefined;
  const own = pull.headSha.slice(0, 7);
  const newest = now.headSha.slice(0, 7);
  return `The pull request has a newer commit, ${newest}: nothing was put up of ${own}, because the run of the newer one does that.`;
}

/** Why nothing is taken down any more; undefined if it is. If GitHub cannot be asked, it is. */
async function whyNotDown(job: Job): Promise<string | undefined> {
  const { pull } = job.event;
  if (pull?.action !== "closed" && pull?.action !== "unlabeled") return undefined;
  const now = await askNow(job);
  if (!now) return undefined;
  if (pull.action === "closed")
    return now.isOpen ? "The pull request is open again: its preview stays up." : undefined;
  const isBack = pull.label !== undefined && now.labels?.includes(pull.label);
  return isBack && !now.isClosed
    ? `The pull request has the label ${JSON.stringify(pull.label)} again: its preview stays up.`
    : undefined;
}

/** The label that this run is for: the one that was there as it began waiting, or that began it. Undefined if none did. */
function meantLabel({ action, label, labels }: PullRequest): string | undefined {
  if (labels.includes(PREVIEW)) return PREVIEW;
  return action === "labeled" ? label : undefined;
}

async function askNow({ event, github }: Job): Promise<PullNow | undefined> {
  if (!event.pull || !github) return undefined;
  return github.pullNow(event.pull.number).catch(() => undefined);
}

export async function runPreviewUp(job: Job): Promise<Outcome> {
  const { inputs, log } = job;
  const name = nameOf(job);
  const { branch, only, ttl } = inputs;
  if (name === undefined || branch === undefined) throw nameless();
  const late = await whyNotUp(job);
  if (late !== undefined) return quietlyNothing(job, late);
  const result = await withTarget(job, (context) => previewUp({ ...context, only, branch, name, ttl }));
  log.section(`preview ${result.name}`, renderPreviewUp(result, job.log));
  // One that is blocked leaves up what an earlier run put up.
  if (result.broken.length === 0) await showDeployment(job, result);
  return broughtUp(job, result);
}

/** What another run of the pull request says stays as it is. */
function quietlyNothing(job: Job, why: string): Outcome {
  const { comment: _, ...outcome } = nothingDone(job, why);
  return outcome;
}

function broughtUp(job: Job, result: PreviewUpResult): Outcome {
  const { broken, diagnostics, failed, interrupted, summary, workbooks, removed } = result;
  const links = workbooks.flatMap(({ slug, link }) => (link === undefined ? [] : [[slug, link] as const]));
  const { created, updated } = summary;
  return {
    exitCode: exitCodeOfPreview(result),
    counts: { create: created, update: updated, delete: removed.length },
    changes: workbooks.length > 0,
    errors:
      diagnostics.filter(({ severity }) => severity === "error").length + summary.failed + failed.length,
    verdict: interrupted
      ? "cancelled: running it again completes the preview"
      : broken.length > 0
        ? `the preview was not applied: ${someNames(broken)} would break on the model of ${result.branch}`
        : "the preview is not complete: the summary says why",
    diagnostics,
    previewLinks: Object.fromEntries(links),
    ...renderTexts(job, {
      preview: result,
      ...(result.results.some(({ status }) => status !== "applied")
        ? { apply: { ...result, links: new Map<string, string>() } }
        : {}),
    }),
  };
}

export async function runPreviewDown(job: Job): Promise<Outcome> {
  const { branch } = job.inputs;
  // A branch alone means all previews of it, as it does to the command.
  const name = branch === undefined ? nameOf(job) : job.inputs.name;
  // A schedule is about no pull request in particular.
  const stale = name === undefined && branch === undefined && job.event.name === "schedule";
  if (!stale && name === undefined && branch === undefined) throw nameless();
  const early = await whyNotDown(job);
  if (early !== undefined) return quietlyNothing(job, early);
  const result = await withTarget(job, (context) => previewDown({ ...context, name, branch, stale }));
  const down = { ...result, name, stale };
  job.log.print(printTerminal(previewDownDocument(down), job.log));
  const gone = result.previews.filter(({ failed }) => failed.length === 0).map((preview) => preview.name);
  const isAny = result.previews.length > 0;
  await endDeployments(job, isAny || name === undefined ? gone : [name]);
  if (stale) await tellEnded(job, result.previews);
  return tookDown(job, down);
}

function tookDown(job: Job, removal: PreviewDownResult & { name?: string; stale: boolean }): Outcome {
  const { previews } = removal;
  const removed = previews.flatMap((preview) => [...preview.removed, ...preview.removedReports]);
  const failures = previews.flatMap(({ failed }) => failed);
  const { summary, comment } = renderTexts(job, { removal });
  return {
    exitCode: exitCodeOfRemoval(previews),
    ...NOTHING,
    counts: { ...NOTHING.counts, delete: removed.length },
    changes: removed.length > 0,
    errors: failures.length,
    verdict: "the preview is not gone: the summary says what is left",
    summary,
    // Most pull requests that are closed never had a preview.
    comment: { ...comment, isQuiet: previews.length === 0 },
  };
}

/** As it was given, else that of the pull request. */
function nameOf({ inputs, event }: Job): string | undefined {
  return inputs.name ?? (event.pull && previewName(event.pull));
}

function nameless(): UsageError {
  return new UsageError("which preview is meant?", [
    "Without a pull request nothing names it: give the input `name`, like pr-123.",
  ]);
}

// "View deployment" on the pull request: a GitHub deployment for each preview, if the token may. The preview is the same without it, so
// that a refusal is one line of the log.

/** Of what is up, its first dashboard is what the button opens; without a link to it there is nothing to open. */
async function showDeployment(job: Job, { name, branch, workbooks }: PreviewUpResult): Promise<void> {
  const { event, github } = job;
  const url = workbooks.find(({ link }) => link !== undefined && isWeb(link))?.link;
  if (!event.pull || !github) return;
  if (workbooks.length === 0) return endDeployments(job, [name]);
  if (url === undefined) return;
  const description = blankSecrets(`Preview ${name} on the data model of ${branch}`).slice(0, 140);
  await quietly(job, () =>
    github.beginDeployment(environmentOf(job, name), {
      ...{ sha: event.sha, url, description },
      ...(event.runUrl !== undefined && { logUrl: event.runUrl }),
    }),
  );
}

/** Of previews that are gone. Only a pull request has begun one, and a sweep does not know which were begun. */
async function endDeployments(job: Job, names: readonly string[]): Promise<void> {
  const { event, github } = job;
  if (!github || !(event.pull || event.name === "schedule")) return;
  await quietly(job, async () => {
    for (const name of new Set(names)) await github.endDeployments(environmentOf(job, name));
  });
}

/** Two projects of a repository, or two targets, may have a preview of the same pull request. */
function environmentOf(job: Job, name: string): string {
  const { project = "", target } = identityOf(job);
  return blankSecrets(["preview", project, target, name].filter((part) => part !== "").join("/"));
}

function isWeb(link: string): boolean {
  return /^https?:\/\//.test(link) && blankSecrets(link) === link;
}

async function quietly({ event, log }: Job, run: () => Promise<void>): Promise<void> {
  if (isGitea(event.apiUrl)) return log.print("No deployment is shown: Gitea and Forgejo have none.");
  try {
    await run();
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    log.print(escapeTerminal(`No deployment is shown: ${error.message}. ${error.advice ?? ""}`.trim()));
  }
}

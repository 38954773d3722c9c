// Whether a run of a preview comes too late: it may have waited for others, or been started again, while its pull request went on.

import type { PullRequest } from "../event.ts";
import type { Job } from "../job.ts";
import type { PullNow } from "./preview-calls.ts";

/** As the example workflows and the docs call the label of a preview. */
const PREVIEW = "preview";

/** Why nothing is put up any more; undefined if it is. If GitHub cannot be asked, it is. */
export async function whyNotUp(job: Job): Promise<string | undefined> {
  const { pull } = job.event;
  const now = await askNow(job);
  if (!pull || !now) return undefined;
  if (now.isClosed)
    return "The pull request is already closed: no preview was put up, because nobody would take it down.";
  const label = job.inputs.label ?? meantLabel(pull);
  if (label !== undefined && now.labels && !now.labels.includes(label))
    return `The label ${JSON.stringify(label)} was taken away: no preview was put up.`;
  if (now.headSha === undefined || now.headSha === pull.headSha) return undefined;
  const [own, newest] = [pull.headSha, now.headSha].map((sha) => sha.slice(0, 7));
  return `The pull request has a newer commit, ${newest}: nothing was put up of ${own}, because the run of the newer one does that.`;
}

/** Why nothing is taken down any more; undefined if it is. If GitHub cannot be asked, it is. */
export async function whyNotDown(job: Job): Promise<string | undefined> {
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

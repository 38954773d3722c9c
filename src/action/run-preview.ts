// preview-up and preview-down in the Action: what can be looked at in the comment, and gone when the pull request is closed.

import { type PreviewDownResult, type PreviewUpResult, UsageError } from "../model/index.ts";
import { renderPreviewDown, renderPreviewUp } from "../report/index.ts";
import { exitCodeOfPreview, exitCodeOfRemoval } from "../tasks/exit-codes.ts";
import { previewDown } from "../tasks/preview/preview-down.ts";
import { type PreviewStep, previewUp } from "../tasks/preview/preview-up.ts";
import { untilWriting } from "../tasks/until-writing.ts";
import { previewName } from "./comment/links.ts";
import { nothingDone } from "./fork.ts";
import { type Job, withTarget } from "./job.ts";
import { NOTHING, type Outcome } from "./outcome.ts";
import { whyNotDown, whyNotUp } from "./preview/overtaken.ts";
import { endDeployments, showDeployment } from "./preview/show-deployment.ts";
import { tellEnded } from "./preview/tell-ended.ts";
import { renderTexts, someNames } from "./texts.ts";

export async function runPreviewUp(job: Job): Promise<Outcome> {
  const { inputs, log, stop } = job;
  const name = nameOf(job);
  const { branch, only, ttl } = inputs;
  if (name === undefined || branch === undefined) throw nameless();
  const late = await whyNotUp(job);
  if (late !== undefined) return quietlyNothing(job, late);
  const { signal, beginWriting } = untilWriting(stop);
  const onStep = (step: PreviewStep) => step === "staging" && beginWriting();
  const result = await withTarget(
    job,
    (context) => previewUp({ ...context, only, branch, name, ttl, signal: stop, onStep }),
    signal,
  );
  log.section(`preview ${result.name}`, renderPreviewUp(result, { color: false }));
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
  const { broken, diagnostics, failed, interrupted, summary, workbooks, removed, kept, inUse } = result;
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
      notes: [
        ...failed.map(({ key, message }) => `Not removed, though no longer part of it: ${key} (${message})`),
        ...(kept.length > 0 ? [`No longer part of it, and still there: ${someNames(kept)}`] : []),
        ...inUse.map(({ key, by }) => `Kept, because ${someNames(by)} draws it: report ${key}`),
      ],
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
  const text = renderPreviewDown(result, { name, stale });
  job.log.print(text);
  const gone = result.previews.filter(({ failed }) => failed.length === 0).map((preview) => preview.name);
  const isAny = result.previews.length > 0;
  await endDeployments(job, isAny || name === undefined ? gone : [name]);
  if (stale) await tellEnded(job, result.previews);
  return tookDown(job, result, text);
}

function tookDown(job: Job, { previews }: PreviewDownResult, text: string): Outcome {
  const removed = previews.flatMap((preview) => [...preview.removed, ...preview.removedReports]);
  const failures = previews.flatMap(({ failed }) => failed);
  const [first, ...others] = previews;
  const { summary, comment } = renderTexts(job, {
    ...(first ? { removal: { ...first, others } } : {}),
    notes: [
      ...(first ? [] : text.trim().split("\n")),
      ...failures.map(({ key, message }) => `Not removed: ${key} (${message})`),
    ],
  });
  return {
    exitCode: exitCodeOfRemoval(previews),
    ...NOTHING,
    counts: { ...NOTHING.counts, delete: removed.length },
    changes: removed.length > 0,
    errors: failures.length,
    verdict: "the preview is not gone: the summary says what is left",
    summary,
    // Most pull requests that are closed never had a preview.
    comment: { ...comment, isQuiet: first === undefined },
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

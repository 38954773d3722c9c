// Publishes the outcome of a command: outputs, annotations, the one comment or issue, job summary. Whatever GitHub refuses of it is said in
// the log and the summary, and changes nothing about the result.

import * as core from "@actions/core";
import { blankSecrets, withoutSecrets } from "../model/index.ts";
import { shortDigest } from "../plan/index.ts";
import { driftTitle, escapeTerminal, type TouchOf } from "../report/index.ts";
import { annotate, isChanged } from "./annotations.ts";
import { saveSection } from "./comment/save-section.ts";
import { editsLine, type GitHub } from "./forge/github.ts";
import { GitHubError } from "./forge/github-error.ts";
import type { JobPlace } from "./job.ts";
import type { Log } from "./log.ts";
import type { Comment, Outcome } from "./outcome.ts";

export interface PublishOptions {
  log: Log;
  /** Undefined if the inputs could not be used. */
  place: JobPlace | undefined;
  /** The project's folder within the repository; undefined if no project was found. */
  prefix: string | undefined;
}

export async function publish(outcome: Outcome, options: PublishOptions): Promise<void> {
  setOutputs(outcome);
  const notes: string[] = [];
  const attempt = async <T>(
    run: () => Promise<T>,
    onFailure: (message: string) => void,
  ): Promise<T | undefined> => {
    try {
      return await run();
    } catch (error) {
      const details = error instanceof GitHubError ? error.details : [];
      const said = [error instanceof Error ? error.message : String(error), ...details];
      onFailure(said.map(escapeTerminal).join(" "));
      return undefined;
    }
  };
  const { place, log } = options;
  const { pull } = place?.event ?? {};
  // Without it every line counts as changed: nothing that the reader must act on.
  const changed =
    place?.github && pull && outcome.diagnostics.length > 0
      ? await attempt(() => (place.github as GitHub).changedLines(pull.number), log.print)
      : undefined;
  annotateLines(outcome, options, changed);
  const warn = (message: string) => {
    core.warning(message);
    notes.push(message);
  };
  // No pull request changes nothing: a list without a file says nothing.
  const touchOf = changed?.size ? touchedBy(changed, options.prefix ?? "") : undefined;
  const id = await attempt(() => saveComment(outcome, place, touchOf), warn);
  if (id !== undefined) core.setOutput("comment-id", id);
  await attempt(() => core.summary.addRaw(outcome.summary(notes)).write(), core.warning);
}

function setOutputs({ exitCode, changes, counts, errors, ...outcome }: Outcome): void {
  core.setOutput("exit-code", exitCode);
  core.setOutput("changes", changes);
  for (const [name, count] of Object.entries(counts)) core.setOutput(name, count);
  core.setOutput("errors", errors);
  const { planFile, planHash, reportFile, pullRequest, previewLinks } = outcome;
  if (planFile !== undefined) core.setOutput("plan-file", planFile);
  if (planHash !== undefined) core.setOutput("plan-hash", planHash);
  if (reportFile !== undefined) core.setOutput("report-file", reportFile);
  if (pullRequest !== undefined) core.setOutput("pull-request", pullRequest);
  if (previewLinks !== undefined) core.setOutput("preview-links", blankSecrets(JSON.stringify(previewLinks)));
}

function annotateLines(
  { diagnostics }: Outcome,
  { prefix, log }: PublishOptions,
  changed: ReadonlyMap<string, ReadonlySet<number>> | undefined,
): void {
  if (prefix === undefined) return;
  const { shown, left } = annotate(withoutSecrets(diagnostics), { prefix, changed });
  for (const { level, file, line, endLine, title, message } of shown) {
    const place = { file, startLine: line, endLine, title };
    if (level === "error") core.error(message, place);
    else core.warning(message, place);
  }
  if (left > 0)
    log.print(
      `${left} more findings are in the job summary: GitHub shows 10 errors and 10 warnings of a step.`,
    );
}

/** A file with no lines among the changed ones has too large a patch: all of it counts. */
function touchedBy(changed: ReadonlyMap<string, ReadonlySet<number>>, prefix: string): TouchOf {
  return (finding) => {
    const lines = changed.get(prefix + finding.file);
    if (!lines) return "none";
    return lines.size === 0 || isChanged(lines, finding) ? "line" : "file";
  };
}

async function saveComment(
  outcome: Outcome,
  place: JobPlace | undefined,
  touchOf: TouchOf | undefined,
): Promise<number | undefined> {
  const { comment } = outcome;
  if (!place?.github || !place.inputs.comment || !comment) return undefined;
  const { github, event, inputs } = place;
  // The token of a pull request from a fork may only read; that of `pull_request_target` is the repository's own.
  if (event.pull?.isFork && event.name !== "pull_request_target") return undefined;
  if (inputs.command === "drift") return saveIssue({ github, log: place.log }, comment, outcome);
  const own = await place.pull();
  if (own === undefined) return undefined;
  // One that was closed has an event, and so a run, of its own.
  const others = event.pull ? [] : (comment.pulls ?? []).filter((pull) => pull !== own);
  const options = { github, stop: place.stop, touchOf };
  const id = await saveSection(own, comment, options);
  for (const pull of others) await saveSection(pull, comment, options);
  return id;
}

/** Opened when something drifted, brought up to date, and closed when nothing is left. */
async function saveIssue(
  { github, log }: { github: GitHub; log: Log },
  comment: Comment,
  { changes, exitCode, pullRequest, planHash = "", diagnostics }: Outcome,
): Promise<number | undefined> {
  const known = await github.findIssue(comment.isOurs);
  if (pullRequest !== undefined) {
    if (known) await github.closeIssue(known, `#${pullRequest} proposes to take these edits in.`);
    return known?.number;
  }
  if (changes) {
    const closed = known ? undefined : await github.findIssue(comment.isOurs, "closed");
    const edits = editsLine(shortDigest([planHash, ...diagnostics.map(({ message }) => message)].join("\n")));
    if (!closed?.body.includes(edits.trim()))
      return github.saveIssue(known, driftTitle(comment.target), comment.issue() + edits);
    log.print(`#${closed.number} is about just these edits, and somebody closed it: it is not opened again.`);
    return closed.number;
  }
  // A run that failed has seen nothing, which does not mean that there is nothing.
  if (known && exitCode === 0) await github.closeIssue(known, "No edits outside Git are left.");
  return known?.number;
}

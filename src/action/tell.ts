// Tells what a command came to: outputs, job summary, annotations, and the one comment or issue. Whatever GitHub refuses of it is
// said in the log and changes nothing about the result.

import * as core from "@actions/core";
import { driftTitle, parseMarker } from "../report/index.ts";
import { annotate } from "./annotations.ts";
import type { RunEvent } from "./event.ts";
import type { GitHub } from "./github.ts";
import type { Inputs } from "./inputs.ts";
import type { Log } from "./log.ts";
import type { Outcome } from "./outcome.ts";

export interface Telling {
  inputs: Inputs;
  event: RunEvent;
  log: Log;
  github: GitHub | undefined;
  /** The project's folder within the repository; undefined where no project was found. */
  prefix: string | undefined;
}

export async function tell(telling: Telling, outcome: Outcome): Promise<void> {
  setOutputs(outcome);
  await attempt(telling, "write the job summary", () => core.summary.addRaw(outcome.summary).write());
  await tellFindings(telling, outcome);
  const id = await attempt(telling, "write the comment", () => saveComment(telling, outcome));
  if (id !== undefined) core.setOutput("comment-id", id);
}

function setOutputs({ exitCode, changes, counts, errors, ...outcome }: Outcome): void {
  core.setOutput("exit-code", exitCode);
  core.setOutput("changes", changes);
  for (const [name, count] of Object.entries(counts)) core.setOutput(name, count);
  core.setOutput("errors", errors);
  const { planFile, planHash, reportFile, previewLinks } = outcome;
  if (planFile !== undefined) core.setOutput("plan-file", planFile);
  if (planHash !== undefined) core.setOutput("plan-hash", planHash);
  if (reportFile !== undefined) core.setOutput("report-file", reportFile);
  if (previewLinks !== undefined) core.setOutput("preview-links", JSON.stringify(previewLinks));
}

async function tellFindings(telling: Telling, { diagnostics }: Outcome): Promise<void> {
  const { event, github, prefix, log } = telling;
  if (prefix === undefined || diagnostics.length === 0) return;
  const { pull } = event;
  const changed =
    pull && github ? await attempt(telling, "read the changed lines", () => github.changedLines(pull.number)) : undefined;
  const { shown, left } = annotate(diagnostics, { prefix, changed });
  for (const { level, file, line, endLine, title, message } of shown) {
    const place = { file, startLine: line, endLine, title };
    if (level === "error") core.error(message, place);
    else core.warning(message, place);
  }
  if (left > 0) log.print(`${left} more findings are in the job summary: GitHub shows 10 errors and 10 warnings of a step.`);
}

async function saveComment({ inputs, event, github }: Telling, outcome: Outcome): Promise<number | undefined> {
  const { comment } = outcome;
  if (!github || !comment) return undefined;
  if (inputs.command === "drift") return saveIssue(github, outcome);
  const issue = outcome.issue ?? event.pull?.number;
  if (issue === undefined) return undefined;
  return github.saveComment(issue, await github.findComment(issue, comment.isOurs), comment.body);
}

/** Opened when something drifted, closed when nothing does any more, and otherwise left alone. */
async function saveIssue(github: GitHub, { comment, changes, exitCode }: Outcome): Promise<number | undefined> {
  if (!comment) return undefined;
  const known = await github.findIssue(comment.isOurs);
  if (changes) return github.saveIssue(known, driftTitle(parseMarker(comment.body)?.target ?? ""), comment.body);
  // A run that failed has seen nothing, and that is not the same as nothing to see.
  if (known && exitCode === 0) await github.closeIssue(known, "Nothing is edited outside Git any more.");
  return known?.number;
}

async function attempt<T>({ log }: Telling, what: string, run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    const { message, details = [] } = error as { message: string; details?: readonly string[] };
    core.warning(`Could not ${what}. ${[message, ...details].join(" ")}`);
    log.print([message, ...details].join("\n  "));
    return undefined;
  }
}

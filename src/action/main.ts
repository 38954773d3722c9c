// The Action (contract 9): inputs → the same functions that the command calls → outputs, summary, annotations, comment. Only here
// the step is made to fail.

import { join, resolve } from "node:path";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import * as core from "@actions/core";
import { context } from "@actions/github";
import { EXIT, UserError } from "../model/index.ts";
import { isSandbox } from "../commands/session.ts";
import { readEvent, type RunEvent } from "./event.ts";
import { failed } from "./failure.ts";
import { connectGitHub } from "./github.ts";
import { type ActionCommand, type Inputs, readInputs } from "./inputs.ts";
import { destinationOf, type Job, type JobPlace, openJob } from "./job.ts";
import { openLog } from "./log.ts";
import type { Outcome } from "./outcome.ts";
import { runApply } from "./run-apply.ts";
import { runDrift } from "./run-drift.ts";
import { runLint } from "./run-lint.ts";
import { runPlan } from "./run-plan.ts";
import { runPreviewDown, runPreviewUp } from "./run-preview.ts";
import { tell } from "./tell.ts";

const COMMANDS: Record<ActionCommand, (job: Job) => Promise<Outcome>> = {
  lint: runLint,
  plan: runPlan,
  apply: runApply,
  drift: runDrift,
  "preview-up": runPreviewUp,
  "preview-down": runPreviewDown,
};

/** Changes are pending is what drift is for: no failure of the step. */
const SUCCEEDS: readonly number[] = [EXIT.ok, EXIT.pending];

/** Never rejects: whatever happens is the step's result. */
export async function run(): Promise<void> {
  const log = openLog();
  const cancel = new AbortController();
  const stop = () => cancel.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const inputs = readInputs(core.getInput);
    for (const secret of [inputs.apiKey, inputs.githubToken]) if (secret) core.setSecret(secret);
    const event = readEvent(context);
    const place = placeOf(inputs, event, log, cancel.signal);
    const { outcome, prefix } = await work(place);
    await tell({ inputs, event, log, github: place.github, prefix }, outcome);
    if (!SUCCEEDS.includes(outcome.exitCode)) core.setFailed(`${outcome.verdict} (exit code ${outcome.exitCode})`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // Inputs that cannot be used: nothing was begun.
    core.setOutput("exit-code", error.exitCode);
    core.setFailed([error.message, ...error.details].join("\n"));
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

function placeOf(inputs: Inputs, event: RunEvent, log: JobPlace["log"], stop: AbortSignal): JobPlace {
  const env = {
    ...process.env,
    ...(inputs.apiUrl === undefined ? {} : { PLATFORM_API_URL: inputs.apiUrl }),
    ...(inputs.apiKey === undefined ? {} : { PLATFORM_API_KEY: inputs.apiKey }),
  };
  // The token of a pull request from a fork may only read.
  const mayWrite = inputs.comment && inputs.githubToken !== undefined && !event.pull?.isFork;
  return {
    inputs,
    event,
    env,
    cwd: resolve(process.env.GITHUB_WORKSPACE ?? process.cwd(), inputs.workingDirectory),
    outputs: mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), "boardwright-")),
    log,
    github: mayWrite ? connectGitHub(inputs.githubToken as string, event) : undefined,
    stop,
  };
}

async function work(place: JobPlace): Promise<{ outcome: Outcome; prefix: string | undefined }> {
  const { inputs, event, log, stop } = place;
  let job: Job | undefined;
  try {
    job = await openJob(place);
    const outcome = isBare(job) ? await runLint(job, [BARE]) : await COMMANDS[inputs.command](job);
    return { outcome, prefix: job.prefix };
  } catch (cause) {
    const target = inputs.target ?? job?.project.defaultTarget;
    const outcome = failed(cause, {
      inputs,
      event,
      log,
      project: job?.project.name,
      target,
      cancelled: stop.aborted,
    });
    return { outcome, prefix: job?.prefix };
  }
}

const BARE =
  "This pull request comes from a fork, which has no access to the platform: the files were checked, and nothing was planned.";

/** Whether this is a pull request without secrets, and the platform one that asks for them. */
function isBare(job: Job): boolean {
  const { inputs, event, env } = job;
  if (!event.pull?.isFork || env.PLATFORM_API_KEY || inputs.command === "lint") return false;
  return !isSandbox(destinationOf(job).url);
}

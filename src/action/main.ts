// The Action: inputs → the same functions that the command calls → outputs, summary, annotations, comment. Only here
// the step is made to fail.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as core from "@actions/core";
import { context } from "@actions/github";
import { EXIT, knowSecrets, learnSecret, reviewKeyOf, secretsOf } from "../model/index.ts";
import { refuseUncheckedTls } from "../platform/index.ts";
import { escapeTerminal } from "../report/index.ts";
import { type Environment, savedTokens } from "../target/index.ts";
import { markOlder } from "./comment/save-section.ts";
import { type RunEvent, readEvent } from "./event.ts";
import { failed } from "./failure.ts";
import { connectGitHub } from "./forge/github.ts";
import type { MergedPull } from "./forge/github-pulls.ts";
import {
  isOnlyLinted,
  NOT_DEPLOYED,
  NOT_ONLINE,
  NOT_PLANNED,
  NOT_TESTED,
  nothingDone,
  nothingTakenDown,
} from "./fork.ts";
import { type ActionCommand, type Inputs, readInputs } from "./inputs.ts";
import { type Job, type JobPlace, openJob } from "./job.ts";
import { type Log, openLog } from "./log.ts";
import type { Outcome } from "./outcome.ts";
import { publish } from "./publish.ts";
import { runApply } from "./run-apply.ts";
import { runDeployModel } from "./run-deploy-model.ts";
import { runDrift } from "./run-drift.ts";
import { runLint, runLintAlone } from "./run-lint.ts";
import { runPlan } from "./run-plan.ts";
import { runPreviewDown, runPreviewUp } from "./run-preview.ts";
import { runTest } from "./run-test.ts";

const COMMANDS: Record<ActionCommand, (job: Job) => Promise<Outcome>> = {
  lint: runLint,
  plan: runPlan,
  apply: runApply,
  drift: runDrift,
  test: runTest,
  "preview-up": runPreviewUp,
  "preview-down": runPreviewDown,
  "deploy-model": runDeployModel,
};

/** Changes that are pending are what drift looks for: no failure of the step. */
const SUCCEEDS: readonly number[] = [EXIT.ok, EXIT.pending];

/** Never rejects: whatever happens is the step's result. */
export async function run(): Promise<void> {
  const forget = await maskSecrets(process.env);
  const log = openLog();
  const cancel = new AbortController();
  // The runner interrupts a step of a cancelled workflow, and 7.5 s later terminates it.
  const stop = () => cancel.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  let place: JobPlace | undefined;
  let job: Job | undefined;
  let outcome: Outcome;
  try {
    const inputs = readInputs(core.getInput);
    const event = readEvent(context);
    refuseUncheckedTls(event.apiUrl);
    place = readPlace(inputs, event, { log, stop: cancel.signal });
    job = await openJob(place);
    outcome = await work(job);
  } catch (cause) {
    const command = core.getInput("command") || "boardwright";
    outcome = failed(cause, { command, log, job, cancelled: cancel.signal.aborted });
  }
  await publish(outcome, { log, place, prefix: job?.prefix });
  if (!SUCCEEDS.includes(outcome.exitCode)) {
    const { verdict, exitCode } = outcome;
    core.setFailed(escapeTerminal(`${verdict} (exit code ${exitCode})`));
    if (!outcome.comment) await markEarlier(cancel.signal);
  }
  process.off("SIGINT", stop).off("SIGTERM", stop);
  forget();
}

function readPlace(inputs: Inputs, event: RunEvent, rest: { log: Log } & Pick<Job, "stop">): JobPlace {
  const env = {
    ...process.env,
    ...(inputs.apiUrl === undefined ? {} : { PLATFORM_API_URL: inputs.apiUrl }),
    ...(inputs.apiKey === undefined ? {} : { PLATFORM_API_KEY: inputs.apiKey }),
    ...(inputs.reviewKey === undefined ? {} : { BOARDWRIGHT_REVIEW_KEY: inputs.reviewKey }),
  };
  // One that is too short is told before anything is asked.
  reviewKeyOf(env);
  const github = inputs.githubToken === undefined ? undefined : connectGitHub(inputs.githubToken, event);
  let merged: Promise<readonly MergedPull[]> | undefined;
  const { pull } = event;
  const pulls = (): Promise<readonly MergedPull[]> => {
    if (pull) {
      const { number, headSha: head, base } = pull;
      return Promise.resolve([{ number, head, base, isExact: true }]);
    }
    merged ??= github?.mergedBy(event.sha) ?? Promise.resolve([]);
    return merged;
  };
  return {
    inputs,
    event,
    env,
    cwd: resolve(process.env.GITHUB_WORKSPACE ?? process.cwd(), inputs.workingDirectory),
    outputs: mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), "boardwright-")),
    github,
    async pull() {
      // Of a push only: a run by hand, or on a schedule, means the state as it is now.
      const isMerge = event.name === "push" && inputs.command === "apply";
      return pull || isMerge ? (await pulls())[0]?.number : undefined;
    },
    pulls,
    ...rest,
  };
}

/** Without a job it is not known whose section this would be. The inputs are read as they are: they may be what is wrong. */
async function markEarlier(stop: AbortSignal): Promise<void> {
  const token = core.getInput("github-token");
  const isWanted = core.getInput("comment").trim().toLowerCase() !== "false";
  if (token === "" || !isWanted) return;
  try {
    const event = readEvent(context);
    const { pull } = event;
    if (!pull || (pull.isFork && event.name !== "pull_request_target")) return;
    refuseUncheckedTls(event.apiUrl);
    await markOlder(pull.number, { github: connectGitHub(token, event), stop });
  } catch (error) {
    core.warning(escapeTerminal(error instanceof Error ? error.message : String(error)));
  }
}

async function work(job: Job): Promise<Outcome> {
  if (!isOnlyLinted(job)) return COMMANDS[job.inputs.command](job);
  const { command } = job.inputs;
  if (command === "preview-down") return nothingTakenDown(job);
  if (command === "deploy-model") return nothingDone(job, NOT_DEPLOYED);
  const why = command === "lint" ? NOT_ONLINE : command === "test" ? NOT_TESTED : NOT_PLANNED;
  return runLintAlone(job, why);
}

// What must never be read by others: masked in the log by the runner, and blanked in all that is published elsewhere.

/**
 * From now on the runner blanks them in the log, and every text that the Action makes is without them, until the function that it
 * returns is called. To be called before anything else is printed.
 */
async function maskSecrets(env: Environment): Promise<() => void> {
  const inputs = ["api-key", "review-key", "github-token"].map((name) => core.getInput(name));
  const given = [...inputs, env.PLATFORM_API_KEY, env.BOARDWRIGHT_REVIEW_KEY];
  const secrets = [...given, ...secretsOf(env)].map((text) => text?.trim() ?? "");
  const all = new Set(secrets.filter((text) => text !== ""));
  for (const secret of all) core.setSecret(secret);
  const forget = knowSecrets(all);
  for (const token of await savedTokens(env)) learnSecret(token);
  return forget;
}

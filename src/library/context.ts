// What every function of the library does first: options → what a task is given.

import { knowSecrets, learnSecret, type Plan, type Project, secretsOf } from "../model/index.ts";
import { type ConnectionOptions, chooseDestination, type Environment, savedTokens } from "../target/index.ts";
import { executePlan } from "../tasks/execute-plan.ts";
import { readAllowed } from "../tasks/guard.ts";
import type { Planned } from "../tasks/make-plan.ts";
import { requireApplicable } from "../tasks/stale-plan.ts";
import { withTarget as connectTo, type TaskContext } from "../tasks/task-context.ts";
import { untilWriting } from "../tasks/until-writing.ts";
import type { ApplyOptions, ApplyResult, TargetOptions } from "./options.ts";

/** The environment with the token, and the working directory. */
export function surroundings({ token, env = process.env, cwd = process.cwd() }: TargetOptions): {
  env: Environment;
  cwd: string;
} {
  return { env: token === undefined ? env : { ...env, PLATFORM_API_KEY: token }, cwd };
}

/** Closes the connection afterwards if `use` opened one. `options.signal` ends it at once, unless `connection` has another one. */
export async function withTarget<T>(
  project: Project,
  options: TargetOptions,
  use: (context: TaskContext) => Promise<T>,
  connection: Pick<ConnectionOptions, "concurrency" | "signal"> = {},
): Promise<T> {
  const { env, cwd } = surroundings(options);
  const target = chooseDestination(project, options, env);
  const forget = knowSecrets(secretsOf(env));
  try {
    for (const token of await savedTokens(env)) learnSecret(token);
    return await connectTo({ project, target, env, cwd, signal: options.signal, ...connection }, use);
  } finally {
    forget();
  }
}

/** Makes a plan and carries it out. `isSaved`: it was made before, so that it may no longer hold; `undoes`: the run that it puts back, `only` the slugs of it. */
export async function execute(
  project: Project,
  options: ApplyOptions,
  make: (context: TaskContext) => Promise<Pick<Planned, "plan" | "ignored" | "liveIds">>,
  {
    isSaved = false,
    undoes,
    only,
  }: { isSaved?: boolean; undoes?: string; only?: readonly string[] | undefined } = {},
): Promise<ApplyResult> {
  const { allow = [], concurrency, onProgress, signal: stop } = options;
  const { signal, beginWriting } = untilWriting(stop);
  const applyPlanned = async (context: TaskContext) => {
    const { plan, ignored, liveIds } = await make(context);
    const current: Plan = await requireApplicable(plan, { ...context, allow, isSaved });
    beginWriting();
    const platform = await context.connect();
    const allowed = readAllowed(project, allow);
    const how = { ...context, platform, concurrency, stop, allowed, undoes, only, onProgress };
    return executePlan({ plan: current, ignored, liveIds }, how);
  };
  const report = await withTarget(project, options, applyPlanned, { concurrency, signal });
  const { summary, results, interrupted, run } = report;
  return { summary, results: [...results], interrupted, ...(run === undefined ? {} : { run }) };
}

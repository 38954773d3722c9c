// Boardwright as a library: the functions that the command line calls, data in and data out. Nothing here prints, asks or exits.

import type { ApplySummary, Diagnostic, HazardCode, Plan, Project, Result } from "./model/index.ts";
import { checkPlanDocument, type Shard } from "./plan/index.ts";
import {
  chooseDestination,
  chooseTarget,
  type Environment,
  type SessionOptions,
  withPlatform,
} from "./target/index.ts";
import { checkFiles } from "./tasks/check-files.ts";
import { executePlan } from "./tasks/execute-plan.ts";
import { makePlan, readIgnored } from "./tasks/make-plan.ts";
import { requireApplicable } from "./tasks/stale-plan.ts";
import type { TaskContext } from "./tasks/task-context.ts";
import { untilWriting } from "./tasks/until-writing.ts";

export { loadProject } from "./desired/index.ts";
export type {
  Action,
  ApplySummary,
  Change,
  Diagnostic,
  FieldChange,
  Hazard,
  HazardCode,
  Origin,
  Plan,
  PlanSummary,
  Project,
  Result,
  Target,
} from "./model/index.ts";
export { UserError } from "./model/index.ts";
export { type Shard, shardOf } from "./plan/index.ts";

export interface TargetOptions {
  /** A target of the project file; its default where absent. */
  target?: string;
  /** The deployment, where the target does not say. */
  deployment?: number;
  /** The credential; `env.PLATFORM_API_KEY` where absent. Never stored and never part of a result. */
  token?: string;
  /** What stands for the process's environment variables; they themselves where absent. */
  env?: Environment;
  /** What relative paths are relative to; the working directory where absent. */
  cwd?: string;
}

export interface PlanOptions extends TargetOptions {
  /** Files or folders that narrow the plan. */
  paths?: readonly string[];
  /** Globs of slugs that narrow it. */
  only?: readonly string[];
  /** Whether what the project manages and no file declares any more becomes a deletion; not together with narrowing. */
  prune?: boolean;
  /** Only this part of the slugs; all parts together are the whole plan. */
  shard?: Shard;
}

export interface ApplyOptions extends TargetOptions {
  /** Hazards accepted beside the project's own `apply.allow`. */
  allow?: readonly HazardCode[];
  /** Requests in flight at most. */
  concurrency?: number;
  /** Stops taking new work; what is in flight is finished. */
  signal?: AbortSignal;
}

export interface LintResult {
  summary: { errors: number; warnings: number; files: number };
  diagnostics: Diagnostic[];
}

export interface ApplyResult {
  summary: ApplySummary;
  results: Result[];
  /** Whether `signal` ended it before all was done. */
  interrupted: boolean;
}

/** Checks the project's files offline, for one target. Never throws for what a file says: that is a diagnostic. */
export async function lint(
  project: Project,
  options: Omit<PlanOptions, "only" | "prune"> = {},
): Promise<LintResult> {
  const { env, cwd } = surroundings(options);
  const target = chooseTarget(project, options.target, env);
  const { diagnostics, files } = await checkFiles({ project, target, env, cwd, paths: options.paths ?? [] });
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  return { summary: { errors, warnings: diagnostics.length - errors, files }, diagnostics };
}

/**
 * Compares the files with what is live (contract 4). Sends GET requests only. Rejects with a UserError where the files have
 * errors (nothing was sent then) or the platform cannot be read.
 */
export async function plan(project: Project, options: PlanOptions = {}): Promise<Plan> {
  const { paths = [], only = [], prune = false, shard } = options;
  const planned = await withTarget(project, options, (context) =>
    makePlan({ ...context, paths, only, prune, shard }),
  );
  return planned.plan;
}

/**
 * Does what `plan` says and nothing else (contract 7); the plan may have been through JSON. Rejects with a UserError of exit code 3,
 * before anything is written, where the plan holds a hazard that is not allowed, or is stale: made for another target, project or
 * major version, or from a live state that has moved since. What an earlier apply of the same plan did is no reason: that is gone on
 * with. What fails later is that workbook's result.
 */
export async function apply(project: Project, plan: Plan, options: ApplyOptions = {}): Promise<ApplyResult> {
  checkPlanDocument(plan, "what was given");
  const { concurrency, signal: stop, allow = [] } = options;
  const where = { target: plan.target.name, deployment: plan.target.deploymentId, ...options };
  const { signal, beginWriting } = untilWriting(stop);
  const run = async (context: TaskContext) => {
    const current = await requireApplicable(plan, { ...context, allow, isSaved: true });
    beginWriting();
    const platform = await context.connect();
    const planned = { plan: current, ignored: readIgnored(project) };
    return executePlan(planned, { ...context, platform, concurrency, stop });
  };
  const report = await withTarget(project, where, run, { concurrency, signal });
  const { summary, results, interrupted } = report;
  return { summary, results: [...results], interrupted };
}

async function withTarget<T>(
  project: Project,
  options: TargetOptions,
  use: (context: TaskContext) => Promise<T>,
  connection: Pick<SessionOptions, "concurrency" | "signal"> = {},
): Promise<T> {
  const { env, cwd } = surroundings(options);
  const target = chooseDestination(project, options, env);
  return withPlatform({ project, target, env, ...connection }, (connect) =>
    use({ project, target, env, cwd, connect }),
  );
}

function surroundings({ token, env = process.env, cwd = process.cwd() }: TargetOptions) {
  return { env: token === undefined ? env : { ...env, PLATFORM_API_KEY: token }, cwd };
}

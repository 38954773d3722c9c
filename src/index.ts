// Boardwright as a library: the functions that the command line calls, data in and data out. Nothing here prints, asks or exits.

import type { ApplySummary, Diagnostic, HazardCode, Plan, Project, Result } from "./model/index.ts";
import { checkPlanDocument, type Shard } from "./plan/index.ts";
import { chooseTarget, type Environment, withDeployment } from "./target/choose-target.ts";
import { withPlatform } from "./target/session.ts";
import { checkFiles } from "./tasks/check-files.ts";
import { executePlan } from "./tasks/execute-plan.ts";
import { refuseHazards } from "./tasks/guard.ts";
import { makePlan, readIgnored } from "./tasks/make-plan.ts";
import { requireCurrent } from "./tasks/stale-plan.ts";

export { loadProject } from "./desired/project.ts";
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
  const { env, cwd, target } = resolveTarget(project, options);
  const { diagnostics, files } = await checkFiles({ project, target, env, cwd, paths: options.paths ?? [] });
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  return { summary: { errors, warnings: diagnostics.length - errors, files }, diagnostics };
}

/**
 * Compares the files with what is live (contract 4). Sends GET requests only. Rejects with a UserError where the files have
 * errors (nothing was sent then) or the platform cannot be read.
 */
export async function plan(project: Project, options: PlanOptions = {}): Promise<Plan> {
  const { env, cwd, flags, ...chosen } = resolveTarget(project, options);
  const target = withDeployment(chosen.target, flags, env);
  const { paths = [], only = [], prune = false, shard } = options;
  const planned = await withPlatform({ project, target, env }, (connect) =>
    makePlan({ project, target, env, cwd, paths, only, prune, shard }, connect),
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
  refuseHazards(plan, project, options.allow ?? []);
  const { env, flags, ...chosen } = resolveTarget(project, { target: plan.target.name, ...options });
  const target = withDeployment(chosen.target, { deployment: plan.target.deploymentId, ...flags }, env);
  const concurrency = options.concurrency ?? project.apply.concurrency;
  const { summary, results, interrupted } = await withPlatform(
    { project, target, env, concurrency },
    async (connect) => {
      const ignored = readIgnored(project);
      const current = await requireCurrent(plan, { project, target, ignored }, connect);
      return executePlan(
        { plan: current, ignored },
        {
          project,
          target,
          platform: await connect(),
          concurrency,
          stop: options.signal ?? new AbortController().signal,
        },
      );
    },
  );
  return { summary, results: [...results], interrupted };
}

function resolveTarget(project: Project, { target, deployment, token, ...options }: TargetOptions) {
  const env = {
    ...(options.env ?? process.env),
    ...(token === undefined ? {} : { PLATFORM_API_KEY: token }),
  };
  const flags = {
    ...(target === undefined ? {} : { target: [target] }),
    ...(deployment === undefined ? {} : { deployment }),
  };
  return { env, flags, cwd: options.cwd ?? process.cwd(), target: chooseTarget(project, flags, env) };
}

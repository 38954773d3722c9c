// Files against what is live: lint, plan, drift, apply.

import type {
  ApplyOptions,
  ApplyResult,
  LintResult,
  NarrowingOptions,
  Plan,
  PlanOptions,
  Project,
} from "../model/index.ts";
import { checkPlanDocument, driftOf } from "../plan/index.ts";
import { checkFiles, countErrors } from "../project/check-files.ts";
import { makePlan, type Planned } from "../project/make-plan.ts";
import { readIgnored } from "../project/read-ignored.ts";
import { planToJson } from "../report/index.ts";
import { chooseTarget } from "../target/index.ts";
import { execute, surroundings, withTarget } from "./context.ts";

export { loadProject } from "../project/policy/load-project.ts";

/** Checks the project's files offline, for one target. Never throws for what a file says: that is a diagnostic. */
export async function lint(
  project: Project,
  options: Pick<PlanOptions, "target" | "env" | "cwd" | "paths"> = {},
): Promise<LintResult> {
  const { env, cwd } = surroundings(options);
  const target = chooseTarget(project, options.target, env);
  const { diagnostics, files } = await checkFiles({ project, target, env, cwd, paths: options.paths });
  const errors = countErrors(diagnostics);
  return { summary: { errors, warnings: diagnostics.length - errors, files }, diagnostics };
}

/**
 * Compares the files with what is live. Sends GET requests only. Rejects with a UserError if the files have errors
 * (nothing was sent then) or the platform cannot be read.
 */
export async function plan(project: Project, options: PlanOptions = {}): Promise<Plan> {
  return planToJson((await makePlanned(project, options)).plan);
}

/** What changed outside Git since the last apply: a plan of that alone, to look at and not to apply. Sends GET requests only. */
export async function drift(project: Project, options: NarrowingOptions = {}): Promise<Plan> {
  const { plan, updated } = await makePlanned(project, { ...options, goesOn: true });
  const drift = planToJson(driftOf(plan, updated));
  // What an apply would send also holds what changed in Git.
  return { ...drift, changes: drift.changes.map(({ request: _, ...change }) => change) };
}

/**
 * Does what `plan` says and nothing else; the plan may have been through JSON. Rejects with a UserError of exit code 3,
 * before anything is written, if the plan holds a hazard that is not allowed, carries a digest that does not hold, or is stale: made for another target, project or
 * major version, or from a live state that has moved since. What an earlier apply of the same plan did is no reason: it goes on from
 * there. What fails later is that workbook's result.
 */
export async function apply(project: Project, plan: Plan, options: ApplyOptions = {}): Promise<ApplyResult> {
  checkPlanDocument(plan, "what was given", { reviewKey: options.reviewKey });
  const { name: target, deploymentId: deployment } = plan.target;
  const planned = { plan, ignored: readIgnored(project) };
  return execute(project, { target, deployment, ...options }, async () => planned, { isSaved: true });
}

function makePlanned(project: Project, options: PlanOptions & { goesOn?: boolean }): Promise<Planned> {
  return withTarget(project, options, (context) => makePlan({ ...options, ...context }));
}

// The recorded runs, and putting one back.

import { makeRollback } from "../features/rollback/make-rollback.ts";
import type { ApplyResult, Plan, Project, RollbackOptions, Run } from "../model/index.ts";
import type { ProjectContext } from "../project/context.ts";
import type { Planned } from "../project/make-plan.ts";
import { destinationOfRun, findRun, readProjectRuns } from "../project/runs/kept-runs.ts";
import { execute, surroundings, withTarget } from "./context.ts";

/** The runs that were recorded for the project, newest first. Rejects with a UserError if the project keeps none. */
export async function listRuns(project: Project): Promise<Run[]> {
  return (await readProjectRuns(project)).runs;
}

/** The plan that `rollback` would carry out, to look at and not to apply. Sends GET requests only. */
export async function planRollback(
  project: Project,
  run: string,
  options: Omit<RollbackOptions, "allow" | "concurrency" | "onProgress"> = {},
): Promise<Plan> {
  const { where, make } = await findRollback(project, run, options);
  return (await withTarget(project, where, make)).plan;
}

/**
 * Puts back what was there before a run, named as `listRuns` has it or by the beginning of that. Rejects with a UserError of exit code
 * 3, before anything is written, if that is a hazard that is not allowed, such as an edit since, or the target is no longer there.
 */
export async function rollback(
  project: Project,
  run: string,
  options: RollbackOptions = {},
): Promise<ApplyResult> {
  const { where, make, name } = await findRollback(project, run, options);
  return execute(project, where, make, { undoes: name });
}

async function findRollback<T extends RollbackOptions>(project: Project, name: string, options: T) {
  const { folder, runs } = await readProjectRuns(project, options.reviewKey);
  const run = findRun(runs, name);
  const { target, deployment, only } = options;
  const targets = target === undefined ? [] : [target];
  const { name: place } = destinationOfRun(project, run, { targets, deployment, ...surroundings(options) });
  return {
    name: run.name,
    where: { ...options, target: place },
    make: (context: ProjectContext): Promise<Planned> =>
      makeRollback({ ...context, folder, run, runs, only }),
  };
}

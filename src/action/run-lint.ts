// lint in the Action: findings on the changed lines, and with a branch the check against its data model.

import { checkFiles } from "../commands/desired-state.ts";
import { readModel } from "../commands/online-model.ts";
import { hasTarget } from "../commands/settings.ts";
import { EXIT } from "../model/index.ts";
import { countFindings, lintPretty } from "../report/index.ts";
import { describe } from "./describe.ts";
import { destinationOf, identityOf, type Job } from "./job.ts";
import { NO_COUNTS, type Outcome } from "./outcome.ts";

/** `notes`: said in the summary and the comment, such as why nothing more than lint was done. */
export async function runLint(job: Job, notes: readonly string[] = []): Promise<Outcome> {
  const { inputs, project, env, cwd, log } = job;
  const isMeant = inputs.target !== undefined || hasTarget(project, env);
  const isOnline = inputs.command === "lint" && inputs.branch !== undefined;
  const target = isMeant || isOnline ? destinationOf(job) : undefined;
  const model =
    target && isOnline ? await readModel(project, target, { env, branch: inputs.branch, signal: job.stop }) : undefined;
  const checked = await checkFiles({ project, target, env, cwd, ...(model && { model }) });
  log.print(lintPretty({ ...checked, color: false }));
  const { errors, warnings } = countFindings(checked);
  const { diagnostics, files } = checked;
  return {
    exitCode: errors > 0 ? EXIT.failed : EXIT.ok,
    counts: NO_COUNTS,
    changes: false,
    errors,
    verdict: `lint found ${errors} ${errors === 1 ? "error" : "errors"} and ${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
    diagnostics,
    ...describe(job, { ...identityOf(job, target?.name ?? "", "lint"), lint: { diagnostics, files }, notes }),
  };
}

// lint in the Action: findings on the changed lines, and with a branch the check against its data model.

import { lintProject } from "../cli/commands/lint.ts";
import { readModel } from "../cli/online-model.ts";
import { EXIT } from "../model/index.ts";
import { countFindings, escapeTerminal, lintPretty } from "../report/index.ts";
import { describe, someNames } from "./describe.ts";
import { destinationOf, type Job } from "./job.ts";
import { NO_COUNTS, type Outcome } from "./outcome.ts";

const BROKEN = "Broken on the model of";

/** Lint, and with a branch the check against its model. */
export async function runLint(job: Job): Promise<Outcome> {
  return lintWith(job, [], await readOnline(job));
}

/** What can be done without the platform. `note`: said in the summary and the comment, why that is not more. */
export function runLintAlone(job: Job, note: string): Promise<Outcome> {
  return lintWith(job, [note], undefined);
}

async function lintWith(
  job: Job,
  notes: readonly string[],
  online: Awaited<ReturnType<typeof readOnline>>,
): Promise<Outcome> {
  const { inputs, project, log } = job;
  const flags = inputs.target === undefined ? {} : { target: [inputs.target] };
  const checked = await lintProject(project, job, [], flags, online);
  log.print([...notes, lintPretty({ ...checked, color: false })].join("\n"));
  const { errors, warnings } = countFindings(checked);
  const { diagnostics, files } = checked;
  if (checked.broken.length > 0)
    log.print(escapeTerminal(`${BROKEN} ${online?.model.of}: ${checked.broken.join(", ")}`));
  const broken =
    checked.broken.length > 0 ? [`${BROKEN} ${online?.model.of}: ${someNames(checked.broken)}`] : [];
  return {
    exitCode: errors > 0 ? EXIT.failed : EXIT.ok,
    counts: NO_COUNTS,
    changes: false,
    errors,
    verdict: `lint found ${errors} ${errors === 1 ? "error" : "errors"} and ${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
    diagnostics,
    ...describe(job, { lint: { diagnostics, files }, notes: [...notes, ...broken] }),
  };
}

async function readOnline(job: Job) {
  const { inputs, project, env, stop } = job;
  if (inputs.branch === undefined) return undefined;
  const target = destinationOf(job);
  const model = await readModel(project, target, { env, branch: inputs.branch, signal: stop });
  return { target, model };
}

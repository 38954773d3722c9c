// lint in the Action: findings on the changed lines, and with a branch the check against its data model.

import { EXIT } from "../model/index.ts";
import { lintProject } from "../project/lint-project.ts";
import { openProjectCache } from "../project/open-cache.ts";
import { readModel, type TargetModel } from "../project/read-model.ts";
import { countFindings, escapeTerminal, fixingCommand, lintPretty } from "../report/index.ts";
import { type Job, withTarget } from "./job.ts";
import { NOTHING, type Outcome } from "./outcome.ts";
import { renderTexts, someNames } from "./texts.ts";

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
  online: TargetModel | undefined,
): Promise<Outcome> {
  const { inputs, project, env, cwd, log } = job;
  const cache = openProjectCache(project, env);
  const checked = await lintProject({
    ...{ project, env, cwd, online, cache },
    targets: inputs.target === undefined ? [] : [inputs.target],
  });
  const { branch, target } = inputs;
  const fix = online && branch !== undefined ? { fix: fixingCommand(branch, target) } : {};
  log.print([...notes, lintPretty({ ...checked, color: log.color, ...fix })].join("\n"));
  const { errors, warnings } = countFindings(checked);
  const { diagnostics, files } = checked;
  const broken: string[] = [];
  if (online && checked.broken.length > 0) {
    const heading = `Broken on the model of ${online.model.of}`;
    log.print(escapeTerminal(`${heading}: ${checked.broken.join(", ")}`));
    broken.push(`${heading}: ${someNames(checked.broken)}`);
  }
  return {
    ...NOTHING,
    exitCode: errors > 0 ? EXIT.failed : EXIT.ok,
    errors,
    verdict: `lint found ${errors} ${errors === 1 ? "error" : "errors"} and ${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
    diagnostics,
    ...renderTexts(job, {
      lint: { diagnostics, files, isOnline: online !== undefined, isBroken: broken.length > 0 },
      notes: [...notes, ...broken],
    }),
  };
}

async function readOnline(job: Job): Promise<TargetModel | undefined> {
  const { branch } = job.inputs;
  if (branch === undefined) return undefined;
  return withTarget(job, async (context) => ({
    target: context.target,
    model: await readModel({ ...context, branch }),
  }));
}

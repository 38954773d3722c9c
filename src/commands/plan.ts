// boardwright plan: what apply would do.

import { EXIT, type ExitCode, type Plan, UsageError } from "../model/index.ts";
import { renderPlanJson, renderPlanMarkdown, renderPlanPretty } from "../report/index.ts";
import { findProject } from "./find-project.ts";
import type { GlobalFlags } from "./flags.ts";
import { makePlan, type Planned } from "./make-plan.ts";
import { withPlatform } from "./session.ts";
import { chooseTarget, withDeployment } from "./settings.ts";
import { tellNoFiles } from "./tell-no-files.ts";
import { tellRetries } from "./tell-retries.ts";
import type { Terminal } from "./terminal.ts";

export interface PlanFlags extends GlobalFlags {
  only?: string[];
  format?: string;
  detailedExitcode?: boolean;
}

const FORMATS = ["pretty", "json", "markdown"];

export async function runPlan(
  terminal: Terminal,
  paths: readonly string[],
  flags: PlanFlags,
): Promise<ExitCode> {
  const { format: asked = "pretty" } = flags;
  if (!FORMATS.includes(asked)) {
    throw new UsageError(`--format takes ${FORMATS.join(", ")}, not ${JSON.stringify(asked)}`);
  }
  const format = flags.json ? "json" : asked;
  const { env, cwd } = terminal;
  const project = await findProject(terminal, flags);
  const target = withDeployment(chooseTarget(project, flags, env), flags, env);
  const only = flags.only ?? [];
  const watched = { signal: terminal.interrupted, onRetry: tellRetries(terminal, flags) };
  const planned = await withPlatform(
    { project, target, env, context: flags.context, ...watched },
    (connect) => makePlan({ project, target, env, cwd, paths, only }, connect),
  );
  tellNoFiles(terminal, flags, project, planned.files);
  terminal.out(renderPlan(planned, format, terminal));
  if (isIncomplete(planned.plan)) return EXIT.failed;
  return flags.detailedExitcode && isPending(planned.plan) ? EXIT.pending : EXIT.ok;
}

/** Whether workbooks were left out of the plan, because the deployment lacks what they need. */
export function isIncomplete({ diagnostics }: Plan): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** `undoes`: the run that it puts back, where it is the plan of a rollback. */
export function renderPlan(
  { plan, files, liveCount }: Planned,
  format: string,
  terminal: Terminal,
  undoes?: string,
): string {
  if (format === "json") return renderPlanJson(plan);
  if (format === "markdown") return renderPlanMarkdown(plan, {});
  const { color, width } = terminal;
  return renderPlanPretty(plan, {
    color: color.out,
    files,
    liveCount,
    ...(width === undefined ? {} : { width }),
    ...(undoes === undefined ? {} : { undoes }),
  });
}

/** Stamps change nothing that anybody sees, and orphans are kept (contract 4). */
function isPending({ summary }: Plan): boolean {
  return summary.create + summary.update + summary.publish + summary.delete > 0;
}

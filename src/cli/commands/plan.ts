// boardwright plan: what apply would do, at one target or at several.

import { type ExitCode, UsageError } from "../../model/index.ts";
import { renderPlanJson } from "../../report/index.ts";
import { chooseDestinations } from "../../target/index.ts";
import { exitCodeOfPlans } from "../../tasks/outcome.ts";
import { findProject } from "../find-project.ts";
import { writePlanFile } from "../plan-file.ts";
import type { PlanFlags } from "../plan-flags.ts";
import { planSeveral } from "../plan-several.ts";
import { planTarget, renderPlan } from "../plan-target.ts";
import { readShard } from "../shard-flag.ts";
import { tellNoFiles } from "../tell-no-files.ts";
import type { Terminal } from "../terminal.ts";

const FORMATS = ["pretty", "json", "markdown", "html"];

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
  const shard = readShard(flags.shard);
  const project = await findProject(terminal, flags);
  const [target, ...others] = chooseDestinations(
    project,
    { targets: flags.target, deployment: flags.deployment },
    terminal.env,
  );
  const narrowing = { paths, only: flags.only ?? [], prune: flags.prune === true, shard };
  const request = { project, ...narrowing, flags };
  if (others.length > 0) return planSeveral(terminal, [target, ...others], { ...request, flags, format });
  const planned = await planTarget(terminal, target, request);
  tellNoFiles(terminal, flags, project, planned.files);
  terminal.out(renderPlan(planned, format, terminal));
  if (flags.out !== undefined) await writePlanFile(flags.out, renderPlanJson(planned.plan), terminal, flags);
  return exitCodeOfPlans([planned.plan], { detailed: flags.detailedExitcode === true });
}

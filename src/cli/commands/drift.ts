// boardwright drift: what changed outside Git since the last apply. Reads only.

import { type ExitCode, type Plan, UsageError } from "../../model/index.ts";
import { driftOf } from "../../plan/index.ts";
import { renderDriftMarkdown, renderDriftPretty, renderPlanJson } from "../../report/index.ts";
import { driftDocument } from "../../tasks/drift.ts";
import { makePlan, type Planned } from "../../tasks/make-plan.ts";
import { exitCodeOfDrift } from "../../tasks/outcome.ts";
import type { GlobalFlags } from "../flags.ts";
import { tellNoFiles } from "../tell-no-files.ts";
import type { Terminal } from "../terminal.ts";
import { withTarget } from "../with-target.ts";

export interface DriftFlags extends GlobalFlags {
  only?: string[];
  format?: string;
}

const FORMATS = ["pretty", "json", "markdown"];

export async function runDrift(
  terminal: Terminal,
  paths: readonly string[],
  flags: DriftFlags,
): Promise<ExitCode> {
  const { format: asked = "pretty", only = [] } = flags;
  if (!FORMATS.includes(asked)) {
    throw new UsageError(`--format takes ${FORMATS.join(", ")}, not ${JSON.stringify(asked)}`);
  }
  const { project, planned } = await withTarget(terminal, flags, async (context) => ({
    project: context.project,
    planned: await makePlan({ ...context, paths, only }),
  }));
  tellNoFiles(terminal, flags, project, planned.files);
  const drift = driftOf(planned.plan, planned.updated);
  terminal.out(renderDrift(drift, planned, flags.json ? "json" : asked, terminal));
  return exitCodeOfDrift(drift);
}

function renderDrift(drift: Plan, planned: Planned, format: string, { color, width }: Terminal): string {
  const { files, liveCount, target } = planned;
  if (format === "json") return renderPlanJson(driftDocument(planned));
  if (format === "markdown") return renderDriftMarkdown(drift);
  return renderDriftPretty(drift, {
    color: color.out,
    files,
    liveCount,
    target,
    ...(width === undefined ? {} : { width }),
  });
}

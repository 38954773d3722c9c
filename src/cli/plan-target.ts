// One target's plan, as `plan` shows it.

import { EXIT, type ExitCode, type Plan, type Project } from "../model/index.ts";
import type { Shard } from "../plan/index.ts";
import type { PlanPrettyOptions } from "../report/index.ts";
import type { Destination } from "../target/choose-target.ts";
import { withPlatform } from "../target/session.ts";
import { makePlan, type Planned } from "../tasks/make-plan.ts";
import type { GlobalFlags } from "./flags.ts";
import { refuseSecrets } from "./plan-file.ts";
import { tellRetries } from "./tell-retries.ts";
import type { Terminal } from "./terminal.ts";

export interface PlanRequest {
  project: Project;
  paths: readonly string[];
  only: readonly string[];
  prune: boolean;
  shard: Shard | undefined;
  flags: GlobalFlags;
}

/** Plans one target. Throws where the plan, which is shown or saved next, holds the credential. */
export async function planTarget(
  terminal: Terminal,
  target: Destination,
  request: PlanRequest,
): Promise<Planned> {
  const { env, cwd } = terminal;
  const { project, paths, only, prune, shard, flags } = request;
  const watched = { signal: terminal.interrupted, onRetry: tellRetries(terminal, flags) };
  return withPlatform({ project, target, env, context: flags.context, ...watched }, async (connect) => {
    const planned = await makePlan({ project, target, env, cwd, paths, only, prune, shard }, connect);
    await refuseSecrets(planned.plan, { target, env }, connect);
    return planned;
  });
}

/** A plan with what its header says of it: what it was made from, or the file that it was saved in. */
export interface ShownPlan
  extends Pick<Planned, "plan">,
    Partial<Pick<Planned, "files" | "liveCount" | "target">> {
  from?: string | undefined;
}

/** What its reporters are told of it beside the plan itself. */
export function shownWith(
  { files = 0, liveCount = 0, from, target }: Omit<ShownPlan, "plan">,
  { color, width }: Terminal,
): PlanPrettyOptions {
  return { color: color.out, width, files, liveCount, from, target };
}

/** Whether workbooks were left out of the plan, because the deployment lacks what they need. */
export function isIncomplete({ diagnostics }: Plan): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** Failed goes before pending, and pending before fine. */
export function exitCodeOf(plans: readonly Plan[], flags: { detailedExitcode?: boolean }): ExitCode {
  if (plans.some(isIncomplete)) return EXIT.failed;
  return flags.detailedExitcode && plans.some(isPending) ? EXIT.pending : EXIT.ok;
}

/** Stamps change nothing that anybody sees, and orphans are kept (contract 4). */
function isPending({ summary }: Plan): boolean {
  return summary.create + summary.update + summary.publish + summary.delete > 0;
}

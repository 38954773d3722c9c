// boardwright apply: plans, shows, asks, applies.

import { EXIT, type ExitCode, type Plan, type Project, UsageError } from "../../model/index.ts";
import type { Platform, RetryEvent } from "../../platform/index.ts";
import { renderApplyJson, renderApplySummary, renderPlanPretty, renderProgress } from "../../report/index.ts";
import { chooseTarget, type Destination, withDeployment } from "../../target/choose-target.ts";
import { withPlatform } from "../../target/session.ts";
import { executePlan } from "../../tasks/execute-plan.ts";
import { readAllowed, refuseHazards } from "../../tasks/guard.ts";
import { makePlan, type Planned, readIgnored } from "../../tasks/make-plan.ts";
import { requireCurrent } from "../../tasks/stale-plan.ts";
import { findProject } from "../find-project.ts";
import type { GlobalFlags } from "../flags.ts";
import { isIncomplete, type ShownPlan, shownWith } from "../plan-target.ts";
import { readSavedPlan, refuseNarrowing } from "../saved-plan.ts";
import { readShard } from "../shard-flag.ts";
import { tellNoFiles } from "../tell-no-files.ts";
import { tellRetries } from "../tell-retries.ts";
import type { Terminal } from "../terminal.ts";

export interface ApplyFlags extends GlobalFlags {
  only?: string[];
  prune?: boolean;
  yes?: boolean;
  allow?: string[];
  concurrency?: number;
  shard?: string;
}

/** With the path of a saved plan that is applied as it is; without, the files are planned. */
export async function runApply(
  terminal: Terminal,
  [planFile]: readonly string[],
  flags: ApplyFlags,
): Promise<ExitCode> {
  const { env, cwd } = terminal;
  if (planFile !== undefined) refuseNarrowing(flags);
  const shard = readShard(flags.shard);
  if (!flags.yes && !terminal.interactive) {
    throw new UsageError("there is no terminal to ask at", ["Pass --yes to apply without being asked."]);
  }
  const project = await findProject(terminal, flags);
  // A hazard that does not exist is told before anything is sent.
  readAllowed(project, flags.allow ?? []);
  const saved =
    planFile === undefined ? undefined : await readSavedPlan(planFile, terminal, { project, flags });
  const target = saved?.target ?? withDeployment(chooseTarget(project, flags, env), flags, env);
  if (saved) {
    const ignored = readIgnored(project);
    return carryOut(terminal, flags, {
      project,
      target,
      plan: async () => ({ plan: saved.plan, from: planFile, ignored }),
      settle: (plan, connect) => requireCurrent(plan, { project, target, ignored }, connect),
    });
  }
  const chosen = { only: flags.only ?? [], prune: flags.prune === true, shard };
  const plan = (connect: () => Promise<Platform>) =>
    makePlan({ project, target, env, cwd, ...chosen }, connect);
  return carryOut(terminal, flags, { project, target, plan });
}

/** What is planned and applied, and where. */
export interface Work {
  project: Project;
  target: Destination;
  plan(connect: () => Promise<Platform>): Promise<ShownPlan & Pick<Planned, "ignored">>;
  /** What is left to do of a plan that was made before. Throws where it no longer holds. */
  settle?(plan: Plan, connect: () => Promise<Platform>): Promise<Plan>;
  /** The run that it puts back, where it is a rollback, and what is said of that before and after it. */
  undo?: { run: string; before: string; after: string };
}

/** Plans, shows, asks and applies: the one way to the executor that a command has. */
export async function carryOut(
  terminal: Terminal,
  flags: ApplyFlags,
  { project, target, plan: makeIt, settle, undo }: Work,
): Promise<ExitCode> {
  const { env } = terminal;
  const concurrency = flags.concurrency ?? project.apply.concurrency;
  const progress = { done: 0, total: 0, retried: 0, current: "" };
  const draw = () =>
    progress.total > 0 && terminal.progress(renderProgress(progress, terminal.progressWidth));
  const tell = tellRetries(terminal, flags);
  const onRetry = (event: RetryEvent) => {
    progress.retried += 1;
    tell(event);
    draw();
  };
  // Ctrl-C ends the planning at once; what is being written is finished first.
  const planning = new AbortController();
  const stopPlanning = () => planning.abort();
  terminal.interrupted.addEventListener("abort", stopPlanning);

  const { context } = flags;
  const options = { project, target, env, context, concurrency, onRetry, signal: planning.signal };
  return withPlatform(options, async (connect) => {
    const planned = await makeIt(connect);
    const { plan, ignored, files } = planned;
    if (!undo && files !== undefined) tellNoFiles(terminal, flags, project, files);
    const show = flags.json ? terminal.err : terminal.out;
    const allowed = readAllowed(project, flags.allow ?? []);
    const text = renderPlanPretty(plan, { ...shownWith(planned, terminal), allowed, undoes: undo?.run });
    if (!flags.quiet && undo) show(`${undo.before}\n`);
    if (!flags.quiet) show(hasWork(plan) ? `${text}\n` : text);
    refuseHazards(plan, project, flags.allow ?? []);
    const current = settle ? await settle(plan, connect) : plan;
    terminal.interrupted.removeEventListener("abort", stopPlanning);
    if (hasWork(plan) && !(await confirmed(terminal, plan, flags, undo))) {
      terminal.err("Nothing was applied.");
      return terminal.interrupted.aborted ? EXIT.interrupted : EXIT.failed;
    }

    const report = await executePlan(
      { plan: current, ignored },
      {
        project,
        target,
        platform: await connect(),
        concurrency,
        stop: terminal.interrupted,
        undoes: undo?.run,
        onProgress(state) {
          Object.assign(progress, state);
          draw();
        },
      },
    );
    terminal.progress("");
    if (flags.json) terminal.out(renderApplyJson({ ...report, diagnostics: plan.diagnostics }));
    // Where there is nothing to do, the plan has said so.
    else if (flags.quiet || hasWork(plan))
      terminal.out(renderApplySummary(report, { color: terminal.color.out }));
    if (undo && hasWork(plan) && !flags.quiet) show(undo.after);
    if (report.interrupted) return EXIT.interrupted;
    return report.summary.failed + report.summary.skipped > 0 || isIncomplete(plan) ? EXIT.failed : EXIT.ok;
  });
}

function hasWork(plan: Plan): boolean {
  return plan.changes.some(({ action }) => action !== "orphaned");
}

async function confirmed(
  terminal: Terminal,
  plan: Plan,
  flags: ApplyFlags,
  undo: Work["undo"],
): Promise<boolean> {
  if (flags.yes) return true;
  const verb = undo ? "Put this back on" : "Apply this to";
  const answer = await terminal.ask(`${verb} ${plan.target.name}? [y/N] `);
  return /^y(es)?$/i.test(answer.trim());
}

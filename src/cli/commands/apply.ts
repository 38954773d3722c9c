// boardwright apply: plans, shows, asks, applies.

import {
  type ApplyReport,
  cutWaves,
  EXIT,
  type ExitCode,
  type Plan,
  type Project,
  parseWaves,
  reviewKeyOf,
  UsageError,
} from "../../model/index.ts";
import type { RetryEvent } from "../../platform/index.ts";
import { renderApplyJson, renderApplySummary, renderPlanPretty, renderProgress } from "../../report/index.ts";
import { chooseDestinations, type Destination } from "../../target/index.ts";
import { readDeclared } from "../../tasks/declared/read-declared.ts";
import { readIgnored } from "../../tasks/declared/read-ignored.ts";
import { executePlan } from "../../tasks/execute-plan.ts";
import { exitCodeOfApply } from "../../tasks/exit-codes.ts";
import { readAllowed } from "../../tasks/guard.ts";
import { makePlan, type Planned } from "../../tasks/make-plan.ts";
import { refuseSecrets } from "../../tasks/refuse-secrets.ts";
import { requireApplicable } from "../../tasks/stale-plan.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import { untilWriting } from "../../tasks/until-writing.ts";
import { NO_CACHE } from "../cache-flag.ts";
import type { Declaration } from "../declaration.ts";
import { findProject } from "../find-project.ts";
import type { GlobalFlags } from "../flags.ts";
import { applyFleet } from "../fleet/apply-fleet.ts";
import { warnIfNoFiles } from "../notices.ts";
import { collect, EXCEPT, positiveNumber, splitList } from "../option-values.ts";
import { type ShownPlan, shownWith } from "../plan-target.ts";
import { readSavedPlan, refuseNarrowing } from "../saved-plan.ts";
import { sayCommand, saySurroundings } from "../say-command.ts";
import { readShard } from "../shard-flag.ts";
import type { Terminal } from "../terminal.ts";
import { watchRequests } from "../watch-requests.ts";
import { withConnection } from "../with-target.ts";

export interface ApplyFlags extends GlobalFlags {
  only?: string[];
  prune?: boolean;
  yes?: boolean;
  allow?: string[];
  concurrency?: number;
  shard?: string;
  waves?: string;
}

export const command: Declaration = {
  arguments: { "plan-file": "apply exactly this saved plan; refused if live is no longer as it says" },
  options: [
    ["--only <glob>", "apply only the slugs that match (repeatable)", collect],
    EXCEPT,
    ["-y, --yes", "do not ask"],
    [
      "--allow <hazards>",
      "accept these hazards, as drift or drift:SLUG_GLOB, separated by commas",
      splitList,
    ],
    ["--prune", "delete what this project manages but no file declares"],
    ["--shard <part>", "apply only a part I/N, as 2/8: split by slug"],
    ["--waves <sizes>", "several targets in waves, as 1,10%,rest; one wave if left out"],
    ["--concurrency <n>", "requests in flight at most", positiveNumber],
    NO_CACHE,
  ],
  examples: [
    "boardwright apply                         # shows the plan and asks",
    "boardwright apply --target local --yes    # in CI, after the plan was reviewed",
    "boardwright apply --only 'revenue-*' --allow drift,conflict",
    "boardwright apply --target local --waves 1,10%,rest --yes   # a group or a glob of targets in waves",
    "boardwright apply plan.json --yes         # exactly what was reviewed; refused if live has moved",
  ],
  /** With the path of a saved plan that is applied as it is; without, the files are planned. */
  async run(terminal, [planFile], flags: ApplyFlags) {
    if (planFile !== undefined) refuseNarrowing(flags);
    const shard = readShard(flags.shard);
    const sizes = flags.waves === undefined ? undefined : parseWaves(flags.waves);
    // Of one that is too short, before anything is sent.
    reviewKeyOf(terminal.env);
    const project = await findProject(terminal, flags);
    // An unknown hazard is reported before anything is sent.
    readAllowed(project, flags.allow ?? []);
    if (planFile !== undefined) {
      const { plan, target } = await readSavedPlan(planFile, terminal, { project, flags });
      requireAnswer(terminal, flags, "Pass --yes to apply without being asked.");
      const shown = { plan, from: planFile, ignored: readIgnored(project) };
      return runPlanned(terminal, flags, { project, target, isSaved: true, plan: async () => shown });
    }
    const [target, ...others] = chooseDestinations(
      project,
      { targets: flags.target, deployment: flags.deployment },
      terminal.env,
    );
    const chosen = { only: flags.only ?? [], prune: flags.prune === true, shard };
    if (others.length > 0 || sizes) {
      cutWaves([target, ...others], sizes ?? ["rest"]);
      requireAnswer(terminal, flags, "Pass --yes to apply without being asked.");
      return applyFleet(terminal, flags, {
        ...{ project, chosen, targets: [target, ...others], sizes: sizes ?? ["rest"] },
        ...{ allow: flags.allow ?? [], isSure: flags.yes === true },
        concurrency: flags.concurrency ?? project.apply.concurrency,
      });
    }
    if (!isAnswered(terminal, flags)) {
      // What is wrong with the files and the options is told first: --yes would not help.
      await readDeclared({ project, target, env: terminal.env, cwd: terminal.cwd, ...chosen });
      requireAnswer(terminal, flags, "Pass --yes to apply without being asked.");
    }
    return runPlanned(terminal, flags, {
      project,
      target,
      plan: (context) => makePlan({ ...context, ...chosen }),
    });
  },
};

function isAnswered({ interactive }: Terminal, { yes = false }: ApplyFlags): boolean {
  return yes || interactive;
}

/** Throws a UsageError if nobody can be asked; told after whatever else is wrong with the command line. */
export function requireAnswer(terminal: Terminal, flags: ApplyFlags, advice: string): void {
  if (!isAnswered(terminal, flags)) throw new UsageError("there is no terminal to ask on", [advice]);
}

/** The plan to apply, and where. */
export interface Work {
  project: Project;
  target: Destination;
  plan(context: TaskContext): Promise<ShownPlan & Pick<Planned, "ignored" | "liveIds">>;
  /** Whether the plan was made earlier, so that it may no longer hold. */
  isSaved?: boolean;
  /** The run that it puts back if it is a rollback, and what is said of that before and after it. */
  undo?: { run: string; before: string; after(plan: Plan, report: ApplyReport): Promise<string> };
}

/** Plans, shows, asks and applies. */
export async function runPlanned(terminal: Terminal, flags: ApplyFlags, work: Work): Promise<ExitCode> {
  const { project, target, isSaved = false, undo } = work;
  const { allow = [], prune: _, ...unpruned } = flags;
  const { only = [], shard: __, yes: ___, ...anywhere } = unpruned;
  const concurrency = flags.concurrency ?? project.apply.concurrency;
  const progress = { done: 0, total: 0, retried: 0, current: "" };
  const draw = () =>
    progress.total > 0 && terminal.progress(renderProgress(progress, terminal.progressWidth));
  const watch = watchRequests(terminal, flags);
  const onRetry = (event: RetryEvent) => {
    progress.retried += 1;
    watch.onRetry(event);
    draw();
  };
  const { signal, beginWriting } = untilWriting(terminal.interrupted);
  const connection = { project, target, concurrency, signal, watch: { ...watch, onRetry } };
  return withConnection(terminal, flags, connection, async (context) => {
    const planned = await work.plan(context);
    const { plan, ignored, liveIds, files } = planned;
    // It comes from a file that anybody may have changed.
    if (isSaved || undo) refuseSecrets(plan, { ...context, platform: await context.connect() });
    if (!undo && files !== undefined) warnIfNoFiles(terminal, flags, project, files);
    const show = flags.json ? terminal.err : terminal.show;
    const allowed = readAllowed(project, allow);
    const text = renderPlanPretty(plan, {
      ...shownWith(planned, terminal, flags),
      allowed,
      undoes: undo?.run,
    });
    if (!flags.quiet && undo) show(`${undo.before}\n`);
    if (!flags.quiet) show(hasEnd(plan) ? `${text}\n` : text);
    const words = undo
      ? ["rollback", undo.run]
      : planned.from === undefined
        ? ["apply"]
        : ["apply", planned.from];
    const current = await requireApplicable(plan, {
      ...context,
      allow,
      isSaved,
      ways: {
        allow: (hazards) => `${sayCommand(words, flags)} --allow ${hazards}`,
        // A run and a saved plan are taken whole.
        ...(words.length === 1 && {
          pull: (slugs, isTheirs) =>
            `${sayCommand(["pull", ...slugs], anywhere)}${isTheirs ? " --theirs" : ""}`,
          except: (slugs) =>
            sayCommand(words, { ...unpruned, only: [...only, ...slugs.map((slug) => `!${slug}`)] }),
        }),
      },
    });
    beginWriting();
    watch.beginWriting();
    if (hasWork(plan) && !(await confirmed(terminal, plan, flags, undo))) {
      terminal.err("Nothing was applied.");
      return terminal.interrupted.aborted ? EXIT.interrupted : EXIT.failed;
    }

    const platform = await context.connect();
    const report = await executePlan(
      { plan: current, ignored, liveIds },
      {
        ...context,
        platform,
        concurrency,
        stop: terminal.interrupted,
        allowed,
        undoes: undo?.run,
        only: undo && flags.only,
        onRetry,
        onProgress(state) {
          Object.assign(progress, state);
          draw();
        },
      },
    );
    terminal.progress("");
    if (flags.verbose) terminal.err(`At most ${platform.pace().most} requests were in flight.`);
    if (flags.json)
      terminal.out(
        renderApplyJson({
          ...report,
          ...{ diagnostics: plan.diagnostics, project: plan.project, target: plan.target.name },
        }),
      );
    // If there is nothing to do, the plan has said so.
    else if (flags.quiet || hasEnd(plan))
      terminal.show(
        renderApplySummary(report, { color: terminal.color.out, surroundings: saySurroundings(flags) }),
      );
    const after = undo && hasEnd(plan) && !flags.quiet ? await undo.after(plan, report) : "";
    if (after !== "") show(after);
    return exitCodeOfApply(plan, report);
  });
}

function hasWork(plan: Plan): boolean {
  return plan.changes.some(({ action }) => action !== "orphaned");
}

/** Whether its end says more than the plan did: what a rollback cannot put back is a failure, even if that is all. */
function hasEnd(plan: Plan): boolean {
  return hasWork(plan) || plan.leftOut !== undefined;
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

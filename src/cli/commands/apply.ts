// boardwright apply: plans, shows, asks, applies.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { applyWaves, type WaveOptions } from "../../features/fleet/apply-waves.ts";
import {
  type ApplyReport,
  cutWaves,
  EXIT,
  type ExitCode,
  type FleetReport,
  isPlainSlug,
  type Plan,
  type Project,
  parseWaves,
  reviewKeyOf,
  revisionText,
  UsageError,
  UserError,
  type WaveSize,
} from "../../model/index.ts";
import { findMakerMismatches } from "../../plan/index.ts";
import type { RetryEvent } from "../../platform/index.ts";
import type { ProjectContext } from "../../project/context.ts";
import { exitCodeOfApply, exitCodeOfFleet } from "../../project/exit-codes.ts";
import { readAllowed } from "../../project/guard.ts";
import { makePlan, type Planned } from "../../project/make-plan.ts";
import { prepareApply, stalePlan } from "../../project/prepare-apply.ts";
import { readDeclared } from "../../project/read-declared.ts";
import { readIgnored } from "../../project/read-ignored.ts";
import { refuseSecrets } from "../../project/refuse-secrets.ts";
import { planFor, readPlanFile } from "../../project/saved-plan.ts";
import { shareFiles } from "../../project/share-files.ts";
import {
  type Document,
  fleetDocument,
  plansDocument,
  printTerminal,
  renderApplyJson,
  renderApplySummary,
  renderFleetJson,
  renderPlanPretty,
  renderProgress,
} from "../../report/index.ts";
import { chooseDestination, type Destination } from "../../target/index.ts";
import { NO_CACHE } from "../cache-flag.ts";
import type { Declaration } from "../declaration.ts";
import { findProject } from "../find-project.ts";
import { type GlobalFlags, namedTarget } from "../flags.ts";
import { warnIfNoFiles } from "../notices.ts";
import { collect, EXCEPT, positiveNumber, splitList } from "../option-values.ts";
import { type ShownPlan, shownWith } from "../plan-target.ts";
import { printDocument } from "../print-document.ts";
import { failureOf } from "../report-failure.ts";
import { sayCommand, saySurroundings } from "../say-command.ts";
import { readShard } from "../shard-flag.ts";
import { isAnswered, requireAnswer, saysYes, type Terminal } from "../terminal.ts";
import { watchRequests } from "../watch-requests.ts";
import { destinationsOf, withConnection } from "../with-target.ts";

// `apply PLAN_FILE`: a saved plan is carried out as it is. Nothing is planned from files.

interface SavedPlan {
  plan: Plan;
  /** Where it will be applied; not always what the plan is for: requireCurrent compares them. */
  target: Destination;
}

/** Options that narrow a plan: a reviewed one is applied as it is. */
const NARROWING = {
  only: "--only or --except",
  prune: "--prune",
  shard: "--shard",
  waves: "--waves",
} as const;

/** Throws a UsageError if a plan file is combined with an option that would change the plan. */
function refuseNarrowing(flags: { [name in keyof typeof NARROWING]?: unknown }): void {
  for (const name of Object.keys(NARROWING) as (keyof typeof NARROWING)[]) {
    if (flags[name] === undefined) continue;
    const option = NARROWING[name];
    if (name === "waves")
      throw new UsageError("a plan file is of one target, and is applied in one go: it takes no --waves", [
        "Leave the file out, and `boardwright apply --waves 1,rest` plans each wave when the one before it is whole.",
      ]);
    throw new UsageError(`a plan file is applied as it is and takes no ${option}`, [
      `Give ${option} to \`boardwright plan --out FILE\`, or leave the plan file out.`,
    ]);
  }
}

/**
 * Reads the file. The target is `--target`, else BOARDWRIGHT_TARGET, else the one that the plan is for; if the file holds several
 * plans, one of the first two must choose.
 */
async function readSavedPlan(
  path: string,
  { env, cwd }: Terminal,
  { project, flags }: { project: Project; flags: GlobalFlags },
): Promise<SavedPlan> {
  const document = await readPlanFile({
    file: resolve(cwd, path),
    shown: path,
    advice: "Write one with `boardwright plan --out FILE`.",
    reviewKey: reviewKeyOf(env),
  }).catch((cause: unknown) => {
    throw cause instanceof UserError && !/\.json$/i.test(path) ? hintAtSlugs(cause) : cause;
  });
  const name = namedTarget(flags) ?? (env.BOARDWRIGHT_TARGET || undefined);
  const plan = planFor(document, name);
  if (!plan) throw chooseOne(path, document.plans, name);
  requirePolicy(plan, project, path);
  const known = Object.hasOwn(project.targets, name ?? plan.target.name);
  if (!known && name === undefined) {
    const gone = `target: the plan is for ${plan.target.name}, which boardwright.yaml does not declare`;
    const maker = findMakerMismatches(plan, { toolVersion: BOARDWRIGHT_VERSION, project: project.name });
    throw stalePlan(plan, [gone, ...maker]);
  }
  const choice = { target: name ?? plan.target.name, deployment: flags.deployment };
  return { plan, target: chooseDestination(project, choice, env) };
}

/** For those who name the file of a workbook, as `plan` and `lint` take it. */
function hintAtSlugs({ message, details, exitCode, cause }: UserError): UserError {
  const hint = "To apply some workbooks only, name their slugs: `boardwright apply SLUG`.";
  return new UserError(message, { details: [...details, hint], exitCode, cause });
}

/**
 * A plan that was made on trusted ground is applied on some: with `apply.allow`, `apply.limits` and `ignore` of a branch, what was planned
 * would pass for other reasons. Not that very commit: after a merge it is another one. Throws a UserError of exit code 3.
 */
function requirePolicy({ policy }: Plan, project: Project, path: string): void {
  if (!policy || project.policy) return;
  throw new UserError(
    `refused, nothing was written: ${path} was planned under the policy of ${revisionText(policy)}, and this run names none`,
    {
      details: [
        `Name it again: --policy ${policy.revision}, or BOARDWRIGHT_POLICY. Where only reviewed changes are checked out, --policy HEAD.`,
      ],
      exitCode: EXIT.refused,
    },
  );
}

function chooseOne(path: string, plans: readonly Plan[], name: string | undefined): UsageError {
  const names = plans.map(({ target }) => target.name);
  if (names.length === 0) return new UsageError(`${path} holds no plan`);
  const what =
    name === undefined ? `holds ${names.length} plans, one for each target` : `holds no plan for ${name}`;
  return new UsageError(`${path} ${what}`, [`Choose one: --target ${names.join(" or --target ")}.`]);
}

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
  arguments: {
    what: "only these slugs; or a saved plan, to apply exactly that: refused if live is no longer as it says",
  },
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
    "boardwright apply revenue-overview        # this dashboard alone",
    "boardwright apply --only 'revenue-*' --allow drift,conflict",
    "boardwright apply --target local --waves 1,10%,rest --yes   # a group or a glob of targets in waves",
    "boardwright apply plan.json --yes         # exactly what was reviewed; refused if live has moved",
  ],
  /** With the path of a saved plan that is applied as it is; else the files are planned, or what they declare of some slugs. */
  async run(terminal, words, given: ApplyFlags) {
    const isFile = (word: string) =>
      !isPlainSlug(word) || /\.json$/i.test(word) || existsSync(resolve(terminal.cwd, word));
    const planFile = words.find(isFile);
    if (planFile !== undefined && words.length > 1)
      throw new UsageError("apply takes one saved plan, or slugs", [
        `${planFile} is no slug, or a file of that name is there.`,
      ]);
    const isNarrowed = planFile === undefined && words.length > 0;
    const flags = isNarrowed ? { ...given, only: [...(given.only ?? []), ...words] } : given;
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
    const [target, ...others] = destinationsOf(project, flags, terminal);
    const chosen = { only: flags.only, prune: flags.prune, shard };
    if (others.length > 0 || sizes) {
      cutWaves([target, ...others], sizes ?? ["rest"]);
      requireAnswer(terminal, flags, "Pass --yes to apply without being asked.");
      return applyFleet(terminal, flags, {
        ...{ project, chosen, targets: [target, ...others], sizes: sizes ?? ["rest"] },
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

/** The plan to apply, and where. */
export interface Work {
  project: Project;
  target: Destination;
  plan(context: ProjectContext): Promise<ShownPlan & Pick<Planned, "ignored" | "liveIds">>;
  /** Whether the plan was made earlier, so that it may no longer hold. */
  isSaved?: boolean;
  /** The run that it puts back if it is a rollback, and what is said of that before and after it. */
  undo?: { run: string; before: string; after(plan: Plan, report: ApplyReport): Promise<Document> };
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
  const connection = { project, target, concurrency, watch: { ...watch, onRetry } };
  return withConnection(terminal, flags, connection, async (context) => {
    const planned = await work.plan(context);
    const { plan, files } = planned;
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
    const apply = await prepareApply(planned, {
      ...context,
      ...{ allow, isSaved, concurrency, onRetry },
      undoes: undo?.run,
      only: undo && flags.only,
      onProgress(state) {
        Object.assign(progress, state);
        draw();
      },
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
    const question = `${undo ? "Put this back on" : "Apply this to"} ${plan.target.name}?`;
    if (hasWork(plan) && !flags.yes && !(await saysYes(terminal, question))) {
      terminal.err("Nothing was applied.");
      return terminal.interrupted.aborted ? EXIT.interrupted : EXIT.failed;
    }
    const report = await apply();
    terminal.progress("");
    if (flags.verbose) {
      const { most } = (await context.connect()).pace();
      terminal.err(`At most ${most} requests were in flight.`);
    }
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
    if (undo && hasEnd(plan) && !flags.quiet)
      show(printTerminal(await undo.after(plan, report), { color: terminal.color.out }));
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

// boardwright apply at several targets, in waves: shows, asks and reports for each wave.

interface FleetRequest {
  project: Project;
  targets: readonly Destination[];
  sizes: readonly WaveSize[];
  chosen: WaveOptions["chosen"];
}

/** Throws what is wrong before anything begins: files with errors, waves that do not hold all targets. */
async function applyFleet(
  terminal: Terminal,
  flags: ApplyFlags,
  { project, targets, sizes, chosen }: FleetRequest,
): Promise<ExitCode> {
  const { allow = [], concurrency = project.apply.concurrency } = flags;
  const waves = cutWaves(targets, sizes);
  const show = flags.json ? terminal.err : terminal.show;
  const style = { color: terminal.color.out, width: terminal.width };
  // Between two writes it plans, and shows how far it is.
  const watch = { ...watchRequests(terminal, flags), beginWriting() {} };
  const shared = shareFiles();
  let at = "";
  const ended = await applyWaves({
    ...{ waves, chosen, allow, concurrency },
    stop: terminal.interrupted,
    failureOf,
    open: (target, use) =>
      withConnection(terminal, flags, { project, target, concurrency, watch }, (context) =>
        use({ ...context, ...shared }),
      ),
    on: {
      planning: ({ name }) => terminal.progress(`planning ${name}`),
      planned(wave, plans, stopped) {
        terminal.progress("");
        const failed = stopped.flatMap(({ target, state, error }) =>
          state === "failed" && error ? [{ target, error }] : [],
        );
        const heading = waves.length > 1 ? `Wave ${wave} of ${waves.length}:\n\n` : "";
        if (!flags.quiet) show(`${heading}${printTerminal(plansDocument(plans, failed), style)}`);
        for (const { target, error } of stopped)
          if (error)
            terminal.err(
              `${target}: ${error.message}\n${error.details.map((line) => `  ${line}\n`).join("")}`,
            );
      },
      async confirm(wave, plans: readonly Plan[]) {
        if (flags.yes) return true;
        const many = plans.length === 1 ? `${plans[0]?.target.name}` : `these ${plans.length} targets`;
        const which = waves.length > 1 ? `wave ${wave} of ${waves.length}, ${many}` : many;
        return saysYes(terminal, `Apply this to ${which}?`);
      },
      begun({ name }) {
        at = name;
      },
      onProgress: (state) =>
        terminal.progress(
          renderProgress(
            { ...state, retried: 0, current: `${at} ${state.current ?? ""}` },
            terminal.progressWidth,
          ),
        ),
      onRetry: watch.onRetry,
      ended({ target, report, error, state }) {
        terminal.progress("");
        if (state === "applied" || state === "unchanged") return;
        if (report) {
          const surroundings = saySurroundings(flags);
          terminal.err(
            `${target}:\n${renderApplySummary(report, { color: terminal.color.err, surroundings })}`,
          );
        } else if (error) terminal.err(`${target}: ${error.message}`);
      },
    },
  });
  const report: FleetReport = {
    project: project.name,
    targets: ended,
    waves: waves.length,
    interrupted: terminal.interrupted.aborted,
  };
  if (flags.json) terminal.out(renderFleetJson(report));
  else printDocument(terminal, fleetDocument(report, { reasons: false }));
  return exitCodeOfFleet(report);
}

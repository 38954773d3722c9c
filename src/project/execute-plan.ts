// Runs a plan, records the run, and gathers what the reporters show of it: the one way to the executor.

import { basename, relative } from "node:path";
import { applyPlan } from "../apply/index.ts";
import {
  type Allowed,
  type ApplyReport,
  isRecordOnly,
  type LeftOut,
  type Plan,
  type Result,
  type RollbackOptions,
  UserError,
} from "../model/index.ts";
import { hazardsOfUndo } from "../plan/index.ts";
import { type Clock, type Platform, systemClock, type TrafficListeners } from "../platform/index.ts";
import type { Destination } from "../target/index.ts";
import type { ProjectContext } from "./context.ts";
import { readCommit } from "./git.ts";
import type { Planned } from "./make-plan.ts";
import { refuseSecrets } from "./refuse-secrets.ts";
import { recordOfRun } from "./runs/kept-runs.ts";

/** `concurrency` is the project's if absent; `only` are the globs of slugs that a rollback was narrowed to. */
export interface ExecuteOptions
  extends Pick<ProjectContext, "project" | "target" | "env" | "signal">,
    Pick<RollbackOptions, "concurrency" | "onProgress" | "only"> {
  platform: Platform;
  /** The run that this plan puts back. */
  undoes?: string | undefined;
  /** The hazards that are accepted of what a creation finds, though no list showed it; none if absent. */
  allowed?: Allowed | undefined;
  /** Whether states from before are kept for a rollback, if the project keeps any; true if absent. */
  backups?: boolean;
  /** For waiting; the system's if absent. */
  clock?: Clock | undefined;
  /** Called before each wait of the executor's own, such as that before a publication is sent again. */
  onRetry?: TrafficListeners["onRetry"];
}

/** Results come in the order of the plan; behind them, as failed, what the plan of a rollback cannot put back. */
export async function executePlan(
  { plan, ignored, liveIds }: Pick<Planned, "plan" | "ignored" | "liveIds">,
  options: ExecuteOptions,
): Promise<ApplyReport> {
  const { project, target, platform, onProgress, clock = systemClock } = options;
  // A saved plan and a backup are files, which anybody may have changed.
  refuseSecrets(plan, options);
  const start = clock.now();
  const isKeeping = options.backups !== false;
  const total = plan.changes.filter(({ action }) => action !== "orphaned").length;
  const { env, undoes, only } = options;
  const git = total > 0 ? await readCommit(project, env) : undefined;
  const run =
    isKeeping && total > 0 ? await recordOfRun(plan, { project, env, git, start, undoes, only }) : undefined;
  await run?.begin();
  if (run?.problem !== undefined) {
    await run.finish({ at: new Date(clock.now()), interrupted: false });
    throw notRecordable(run.backups.folder, run.problem);
  }
  let done = 0;
  const outcome = await applyPlan(plan, {
    platform,
    deploymentId: target.deployment,
    project,
    ignored,
    liveIds,
    backups: run?.backups,
    ...{ allowed: options.allowed, onClaim: run?.claim, undoes: undoes !== undefined },
    reportVersions: new Map(),
    // What a rollback puts back is of no commit.
    commit: git?.dirty || undoes !== undefined ? undefined : git?.commit,
    concurrency: options.concurrency ?? project.apply.concurrency,
    stop: options.signal ?? new AbortController().signal,
    clock,
    random: Math.random,
    ...(options.onRetry && { onRetry: options.onRetry }),
    onStart: ({ key }) => onProgress?.({ done, total, current: key }),
    onResult(result) {
      run?.note(result);
      // After Ctrl-C all that is left is skipped at once: counted, the line would run on to the end.
      if (result.status === "skipped") return;
      done += 1;
      onProgress?.({ done, total });
    },
  });
  const { interrupted } = outcome;
  const left = (plan.leftOut ?? []).map(notPutBack);
  const results = [...outcome.results, ...left];
  const isKept = await run?.finish({ at: new Date(clock.now()), interrupted });
  const hasWritten = results.some(isPutBack);
  const kept = run && isKept && hasWritten ? relative(project.root, run.backups.folder) : undefined;
  const problem = run ? run.problem : OFF;
  return {
    results,
    interrupted,
    summary: { ...outcome.summary, failed: outcome.summary.failed + left.length },
    elapsedMs: clock.now() - start,
    links: linksOf(results, target),
    backups: kept,
    undoes,
    run: kept && basename(kept),
    undoHazards: hazardsOfUndo(results.filter(isPutBack), {
      managed: managedAfter(plan),
      limits: project.apply.limits,
    }),
    notKept: hasWritten ? problem : undefined,
  };
}

/** The workbooks of the project that are live afterwards, as far as the plan knows them. */
function managedAfter({ summary, changes }: Plan): number {
  return (
    summary.unchanged +
    changes.filter(({ kind, action }) => kind === "workbook" && action !== "delete").length
  );
}

/** Nothing was sent for it, so that a rollback of the rollback has nothing to undo there. */
function notPutBack({ kind, key, action, id, code, message, help }: LeftOut): Result {
  const error = { code, message, ...(help !== undefined && { details: [help] }) };
  return { kind, key, action, status: "failed", attempts: 0, id, error };
}

/** Without a record there is no backup and no way back, so nothing is written. */
function notRecordable(folder: string, why: string): UserError {
  return new UserError(`nothing was applied: the folder of backups ${folder} cannot be made`, {
    details: [
      `${why}.`,
      "Make room, choose another folder with `apply.backups` in boardwright.yaml, or do without backups: `backups: off`.",
    ],
  });
}

const OFF = "`apply.backups` is off";

/** Whether a rollback would have anything to do for it. */
function isPutBack({ kind, action, status, attempts }: Result): boolean {
  return kind !== "folder" && !isRecordOnly({ kind, action }) && attempts > 0 && status !== "stale";
}

/** How the created workbooks are opened in a browser, if the target says so. */
function linksOf(results: ApplyReport["results"], target: Destination): Map<string, string> {
  const links = new Map<string, string>();
  for (const { kind, key, id, status } of results) {
    if (!target.link || kind !== "workbook" || id === null || status === "failed") continue;
    links.set(key, workbookLink(target.link, id, key));
  }
  return links;
}

/** Where the live workbooks of a target are opened in a browser, if its `link` says so. */
export function liveLinks(link: string | undefined): { live?: (id: number, slug: string) => string } {
  return link === undefined ? {} : { live: (id, slug) => workbookLink(link, id, slug) };
}

/** A target's `link` for one workbook. */
export function workbookLink(link: string, id: number, slug: string): string {
  // Half a character, as a platform may answer it, cannot be encoded.
  const name = encodeURIComponent(slug.replace(/\p{Cs}/gu, "\ufffd"));
  return link.replaceAll("{id}", String(id)).replaceAll("{slug}", () => name);
}

// Runs a plan and gathers what the reporters tell of it.

import { basename, isAbsolute, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { applyPlan, recordRun, runName } from "../apply/index.ts";
import type { Project, Result } from "../model/index.ts";
import type { Platform } from "../platform/index.ts";
import type { ApplyReport, ProgressState } from "../report/index.ts";
import type { Destination } from "../target/choose-target.ts";
import { readCommit } from "./git.ts";
import type { Planned } from "./make-plan.ts";

export interface ExecuteOptions {
  project: Project;
  target: Destination;
  platform: Platform;
  concurrency: number;
  /** Aborts to stop taking new work. */
  stop: AbortSignal;
  /** The run that this plan puts back. */
  undoes?: string | undefined;
  onProgress?(state: Partial<ProgressState>): void;
}

export async function executePlan(
  { plan, ignored }: Pick<Planned, "plan" | "ignored">,
  options: ExecuteOptions,
): Promise<ApplyReport> {
  const { project, target, platform, concurrency, stop, onProgress } = options;
  const start = new Date();
  const folder = backupsFolder(project);
  const total = plan.changes.filter(({ action }) => action !== "orphaned").length;
  const run =
    folder === undefined || total === 0
      ? undefined
      : recordRun(plan, join(folder, runName(start)), {
          startedAt: start,
          git: await readCommit(project.root, folder),
          undoes: options.undoes,
        });
  await run?.begin();
  let done = 0;
  const outcome = await applyPlan(plan, {
    platform,
    deploymentId: target.deployment,
    project,
    ignored,
    backups: run?.backups,
    reportVersions: new Map(),
    concurrency,
    stop,
    pause: (ms) => sleep(ms),
    random: Math.random,
    onStart: ({ key }) => onProgress?.({ done, total, current: key }),
    onResult(result) {
      run?.note(result);
      done += 1;
      onProgress?.({ done, total });
    },
  });
  const { interrupted, results } = outcome;
  const isKept = await run?.finish({ at: new Date(), interrupted });
  const hasWritten = results.some(isPutBack);
  const kept = run && isKept && hasWritten ? relative(project.root, run.backups.folder) : undefined;
  const problem = folder === undefined ? OFF : run?.problem;
  return {
    ...outcome,
    elapsedMs: Date.now() - start.getTime(),
    links: linksOf(results, target),
    ...(kept === undefined ? {} : { backups: kept, run: basename(kept) }),
    ...(problem === undefined || !hasWritten ? {} : { notKept: problem }),
  };
}

const OFF = "`apply.backups` is off";

/** Whether a rollback would have anything to do for it. */
function isPutBack({ kind, action, status, attempts }: Result): boolean {
  return kind !== "folder" && action !== "stamp" && attempts > 0 && status !== "stale";
}

/** Where the runs of a project are kept, absolute; undefined where they are not. */
export function backupsFolder(project: Project): string | undefined {
  return project.apply.backups === false ? undefined : inside(project, project.apply.backups);
}

function inside(project: Project, folder: string): string {
  return isAbsolute(folder) ? folder : join(project.root, folder);
}

/** How the created workbooks are opened in a browser, where the target says so. */
function linksOf(results: ApplyReport["results"], target: Destination): Map<string, string> {
  const links = new Map<string, string>();
  for (const { kind, key, id, status } of results) {
    if (!target.link || kind !== "workbook" || id === null || status === "failed") continue;
    links.set(key, workbookLink(target.link, id, key));
  }
  return links;
}

/** A target's `link` for one workbook. */
export function workbookLink(link: string, id: number, slug: string): string {
  return link.replaceAll("{id}", String(id)).replaceAll("{slug}", encodeURIComponent(slug));
}

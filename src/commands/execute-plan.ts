// Runs a plan and gathers what the reporters tell of it.

import { isAbsolute, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { applyPlan, createBackups, runName } from "../apply/index.ts";
import type { Project } from "../model/index.ts";
import type { Platform } from "../platform/index.ts";
import type { ApplyReport, ProgressState } from "../report/index.ts";
import type { Planned } from "./make-plan.ts";
import type { Destination } from "./settings.ts";

export interface ExecuteOptions {
  project: Project;
  target: Destination;
  platform: Platform;
  concurrency: number;
  /** Aborts to stop taking new work. */
  stop: AbortSignal;
  onProgress?(state: Partial<ProgressState>): void;
}

export async function executePlan(
  { plan, ignored }: Pick<Planned, "plan" | "ignored">,
  options: ExecuteOptions,
): Promise<ApplyReport> {
  const { project, target, platform, concurrency, stop, onProgress } = options;
  const start = new Date();
  const backups =
    project.apply.backups === false
      ? undefined
      : createBackups(join(inside(project, project.apply.backups), runName(start)));
  const total = plan.changes.filter(({ action }) => action !== "orphaned").length;
  let done = 0;
  const outcome = await applyPlan(plan, {
    platform,
    deploymentId: target.deployment,
    project,
    ignored,
    backups,
    reportVersions: new Map(),
    concurrency,
    stop,
    pause: (ms) => sleep(ms),
    random: Math.random,
    onStart: ({ key }) => onProgress?.({ done, total, current: key }),
    onResult() {
      done += 1;
      onProgress?.({ done, total });
    },
  });
  return {
    ...outcome,
    elapsedMs: Date.now() - start.getTime(),
    links: linksOf(outcome.results, target),
    ...(backups?.used ? { backups: relative(project.root, backups.folder) } : {}),
  };
}

function inside(project: Project, folder: string): string {
  return isAbsolute(folder) ? folder : join(project.root, folder);
}

/** How the created workbooks are opened in a browser, where the target says so. */
function linksOf(results: ApplyReport["results"], target: Destination): Map<string, string> {
  const links = new Map<string, string>();
  for (const { kind, key, id, status } of results) {
    if (!target.link || kind !== "workbook" || id === null || status === "failed") continue;
    links.set(key, target.link.replaceAll("{id}", String(id)).replaceAll("{slug}", encodeURIComponent(key)));
  }
  return links;
}

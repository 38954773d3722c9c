// The record of a run, where the project keeps them.

import { join } from "node:path";
import { type RunRecorder, recordRun, runName } from "../../apply/index.ts";
import { type Plan, type Project, type RunCommit, reviewKeyOf } from "../../model/index.ts";
import type { Environment } from "../../target/index.ts";
import { backupsFolder } from "./backups-folder.ts";

export interface RecordOptions {
  project: Project;
  env: Environment;
  /** What is checked out. */
  git: RunCommit | undefined;
  /** Milliseconds since 1970. */
  start: number;
  /** The run that this one puts back. */
  undoes?: string | undefined;
  /** The globs of slugs that a rollback was narrowed to. */
  only?: readonly string[] | undefined;
  /** Whether it takes stamps off. */
  disowns?: boolean | undefined;
}

/** Not begun yet; undefined if the project keeps no runs. */
export async function recordOfRun(
  plan: Plan,
  { project, env, git, start, undoes, only, disowns }: RecordOptions,
): Promise<RunRecorder | undefined> {
  const folder = backupsFolder(project);
  if (folder === undefined) return undefined;
  const startedAt = new Date(start);
  return recordRun(plan, join(folder, runName(startedAt)), {
    startedAt,
    git,
    undoes,
    only,
    disowns,
    reviewKey: reviewKeyOf(env),
  });
}

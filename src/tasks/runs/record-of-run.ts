// The record of a run, where the project keeps them.

import { join } from "node:path";
import { type RunRecorder, recordRun, runName } from "../../apply/index.ts";
import { type Plan, type Project, reviewKeyOf } from "../../model/index.ts";
import type { Environment } from "../../target/index.ts";
import { readCommit } from "../git.ts";
import { backupsFolder } from "./backups-folder.ts";

export interface RecordOptions {
  project: Project;
  env: Environment;
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
  { project, env, start, undoes, only, disowns }: RecordOptions,
): Promise<RunRecorder | undefined> {
  const folder = backupsFolder(project);
  if (folder === undefined) return undefined;
  const startedAt = new Date(start);
  const git = await readCommit(project.root, { except: folder, env });
  return recordRun(plan, join(folder, runName(startedAt)), {
    startedAt,
    git,
    undoes,
    only,
    disowns,
    reviewKey: reviewKeyOf(env),
  });
}

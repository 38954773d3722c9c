// The runs of a project: where they are kept, which one is meant, and whether it can be put back from here.

import { join, resolve } from "node:path";
import { type RunRecorder, type Runs, readRuns, recordRun, runName } from "../../apply/index.ts";
import { stayInOpen } from "../../files/index.ts";
import {
  EXIT,
  endWithGuess,
  type Plan,
  type Project,
  type Run,
  type RunCommit,
  reviewKeyOf,
  UsageError,
  UserError,
} from "../../model/index.ts";
import { chooseDestination, type Destination, type Environment } from "../../target/index.ts";

export interface ProjectRuns extends Runs {
  /** The folder that holds them, absolute. */
  folder: string;
}

/** All runs of the project, newest first. `reviewKey`: what they must be sealed with, if given. Throws a UserError if it keeps none. */
export async function readProjectRuns(project: Project, reviewKey?: string): Promise<ProjectRuns> {
  const folder = backupsFolder(project);
  if (folder === undefined) {
    throw new UserError("nothing can be rolled back: `apply.backups` is off in boardwright.yaml", {
      details: ["Give it a folder, and every apply from then on is recorded there."],
    });
  }
  const { runs, others } = await readRuns(folder, reviewKey);
  return { folder, runs: runs.filter(({ record }) => record.project === project.name), others };
}

/** The run with this name, or the only one whose name begins so. Throws a UsageError for none and for several. */
export function findRun(runs: readonly Run[], text: string): Run {
  const exact = runs.find(({ name }) => name === text);
  if (exact) return exact;
  const like = text === "" ? [] : runs.filter(({ name }) => name.startsWith(text));
  if (like.length === 1) return like[0] as Run;
  if (like.length > 1) {
    throw new UsageError(`several runs begin with ${JSON.stringify(text)}`, [
      like.map(({ name }) => name).join(", "),
      "Write enough of the name to match only one.",
    ]);
  }
  const names = runs.map(({ name }) => name);
  throw new UsageError(endWithGuess(`there is no run ${JSON.stringify(text)}`, text, names), [
    "`boardwright rollback` lists those that are recorded here.",
  ]);
}

interface RunChoice {
  targets?: readonly string[] | undefined;
  deployment?: number | undefined;
  env: Environment;
}

/** Where the run was. Throws a UserError of exit code 3 if the target is no longer there, a UsageError if another one is asked for. */
export function destinationOfRun(
  project: Project,
  run: Run,
  { targets = [], deployment, env }: RunChoice,
): Destination {
  const { name, url, deploymentId } = run.record.target;
  if (targets.some((asked) => asked !== name)) {
    throw new UsageError(`the run ${run.name} was on the target ${name}`, [
      "It is put back where it was: leave --target out.",
    ]);
  }
  const target = chooseDestination(project, { target: name, deployment }, env);
  if (isAt(run, target)) return target;
  throw new UserError(`refused: the target ${name} is no longer where it was in ${run.name}`, {
    details: [
      `Then it was deployment ${deploymentId} of ${url}, now it is deployment ${target.deployment} of ${target.url}.`,
      "Nothing was sent. Set `url` and `deployment` of the target to what they were to put it back there.",
    ],
    exitCode: EXIT.refused,
  });
}

/** Whether the run was on the deployment that the target means now. */
export function isAt(
  { record: { target: then } }: Run,
  now: Pick<Destination, "url" | "deployment">,
): boolean {
  return withoutEnd(then.url) === withoutEnd(now.url) && then.deploymentId === now.deployment;
}

/** Without the slashes at its end, which mean nothing. */
function withoutEnd(url: string): string {
  return url.replace(/\/+$/, "");
}

/** Absolute; undefined if they are not kept. Throws a UserError for a place outside the project, or a hidden one. */
export function backupsFolder({ root, apply: { backups } }: Project): string | undefined {
  if (backups === false) return undefined;
  const folder = resolve(root, backups);
  stayInOpen(root, folder, "the folder of `apply.backups`");
  return folder;
}

interface RecordOptions {
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

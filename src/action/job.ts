// What every command of the Action is given.

import { existsSync } from "node:fs";
import { loadProject } from "../desired/index.ts";
import { type Allowed, type Narrowing, narrowingOf, type Project, UsageError } from "../model/index.ts";
import { withTarget as connectTo, type ProjectContext } from "../project/context.ts";
import { readAllowed } from "../project/guard.ts";
import { openProjectCache } from "../project/open-cache.ts";
import { repositoryPrefix } from "../project/repository.ts";
import { type CommentIdentity, onlyPart } from "../report/index.ts";
import { chooseDestination, chooseTarget, type Destination, type Environment } from "../target/index.ts";
import { underBasePolicy } from "./base-policy.ts";
import type { RunEvent } from "./event.ts";
import type { GitHub } from "./forge/github.ts";
import type { MergedPull } from "./forge/github-pulls.ts";
import type { Inputs } from "./inputs.ts";
import type { Log } from "./log.ts";

export interface Job {
  inputs: Inputs;
  event: RunEvent;
  /** The process's environment with what the inputs say of address and credential. */
  env: Environment;
  /** Absolute: where the project is looked for, and what paths are relative to. */
  cwd: string;
  project: Project;
  /** The project's folder within the repository, "" or ending in a slash. */
  prefix: string;
  /** Absolute: a folder for what the job leaves behind. */
  outputs: string;
  log: Log;
  /** Undefined if there is no token. It may be one that only reads. */
  github: GitHub | undefined;
  /**
   * The pull request that the run is about: that of the event, and for a push the one that it merged; undefined if there is none,
   * or GitHub cannot be asked. Asked for once; rejects with a GitHubError.
   */
  pull(): Promise<number | undefined>;
  /** The pull request of the event, else those that were merged with the commit. Asked for once; rejects with a GitHubError. */
  pulls(): Promise<readonly MergedPull[]>;
  /** Aborts when the workflow is cancelled: no new work is taken. */
  stop: AbortSignal;
}

export type JobPlace = Omit<Job, "project" | "prefix">;

/** Finds the project. Throws a UserError if there is none, or its file is wrong. */
export async function openJob(place: JobPlace): Promise<Job> {
  // The project is looked for in the folders above as well, and a wrong name must not lead to another one.
  if (!existsSync(place.cwd)) {
    throw new UsageError(`there is no folder ${place.inputs.workingDirectory} to work in`, [
      "`working-directory` is a folder of the repository, which a step before this one has to check out.",
    ]);
  }
  const project = await underBasePolicy(await loadProject({ cwd: place.cwd }), place);
  return { ...place, project, prefix: repositoryPrefix(project.root, place.env) };
}

/** The target that the inputs mean. Throws a UsageError if there is none. */
export function destinationOf({ project, inputs, env }: Job): Destination {
  return chooseDestination(project, inputs, env);
}

/** Hands over what a feature needs, and closes the connection afterwards. */
export function withTarget<T>(job: Job, use: (context: ProjectContext) => Promise<T>): Promise<T> {
  const { project, env, cwd, stop: signal } = job;
  const cache = openProjectCache(project, env);
  return connectTo({ project, target: destinationOf(job), env, cwd, cache, signal }, use);
}

/** What the inputs narrow a plan to; undefined if it is whole. */
export function narrowingOfJob({ inputs: { only, shard } }: Job): Narrowing | undefined {
  return narrowingOf({ only, shard }, []);
}

/**
 * What distinguishes this job's section from others in the comment on the pull request: the same whether it succeeds or fails. A preview
 * has one: what takes it down also takes its links away.
 */
export function identityOf({ inputs, project, env }: Job): CommentIdentity {
  const { target: named, only } = inputs;
  // A plan of a part says nothing of the rest, and takes the place of no other.
  const shard = inputs.shard ?? (isPreview(inputs.command) ? undefined : onlyPart(only));
  const command = inputs.command.replace(/^preview-.*/, "preview");
  const identity = { command, project: project.name, ...(shard === undefined ? {} : { shard }) };
  if (named !== undefined || command === "lint") return { ...identity, target: named ?? "" };
  try {
    return { ...identity, target: chooseTarget(project, undefined, env).name };
  } catch {
    return { ...identity, target: "" };
  }
}

const isPreview = (command: string) => command.startsWith("preview-");

/** The hazards that the policy accepts: an apply on the merge asks for no decision on them. */
export function allowedIn({ project, inputs }: Job): Allowed {
  return readAllowed(project, inputs.allow);
}

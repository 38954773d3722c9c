// What a feature is given to work on a deployment, and the one way for every face to get it: the command, the Action, the library, the studio.

import type { Cache, Memory } from "../cache/index.ts";
import { type Budget, placeOfTarget, type Snapshot } from "../desired/index.ts";
import type { TargetOptions as AskedTarget, Project } from "../model/index.ts";
import type { Platform } from "../platform/index.ts";
import {
  type ConnectionOptions,
  type Destination,
  type Environment,
  isSandbox,
  openSession,
  requireTrustedDeployment,
  type Session,
} from "../target/index.ts";

export interface ProjectContext {
  project: Project;
  target: Destination;
  env: Environment;
  /** What relative paths are relative to. */
  cwd: string;
  /** Where what is made of files is kept for later runs. */
  cache?: Cache | undefined;
  /** What files held when they were first read: a command on several targets reads each file once. */
  snapshot?: Snapshot | undefined;
  /** What was made of files, for the next target of the same process; instead of a cache. */
  memory?: Memory;
  /** What the files may ask for, of a command on several targets. */
  budget?: Budget | undefined;
  /** Opens the connection when it is first needed; the same platform each time. */
  connect(): Promise<Platform>;
  /** Aborts on Ctrl-C and the like: no new work is taken. Until `beginWriting` was called it ends the connection at once, too. */
  signal?: AbortSignal | undefined;
  /** From now on there may be something to finish or to put back, which takes a connection. */
  beginWriting?(): void;
}

/** What a feature is asked for besides its target: the rest of what a function of the library takes. */
export type Asked<Options extends AskedTarget> = Omit<Options, keyof AskedTarget>;

export interface TargetOptions extends ConnectionOptions, Omit<ProjectContext, "connect" | "beginWriting"> {}

/**
 * Connects when `use` first needs it, and closes the connection afterwards. Nothing is sent to a place that the policy in force does not
 * name. Reading may be ended at any time; a write in progress is finished first.
 */
export async function withTarget<T>(
  { cwd, cache, ...options }: TargetOptions,
  use: (context: ProjectContext) => Promise<T>,
): Promise<T> {
  const { project, target, env, signal, concurrency = project.apply.concurrency } = options;
  const { root, policy } = project;
  const reading = new AbortController();
  const abort = () => reading.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  const beginWriting = () => signal?.removeEventListener("abort", abort);
  let session: Promise<Session> | undefined;
  const connect = async () => {
    if (target.isOwnDeployment && !isSandbox(target.url))
      requireTrustedDeployment(project, target.name, target.deployment);
    const placeOf = (name: string) => placeOfTarget(project, name);
    const place = { url: target.url, root, target: target.name, policy };
    session ??= openSession(place, { placeOf, ...options, concurrency, signal: reading.signal });
    return (await session).platform;
  };
  try {
    return await use({ project, target, env, cwd, cache, connect, signal, beginWriting });
  } finally {
    beginWriting();
    // If opening failed, `use` has had the error already.
    await session?.then(
      ({ close }) => close(),
      () => {},
    );
  }
}

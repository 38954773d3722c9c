// What a task on a deployment is given, and the one way for every face to get it: the command, the Action, the library, the studio.

import type { Cache, Memory } from "../cache/index.ts";
import { placeOfTarget, type Snapshot } from "../desired/index.ts";
import type { Project } from "../model/index.ts";
import type { Platform } from "../platform/index.ts";
import { type Destination, type Environment, type SessionOptions, withPlatform } from "../target/index.ts";

export interface TaskContext {
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
  /** Opens the connection when it is first needed; the same platform each time. */
  connect(): Promise<Platform>;
}

/** Closes the connection afterwards if `use` opened one. Nothing is sent to a place that the policy in force does not name. */
export function withTarget<T>(
  { cwd, cache, ...session }: SessionOptions & Pick<TaskContext, "cwd" | "cache">,
  use: (context: TaskContext) => Promise<T>,
): Promise<T> {
  const { project, target, env } = session;
  const placeOf = (name: string) => placeOfTarget(project, name);
  return withPlatform({ placeOf, ...session }, (connect) =>
    use({ project, target, env, cwd, cache, connect }),
  );
}

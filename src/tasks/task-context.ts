// What a task on a deployment is given.

import type { Cache, Memory } from "../cache/index.ts";
import type { Budget, Snapshot } from "../desired/index.ts";
import type { Project } from "../model/index.ts";
import type { Platform } from "../platform/index.ts";
import type { Destination, Environment } from "../target/index.ts";

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
  /** What the files may ask for, of a command on several targets. */
  budget?: Budget | undefined;
  /** Opens the connection when it is first needed; the same platform each time. */
  connect(): Promise<Platform>;
}

// The preamble of commands that work on a target: the project, the target, and what opens the connection to it.

import type { Project } from "../model/index.ts";
import { withTarget as connectTo, type ProjectContext } from "../project/context.ts";
import {
  type ConnectionOptions,
  chooseDestination,
  chooseDestinations,
  type Destination,
} from "../target/index.ts";
import { cacheOf } from "./cache-flag.ts";
import { findProject } from "./find-project.ts";
import { type GlobalFlags, namedTarget } from "./flags.ts";
import type { Terminal } from "./terminal.ts";
import { type Watch, watchRequests } from "./watch-requests.ts";

/** Requests are watched, unless it says how. */
type Connection = Pick<ConnectionOptions, "concurrency"> & { watch?: Watch };

/** The named target with its deployment, or the usual one. */
export function destinationOf(project: Project, flags: GlobalFlags, { env }: Terminal): Destination {
  const choice = { target: namedTarget(flags), deployment: flags.deployment };
  return chooseDestination(project, choice, env);
}

/** All that are named, or the usual one. */
export function destinationsOf(
  project: Project,
  { target: targets, deployment }: GlobalFlags,
  { env }: Terminal,
): ReturnType<typeof chooseDestinations> {
  return chooseDestinations(project, { targets, deployment }, env);
}

/** Finds project and target, and closes the connection to it afterwards if `use` opened one. */
export async function withTarget<T>(
  terminal: Terminal,
  flags: GlobalFlags,
  use: (context: ProjectContext) => Promise<T>,
): Promise<T> {
  const project = await findProject(terminal, flags);
  const target = destinationOf(project, flags, terminal);
  return withConnection(terminal, flags, { project, target }, use);
}

/** The same for a target that is known. */
export async function withConnection<T>(
  terminal: Terminal,
  flags: GlobalFlags,
  place: Connection & { project: Project; target: Destination },
  use: (context: ProjectContext) => Promise<T>,
): Promise<T> {
  const { env, cwd, interrupted: signal } = terminal;
  const { watch = watchRequests(terminal, flags), ...options } = place;
  const cache = cacheOf(options.project, flags, terminal);
  try {
    const connection = { env, cwd, cache, signal, context: flags.context, ...watch, ...options };
    return await connectTo(connection, (context) =>
      use({
        ...context,
        beginWriting() {
          context.beginWriting?.();
          watch.beginWriting();
        },
      }),
    );
  } finally {
    watch.rest();
  }
}

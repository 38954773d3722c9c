// The data model that `lint --online` checks against: of the chosen target, its production environment or a branch's.

import { fetchModel } from "../live/index.ts";
import { type DataModel, type Project, type Target, UsageError } from "../model/index.ts";
import { systemClock } from "../platform/index.ts";
import { chooseTarget, type Destination, withDeployment } from "../target/choose-target.ts";
import { type ConnectionOptions, withPlatform } from "../target/session.ts";
import type { GlobalFlags } from "./flags.ts";
import { tellRetries } from "./tell-retries.ts";
import type { Terminal } from "./terminal.ts";

export interface OnlineFlags extends GlobalFlags {
  online?: boolean;
  branch?: string;
}

/** The target that the workbooks are resolved for, and its model. */
export interface Online {
  target: Target;
  model: DataModel;
}

export interface ModelOptions extends Pick<ConnectionOptions, "env" | "context" | "onRetry"> {
  branch: string | undefined;
  signal: AbortSignal;
}

/** A model that sleeps may take this long to answer. */
const DEADLINE_MS = 180_000;

/** Reads only, save for the token that opens the metadata. Throws a UsageError for a branch without `--online`. */
export async function readOnlineModel(
  project: Project,
  terminal: Terminal,
  flags: OnlineFlags,
): Promise<Online> {
  const { branch, online } = flags;
  if (branch?.trim() === "") throw new UsageError("the name of the branch is empty");
  if (!online) {
    throw new UsageError("--branch names the model to check against, which takes --online as well", [
      `Run \`boardwright lint --online --branch ${branch}\`.`,
    ]);
  }
  const { env } = terminal;
  const target = chooseTarget(project, flags, env);
  const destination = withDeployment(target, flags, env);
  terminal.progress(`reading the data model${branch === undefined ? "" : ` of ${branch}`}`);
  try {
    const model = await readModel(project, destination, {
      env,
      branch,
      context: flags.context,
      onRetry: tellRetries(terminal, flags),
      signal: terminal.interrupted,
    });
    return { target, model };
  } finally {
    terminal.progress("");
  }
}

/** The model of a branch, or of production where none is named. Sends nothing that writes, save for the token that opens the metadata. */
export function readModel(
  project: Project,
  target: Destination,
  { branch, signal, ...options }: ModelOptions,
): Promise<DataModel> {
  return withPlatform({ project, target, signal, ...options }, async (connect) =>
    fetchModel(await connect(), target.deployment, {
      ...(branch !== undefined && { branch }),
      clock: systemClock,
      deadlineMs: DEADLINE_MS,
      signal,
    }),
  );
}

// What every function of the library does first: options → what a feature is given.

import {
  type ApplyOptions,
  type ApplyResult,
  knowSecrets,
  learnSecret,
  type Project,
  type RollbackOptions,
  secretsOf,
  type TargetOptions,
} from "../model/index.ts";
import { withTarget as connectTo, type ProjectContext } from "../project/context.ts";
import type { Planned } from "../project/make-plan.ts";
import { type ApplyOptions as Applying, prepareApply } from "../project/prepare-apply.ts";
import { chooseDestination, type Environment, savedTokens } from "../target/index.ts";

/** The environment with the token, and the working directory. */
export function surroundings({ token, env = process.env, cwd = process.cwd() }: TargetOptions): {
  env: Environment;
  cwd: string;
} {
  return { env: token === undefined ? env : { ...env, PLATFORM_API_KEY: token }, cwd };
}

/** Closes the connection afterwards if `use` opened one. */
export async function withTarget<T>(
  project: Project,
  options: TargetOptions & Pick<ApplyOptions, "concurrency">,
  use: (context: ProjectContext) => Promise<T>,
): Promise<T> {
  const { concurrency, signal } = options;
  const { env, cwd } = surroundings(options);
  const target = chooseDestination(project, options, env);
  const forget = knowSecrets(secretsOf(env));
  try {
    for (const token of await savedTokens(env)) learnSecret(token);
    return await connectTo({ project, target, env, cwd, signal, concurrency }, use);
  } finally {
    forget();
  }
}

/** Makes a plan and carries it out. */
export async function execute(
  project: Project,
  options: RollbackOptions,
  make: (context: ProjectContext) => Promise<Pick<Planned, "plan" | "ignored" | "liveIds">>,
  more: Pick<Applying, "isSaved" | "undoes"> = {},
): Promise<ApplyResult> {
  const { summary, results, interrupted, run } = await withTarget(project, options, async (context) => {
    return (await prepareApply(await make(context), { ...options, ...context, ...more }))();
  });
  return { summary, results: [...results], interrupted, ...(run === undefined ? {} : { run }) };
}

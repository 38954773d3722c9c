// The platform for commands that may run outside a project: whoami and the platform's own operations. Address, token and deployment
// are found independently: flag, environment, project file, saved context.

import { NoProjectError, placeOfTarget } from "../desired/index.ts";
import { type Project, parseDeployment, type Target, UsageError, UserError } from "../model/index.ts";
import type { Platform, Scheme } from "../platform/index.ts";
import {
  chooseTarget,
  contextsFile,
  type Environment,
  findContext,
  hasTarget,
  isSandbox,
  openSession,
  requireTrustedDeployment,
} from "../target/index.ts";
import { findProject } from "./find-project.ts";
import { type GlobalFlags, namedTarget } from "./flags.ts";
import type { Terminal } from "./terminal.ts";
import { watchRequests } from "./watch-requests.ts";

export interface Remote {
  platform: Platform;
  /** As it was given, which may be `sandbox:PATH`. */
  url: string;
  /** The saved context that the token is from, if it is from one. */
  contextName?: string | undefined;
  target?: Target | undefined;
  project?: Project | undefined;
  /** The explicit one, else `--deployment`, `BOARDWRIGHT_DEPLOYMENT`, the target's. Throws a UsageError if none is given. */
  deployment(explicit?: string): number;
}

/** Opens the platform that the flags, the environment, the project or a saved context mean, and closes it afterwards. */
export async function withRemote<T>(
  terminal: Terminal,
  flags: GlobalFlags,
  use: (remote: Remote) => Promise<T>,
  options: { scheme?: Scheme } = {},
): Promise<T> {
  const { env } = terminal;
  const { project, target } = await findTarget(terminal, flags);
  const url = env.PLATFORM_API_URL || target?.url || (await savedUrl(flags, env));
  const watch = watchRequests(terminal, flags);
  const root = project?.root ?? terminal.cwd;
  const place = { url, root, target: target?.name, policy: project?.policy };
  const { platform, contextName, close } = await openSession(place, {
    env,
    context: flags.context,
    ...(project && { placeOf: (name) => placeOfTarget(project, name) }),
    ...options,
    ...watch,
    signal: terminal.interrupted,
  });
  try {
    return await use({
      platform,
      url,
      contextName,
      target,
      project,
      deployment: (explicit) => findDeployment(explicit, { flags, env, target, project }),
    });
  } finally {
    watch.rest();
    await close();
  }
}

interface Found {
  project?: Project | undefined;
  target?: Target | undefined;
}

/**
 * The project's target, if there is a project with one in use. `--context` already names an address: then a target counts only if it
 * is named as well.
 */
async function findTarget(terminal: Terminal, flags: GlobalFlags): Promise<Found> {
  const isNamed = Boolean(flags.target?.length);
  if (flags.context !== undefined && !isNamed) return {};
  let project: Project;
  try {
    project = await findProject(terminal, flags);
  } catch (error) {
    // No project here is fine, unless one was asked for; one that is wrong is not.
    if (error instanceof NoProjectError && flags.config === undefined && !isNamed) return {};
    throw error;
  }
  if (!isNamed && !hasTarget(project, terminal.env)) return { project };
  return { project, target: chooseTarget(project, namedTarget(flags), terminal.env) };
}

async function savedUrl(flags: GlobalFlags, env: Environment): Promise<string> {
  const saved = await findContext(contextsFile(env), flags.context);
  if (saved) return saved.context.url;
  throw new UserError("there is no platform to talk to", {
    details: [
      "Log in with `boardwright login --url https://your-company.example.com`, set PLATFORM_API_URL, or name a target of boardwright.yaml with --target.",
    ],
  });
}

interface DeploymentSources extends Found {
  flags: GlobalFlags;
  env: Environment;
}

function findDeployment(
  explicit: string | undefined,
  { flags, env, target, project }: DeploymentSources,
): number {
  if (explicit !== undefined) {
    const named = parseDeployment(explicit);
    // Two that differ are a slip, and one of them would be written to.
    if (flags.deployment === undefined || flags.deployment === named) return named;
    throw new UsageError(`two deployments are named, ${named} and --deployment ${flags.deployment}`);
  }
  if (flags.deployment !== undefined) return flags.deployment;
  if (env.BOARDWRIGHT_DEPLOYMENT) return parseDeployment(env.BOARDWRIGHT_DEPLOYMENT);
  if (project && target?.deployment !== undefined) {
    if (!isSandbox(target.url)) requireTrustedDeployment(project, target.name, target.deployment);
    return target.deployment;
  }
  throw new UsageError("no deployment is given", [
    "Name it after the command or with --deployment ID, or set BOARDWRIGHT_DEPLOYMENT. `boardwright whoami` lists those that you can reach.",
  ]);
}

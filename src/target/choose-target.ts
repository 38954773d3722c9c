// Which target and deployment a command means: flag, then environment, then project file (contract 1). Its credential: credentials.ts.

import type { GlobalFlags } from "../cli/flags.ts";
import { type Project, type Target, UsageError, UserError } from "../model/index.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A target with everything that is needed to talk to it. */
export interface Destination extends Target {
  deployment: number;
}

/** The targets that were named, each once, or the one that is meant where none was. */
export function chooseTargets(project: Project, flags: GlobalFlags, env: Environment): Target[] {
  const names = flags.target?.length ? [...new Set(flags.target)] : [defaultTarget(project, env)];
  return names.map((name) => findTarget(project, name, env));
}

/** The same for a command that works on one target only. */
export function chooseTarget(project: Project, flags: GlobalFlags, env: Environment): Target {
  const [target, ...others] = chooseTargets(project, flags, env);
  if (!target || others.length > 0) throw new UsageError("this command takes one --target");
  return target;
}

/** The targets that were named, or the usual one, each with its deployment. At least one. */
export function chooseDestinations(
  project: Project,
  flags: GlobalFlags,
  env: Environment,
): [Destination, ...Destination[]] {
  const [first, ...others] = chooseTargets(project, flags, env);
  if (!first) throw new UsageError("no target is named");
  const setting = flags.deployment === undefined ? "BOARDWRIGHT_DEPLOYMENT" : "--deployment";
  if (others.length > 0 && (flags.deployment !== undefined || env.BOARDWRIGHT_DEPLOYMENT)) {
    throw new UsageError(`${setting} gives one deployment, and several targets are named`, [
      "Write the `deployment` of each target into boardwright.yaml.",
    ]);
  }
  return [withDeployment(first, flags, env), ...others.map((other) => withDeployment(other, flags, env))];
}

/** The target's deployment, from `--deployment`, `BOARDWRIGHT_DEPLOYMENT` or the project file. */
export function withDeployment(target: Target, flags: GlobalFlags, env: Environment): Destination {
  const fromEnv = env.BOARDWRIGHT_DEPLOYMENT ? parseDeployment(env.BOARDWRIGHT_DEPLOYMENT) : undefined;
  const deployment = flags.deployment ?? fromEnv ?? target.deployment;
  if (deployment === undefined) {
    throw new UserError(`target ${target.name} does not say which deployment it means`, {
      details: [
        "Add `deployment: ID` to it in boardwright.yaml, set BOARDWRIGHT_DEPLOYMENT, or pass --deployment ID.",
      ],
    });
  }
  return { ...target, url: env.PLATFORM_API_URL || target.url, deployment };
}

/** A deployment id as written on the command line or in the environment. */
export function parseDeployment(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`a deployment is a positive whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}

/** Whether a target is meant where none is named. */
export function hasTarget(project: Project, env: Environment): boolean {
  return usualTarget(project, env) !== undefined;
}

/** The target's name where a command has to say it, because without `--target` it means another one. */
export function nameToSay(project: Project, target: Target, env: Environment): string | undefined {
  return usualTarget(project, env) === target.name ? undefined : target.name;
}

function usualTarget(project: Project, env: Environment): string | undefined {
  const names = Object.keys(project.targets);
  return env.BOARDWRIGHT_TARGET || project.defaultTarget || (names.length === 1 ? names[0] : undefined);
}

function defaultTarget(project: Project, env: Environment): string {
  const names = Object.keys(project.targets);
  const name = usualTarget(project, env);
  if (name !== undefined) return name;
  if (names.length === 0) {
    throw new UsageError("boardwright.yaml declares no target to work on", [
      "Add one under `targets`: a `url` and the number of its `deployment`.",
    ]);
  }
  throw new UsageError("several targets are declared and none is the default", [
    `Pass --target ${names.join(" or --target ")}, set BOARDWRIGHT_TARGET, or add defaultTarget to boardwright.yaml.`,
  ]);
}

function findTarget(project: Project, name: string, env: Environment): Target {
  const target = Object.hasOwn(project.targets, name) ? project.targets[name] : undefined;
  if (target) return target;
  const known = Object.keys(project.targets);
  const from = env.BOARDWRIGHT_TARGET === name ? " (from BOARDWRIGHT_TARGET)" : "";
  throw new UsageError(`there is no target ${JSON.stringify(name)}${from} in boardwright.yaml`, [
    known.length > 0 ? `It declares ${known.join(", ")}.` : "It declares none.",
  ]);
}

// The target and deployment that a command means: named by the caller, else the environment, else the project file (contract 1).

import {
  endWithGuess,
  type Project,
  parseDeployment,
  type Target,
  UsageError,
  UserError,
} from "../model/index.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A target with its deployment. */
export interface Destination extends Target {
  deployment: number;
  /** Whether it is the target's own, and not one that the caller or the environment names. */
  isOwnDeployment?: boolean;
}

/** What the caller names; the environment and the project file add the rest. */
interface Choice {
  target?: string | undefined;
  deployment?: number | undefined;
}

/** The named target, or the usual one. */
export function chooseTarget(project: Project, name: string | undefined, env: Environment): Target {
  return findTarget(project, name ?? defaultTarget(project, env), env);
}

/** The same with its deployment. */
export function chooseDestination(
  project: Project,
  { target, deployment }: Choice,
  env: Environment,
): Destination {
  return withDeployment(chooseTarget(project, target, env), deployment, env);
}

/** The named targets, each once, or the usual one, each with its deployment. */
export function chooseDestinations(
  project: Project,
  { targets = [], deployment }: { targets?: readonly string[] | undefined; deployment?: number | undefined },
  env: Environment,
): [Destination, ...Destination[]] {
  const [first, ...others] = [...new Set(targets)].map((name) => findTarget(project, name, env));
  if (others.length > 0 && (deployment !== undefined || env.BOARDWRIGHT_DEPLOYMENT)) {
    const setting = deployment === undefined ? "BOARDWRIGHT_DEPLOYMENT" : "--deployment";
    throw new UsageError(`${setting} gives one deployment, but several targets are named`, [
      "Write the `deployment` of each target into boardwright.yaml.",
    ]);
  }
  return [
    withDeployment(first ?? chooseTarget(project, undefined, env), deployment, env),
    ...others.map((other) => withDeployment(other, deployment, env)),
  ];
}

/** The deployment that the caller names, else `BOARDWRIGHT_DEPLOYMENT`, else that of the project file. */
function withDeployment(target: Target, asked: number | undefined, env: Environment): Destination {
  const fromEnv = env.BOARDWRIGHT_DEPLOYMENT ? parseDeployment(env.BOARDWRIGHT_DEPLOYMENT) : undefined;
  const deployment = asked ?? fromEnv ?? target.deployment;
  if (deployment === undefined) {
    throw new UserError(`target ${target.name} has no deployment`, {
      details: [
        "Add `deployment: ID` to it in boardwright.yaml, set BOARDWRIGHT_DEPLOYMENT, or pass --deployment ID.",
      ],
    });
  }
  const isOwnDeployment = asked === undefined && fromEnv === undefined;
  return { ...target, url: env.PLATFORM_API_URL || target.url, deployment, isOwnDeployment };
}

/** Whether there is a usual target, for when none is named. */
export function hasTarget(project: Project, env: Environment): boolean {
  return usualTarget(project, env) !== undefined;
}

/** The target's name if a command has to give it, because without `--target` it means another one. */
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
    throw new UsageError("boardwright.yaml declares no target", [
      "Add one under `targets`: a `url` and the number of its `deployment`.",
    ]);
  }
  throw new UsageError("several targets are declared, but none is the default", [
    `Pass --target ${names.join(" or --target ")}, set BOARDWRIGHT_TARGET, or add defaultTarget to boardwright.yaml.`,
  ]);
}

function findTarget(project: Project, name: string, env: Environment): Target {
  const target = Object.hasOwn(project.targets, name) ? project.targets[name] : undefined;
  if (target) return target;
  const known = Object.keys(project.targets);
  const from = env.BOARDWRIGHT_TARGET === name ? " (from BOARDWRIGHT_TARGET)" : "";
  const problem = `there is no target ${JSON.stringify(name)}${from} in boardwright.yaml`;
  throw new UsageError(endWithGuess(problem, name, known), [
    known.length > 0 ? `It declares ${known.join(", ")}.` : "It declares none.",
  ]);
}

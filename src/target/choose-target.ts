// The target and deployment that a command means: named by the caller, else the environment, else the project file (contract 1).

import {
  endWithGuess,
  globProblem,
  isTargetGlob,
  listKnown,
  type Project,
  parseDeployment,
  shellWord,
  shorten,
  type Target,
  targetsMeant,
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

/** The named target, or the usual one. Throws a UsageError that lists them if a group or glob means several. */
export function chooseTarget(project: Project, name: string | undefined, env: Environment): Target {
  const text = name ?? defaultTarget(project, env);
  const [first, ...others] = findTargets(project, text, env);
  if (others.length === 0) return first;
  const names = [first, ...others].map((target) => target.name);
  throw new UsageError(`this command takes one target, and ${JSON.stringify(text)} means ${names.length}`, [
    `They are ${listKnown(names)}. Name one: --target ${shellWord(first.name)}`,
  ]);
}

/** The targets that names, groups and globs mean, each once; the usual one if none is given. */
export function chooseTargets(
  project: Project,
  texts: readonly string[],
  env: Environment,
): [Target, ...Target[]] {
  const [text, ...more] = texts.length > 0 ? texts : [defaultTarget(project, env)];
  const [first, ...others] = findTargets(project, text as string, env);
  const all = [first, ...others, ...more.flatMap((one) => findTargets(project, one, env))];
  const once = new Map(all.map((target) => [target.name, target]));
  once.delete(first.name);
  return [first, ...once.values()];
}

/** The same with its deployment. */
export function chooseDestination(
  project: Project,
  { target, deployment }: Choice,
  env: Environment,
): Destination {
  return withDeployment(chooseTarget(project, target, env), deployment, env);
}

/** The same, each with its deployment. */
export function chooseDestinations(
  project: Project,
  { targets = [], deployment }: { targets?: readonly string[] | undefined; deployment?: number | undefined },
  env: Environment,
): [Destination, ...Destination[]] {
  const [first, ...others] = chooseTargets(project, targets, env);
  if (others.length > 0 && (deployment !== undefined || env.BOARDWRIGHT_DEPLOYMENT)) {
    const setting = deployment === undefined ? "BOARDWRIGHT_DEPLOYMENT" : "--deployment";
    throw new UsageError(`${setting} gives one deployment, but several targets are named`, [
      "Write the `deployment` of each target into boardwright.yaml.",
    ]);
  }
  return [
    withDeployment(first, deployment, env),
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

/** What is meant without `--target`: a name; of the environment also a group or glob. */
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

/** One at least. Throws a UsageError if the text means none. */
function findTargets(project: Project, text: string, env: Environment): [Target, ...Target[]] {
  const names = Object.keys(project.targets);
  const { groups = {} } = project;
  const why = isTargetGlob(text) ? globProblem(text) : undefined;
  if (why !== undefined) throw new UsageError(`the glob of --target ${why}`, [shorten(text, 80)]);
  const [first, ...others] = targetsMeant(text, { names, groups }).flatMap(
    (name) => project.targets[name] ?? [],
  );
  if (first) return [first, ...others];
  const from = env.BOARDWRIGHT_TARGET === text ? " (from BOARDWRIGHT_TARGET)" : "";
  const known = names.length > 0 ? `It declares ${listKnown(names)}.` : "It declares none.";
  const groupNames = Object.keys(groups);
  const ofGroups = groupNames.length > 0 ? [`Its groups are ${listKnown(groupNames)}.`] : [];
  if (isTargetGlob(text)) {
    throw new UsageError(`no target of boardwright.yaml is called like ${JSON.stringify(text)}${from}`, [
      known,
    ]);
  }
  const problem = `there is no target ${JSON.stringify(text)}${from} in boardwright.yaml`;
  throw new UsageError(endWithGuess(problem, text, [...names, ...groupNames]), [known, ...ofGroups]);
}

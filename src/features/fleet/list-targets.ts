// The targets of a fleet as a CI system needs them: what they are called, never what they hold (contract 15).

import { cutWaves, type Project, type Target, UsageError, type WaveSize } from "../../model/index.ts";
import { chooseTargets, type Environment } from "../../target/index.ts";

export interface ListedTarget {
  name: string;
  /** Of the CI system. */
  environment: string;
  /** The groups that it is in, in the order of the project file. */
  groups: string[];
  deployment: number | undefined;
  url: string;
  /** From 1. */
  wave: number;
}

export interface ListOptions {
  project: Project;
  env: Environment;
  /** Names, groups and globs; all targets if none is given. */
  targets?: readonly string[];
  waves?: readonly WaveSize[];
}

/** In the order in which they are applied. Throws a UsageError for names that mean nothing, and for waves that do not hold all of them. */
export function listTargets({ project, env, targets = [], waves = ["rest"] }: ListOptions): ListedTarget[] {
  const all = Object.values(project.targets);
  if (all.length === 0)
    throw new UsageError("boardwright.yaml declares no target", [
      "Add one under `targets`: a `url` and the number of its `deployment`.",
    ]);
  const chosen: readonly Target[] = targets.length > 0 ? chooseTargets(project, targets, env) : all;
  return cutWaves(chosen, waves).flatMap((members, index) =>
    members.map(({ name, url, deployment, environment = name }) => {
      const groups = Object.entries(project.groups ?? {});
      return {
        ...{ name, environment, deployment, url },
        groups: groups.filter(([, names]) => names.includes(name)).map(([group]) => group),
        wave: index + 1,
      };
    }),
  );
}
